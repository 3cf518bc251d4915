-- One row: whether the key $id is the key $issuerId, or was issued by it, also through keys that it issued.
with recursive lineage as (
  -- the key and all its issuers
  select id, creator_id
  from versioning.api_key
  where id = $id::integer
  union
  select issuer.id, issuer.creator_id
  from lineage
  join versioning.api_key as issuer on issuer.id = lineage.creator_id
)
select exists (select from lineage where id = $issuerId::integer) as "isIssued"
