-- One row: whether an enabled account is an operator by hand that is none of these.
select exists (
  select
  from reporting.account
  where is_operator
    and disabled_at is null
    and id <> all ($ids::integer[])
) as "exist"
