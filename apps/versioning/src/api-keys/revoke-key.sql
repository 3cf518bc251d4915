-- A row: a key in use whose prefix begins with $prefix. It is revoked if it is the only one; of
-- several, none is, and the caller says so.
with matching as (
  select id, name, prefix
  from versioning.api_key
  where starts_with(prefix, $prefix::text)
    and revoked_at is null
  order by id
  for update
),
revoked as (
  update versioning.api_key
  set revoked_at = now()
  from matching
  where api_key.id = matching.id
    and (select count(*) from matching) = 1
)
select name, prefix
from matching
order by id
