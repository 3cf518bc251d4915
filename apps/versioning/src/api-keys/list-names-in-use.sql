-- A row: the name of a key that works.
select name
from versioning.api_key
where revoked_at is null
  and (expires_at is null or expires_at > now())
