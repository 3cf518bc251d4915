-- Until the transaction ends, nobody else issues, rotates or revokes a key: none is issued by a key that is
-- being revoked.
select true as "isLocked"
from (select pg_advisory_xact_lock(hashtext('versioning.api_key'))) as locked
