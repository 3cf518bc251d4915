-- name: find-ticket
-- One row: a ticket of the organization; with $memberId, only if it is that member's.
select
  ticket.uuid as id,
  member.uuid as "memberId",
  achievement.uuid as "achievementId",
  ticket.status,
  ticket.is_required as "isRequired",
  ticket.issued_at as "issuedAt",
  ticket.expires_at as "expiresAt",
  ticket.certificate_number as "certificateNumber",
  ticket.note,
  ticket.source
from reporting.ticket
join reporting.member on member.id = ticket.member_id
join reporting.achievement on achievement.id = ticket.achievement_id
where ticket.company_id = $organization::integer
  and ticket.uuid = $id::uuid
  and ($memberId::uuid is null or member.uuid = $memberId::uuid)

-- name: write-ticket
-- Inserts or updates a ticket, if the organization has the achievement.
insert into reporting.ticket (
  uuid, company_id, member_id, achievement_id, status, is_required, issued_at, expires_at, certificate_number, note,
  source
)
select
  $id::uuid,
  member.company_id,
  member.id,
  achievement.id,
  $status::reporting.ticket_status,
  $isRequired::boolean,
  $issuedAt::timestamptz(3),
  $expiresAt::timestamptz(3),
  $certificateNumber::text,
  $note::text,
  'hand'
from reporting.member
join reporting.achievement on achievement.company_id = member.company_id
where member.company_id = $organization::integer
  and member.uuid = $memberId::uuid
  and achievement.uuid = $achievementId::uuid
on conflict (uuid) do update set
  achievement_id = excluded.achievement_id,
  status = excluded.status,
  is_required = excluded.is_required,
  issued_at = excluded.issued_at,
  expires_at = excluded.expires_at,
  certificate_number = excluded.certificate_number,
  note = excluded.note,
  source = excluded.source

-- name: withdraw-ticket
-- Deletes a ticket, and prevents imports from bringing it back.
with withdrawn as (
  insert into reporting.withdrawn_record (member_uuid, record_uuid)
  values ($memberId::uuid, $id::uuid)
  on conflict do nothing
)
delete from reporting.ticket
where company_id = $organization::integer
  and uuid = $id::uuid
