-- What a key changes, where it is less than its scopes and slugs allow; null for every change.
alter table versioning.api_key add column allows jsonb;
