-- name: find-standing
-- One row: a member's standing in a competency.
select
  member.uuid as "memberId",
  competency.uuid as "competencyId",
  standing.status,
  standing.is_validated as "isValidated",
  standing.validated_at as "validatedAt",
  standing.expires_at as "expiresAt",
  validator.uuid as "validatorId",
  standing.source
from reporting.competency_standing as standing
join reporting.member on member.id = standing.member_id
join reporting.competency on competency.id = standing.competency_id
left join reporting.member as validator on validator.id = standing.validator_id
where standing.company_id = $organization::integer
  and member.uuid = $memberId::uuid
  and competency.uuid = $competencyId::uuid

-- name: write-standing
-- Sets a member's standing in a competency. One row with the validator; none if the organization lacks the competency.
insert into reporting.competency_standing (
  company_id, member_id, competency_id, status, is_validated, validated_at, expires_at, validator_id, source
)
select
  member.company_id,
  member.id,
  competency.id,
  $status::reporting.standing_status,
  $isValidated::boolean,
  $validatedAt::timestamptz(3),
  $expiresAt::timestamptz(3),
  validator.id,
  'hand'
from reporting.member
join reporting.competency on competency.company_id = member.company_id
left join reporting.member as validator
  on validator.company_id = member.company_id
  and validator.uuid = $validatorId::uuid
where member.company_id = $organization::integer
  and member.uuid = $memberId::uuid
  and competency.uuid = $competencyId::uuid
on conflict (member_id, competency_id) do update set
  status = excluded.status,
  is_validated = excluded.is_validated,
  validated_at = excluded.validated_at,
  expires_at = excluded.expires_at,
  validator_id = excluded.validator_id,
  source = excluded.source
returning validator_id as validator

-- name: withdraw-standing
-- Deletes a member's standing in a competency, and prevents imports from bringing it back.
with withdrawn as (
  insert into reporting.withdrawn_record (member_uuid, record_uuid)
  values ($memberId::uuid, $competencyId::uuid)
  on conflict do nothing
)
delete from reporting.competency_standing as standing
using reporting.member, reporting.competency
where standing.company_id = $organization::integer
  and member.id = standing.member_id
  and member.uuid = $memberId::uuid
  and competency.id = standing.competency_id
  and competency.uuid = $competencyId::uuid
