-- One row: how many mails of the accounts were deleted, sent and waiting, and how many of others that name one: those
-- that wait by an id or an e-mail alone, since a name may be that of several people.
with own as (
  delete from reporting.mail where account_id = any ($ids::integer[]) returning 1
),
naming as (
  delete from reporting.mail
  where account_id <> all ($ids::integer[])
    and exists (
      select
      from unnest($words::text[]) as word
      where reporting.mentions(concat_ws(',', data::text, reason, error), word)
        and (finished_at is not null or word <> all ($names::text[]))
    )
  returning 1
)
select (select count(*) from own) + (select count(*) from naming) as "count"
