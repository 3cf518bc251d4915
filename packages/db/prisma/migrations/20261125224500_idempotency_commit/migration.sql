-- The Build-Commit of the request, in lower case. Beside the fingerprint, which the previous release computes alike; null
-- where none was sent, and in records of that release.
alter table versioning.idempotency_record
  add column commit text;
