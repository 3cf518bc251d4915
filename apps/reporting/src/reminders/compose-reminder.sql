-- A row per entry in $entries of which the recipient may still be reminded. No rows if the recipient has lost access
-- or unsubscribed, or reminders are off. For other members' records, the recipient must also still have report access,
-- the function in a department that reports show, and the member must still have access.
with recipient as (
  select
    member.member_id as id,
    rights.report_access,
    member.shown_departments,
    settings.to_member,
    settings.to_departments
  from reporting.member_rights as member
  join reporting.account_rights as rights on rights.account_id = member.account_id
  join reporting.account on account.id = member.account_id
  join reporting.reminder_settings as settings on settings.company_id = member.company_id
  where member.company_id = $organization::integer
    and member.account_id = $accountId::integer
    and member.has_access
    and account.disabled_at is null
    and settings.is_enabled
    and not exists (
      select
      from reporting.unsubscription
      where unsubscription.account_id = account.id
        and unsubscription.topic = 'reminders'
        and unsubscription.company_id = $organization::integer
    )
),
entry as (
  select *
  from jsonb_to_recordset($entries::jsonb)
    as entry ("memberId" integer, kind text, "itemId" integer, "expiresAt" timestamptz)
),
visible as (
  -- members whose records the email may list
  select recipient.id as member_id
  from recipient
  where $isOwn::boolean
    and recipient.to_member
  union
  select counted.member_id
  from recipient
  join reporting.affiliation as held
    on held.member_id = recipient.id
    and held.function = any (recipient.to_departments)
    and (recipient.shown_departments is null or held.department_id = any (recipient.shown_departments))
  join reporting.counted_affiliation($organization::integer) as counted
    on counted.department_id = held.department_id
  where not $isOwn::boolean
    and recipient.report_access
)
select
  account.name as "memberName",
  coalesce(achievement.name, competency.name) as "itemName",
  entry."expiresAt",
  floor(extract(epoch from entry."expiresAt" - $at::timestamptz) / 86400)::integer as "daysLeft",
  settings.time_zone as "timeZone"
from entry
join visible on visible.member_id = entry."memberId"
join reporting.member on member.id = entry."memberId"
join reporting.account on account.id = member.account_id
join reporting.reminder_settings as settings on settings.company_id = member.company_id
left join reporting.achievement
  on entry.kind = 'achievement'
  and achievement.id = entry."itemId"
  and achievement.company_id = $organization::integer
left join reporting.competency
  on entry.kind = 'competency'
  and competency.id = entry."itemId"
  and competency.company_id = $organization::integer
where member.company_id = $organization::integer
  and coalesce(achievement.name, competency.name) is not null
order by
  entry."expiresAt",
  account.name_folded,
  "itemName"
