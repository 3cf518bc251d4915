-- One row: how many standings were inserted and updated. Rows that are as they were are not touched.
with incoming as (
  -- the file's rows, with the keys of the database
  select
    member.company_id,
    member.id as member_id,
    competency.id as competency_id,
    staged.status,
    staged.validated_at,
    staged.expires_at,
    validator.id as validator_id,
    staged.is_validated
  from staged_competency_standing as staged
  join reporting.member on member.uuid = staged.member_id
  join reporting.competency on competency.uuid = staged.competency_id
  left join reporting.member as validator on validator.uuid = staged.validator_id
),
updated as (
  update reporting.competency_standing as present
  set
    status = incoming.status,
    validated_at = incoming.validated_at,
    expires_at = incoming.expires_at,
    validator_id = incoming.validator_id,
    is_validated = incoming.is_validated
  from incoming
  where present.member_id = incoming.member_id and present.competency_id = incoming.competency_id
    and (present.status, present.validated_at, present.expires_at, present.validator_id, present.is_validated)
      is distinct from (incoming.status, incoming.validated_at, incoming.expires_at, incoming.validator_id, incoming.is_validated)
  returning 1
),
inserted as (
  insert into reporting.competency_standing (company_id, member_id, competency_id, status, validated_at, expires_at, validator_id, is_validated)
  select company_id, member_id, competency_id, status, validated_at, expires_at, validator_id, is_validated
  from incoming
  where not exists (select from reporting.competency_standing as present where present.member_id = incoming.member_id and present.competency_id = incoming.competency_id)
  returning 1
)
select
  (select count(*) from inserted) as inserted,
  (select count(*) from updated) as updated
