-- Takes the people that the files bring again from the list of those who were erased.
delete from reporting.erasure
where id in (
  select id from staged_account
  union all
  select id from staged_member
)
