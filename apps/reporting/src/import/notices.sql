-- name: find-losing-readers
-- A row per member with access to reports whom --replace removes: the e-mail or, without one, the name. Operators need
-- no membership.
select coalesce(account.email, account.name) as who
from leaving
join reporting.member on member.uuid = leaving.id
join reporting.account on account.id = member.account_id
join reporting.account_rights as rights on rights.account_id = account.id
where leaving.file = 'members.csv'
  and member.has_access
  and account.disabled_at is null
  and rights.report_access
  and not rights.is_operator
order by who

-- name: count-left-out
-- One row: how many affiliations of the file have the function that reports exclude by default.
select count(*) filter (where function = 'Employee') as employees, count(*) as total
from staged_affiliation
