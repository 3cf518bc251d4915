-- One row: how many tickets were inserted and updated. Rows that are as they were are not touched.
with incoming as (
  -- the file's rows, with the keys of the database
  select
    staged.id as uuid,
    member.company_id,
    member.id as member_id,
    achievement.id as achievement_id,
    staged.status,
    staged.issued_at,
    staged.expires_at,
    staged.is_required
  from staged_ticket as staged
  join reporting.member on member.uuid = staged.member_id
  join reporting.achievement on achievement.uuid = staged.achievement_id
),
updated as (
  update reporting.ticket as present
  set
    member_id = incoming.member_id,
    achievement_id = incoming.achievement_id,
    status = incoming.status,
    issued_at = incoming.issued_at,
    expires_at = incoming.expires_at,
    is_required = incoming.is_required
  from incoming
  where present.uuid = incoming.uuid
    and (present.member_id, present.achievement_id, present.status, present.issued_at, present.expires_at, present.is_required)
      is distinct from (incoming.member_id, incoming.achievement_id, incoming.status, incoming.issued_at, incoming.expires_at, incoming.is_required)
  returning 1
),
inserted as (
  insert into reporting.ticket (uuid, company_id, member_id, achievement_id, status, issued_at, expires_at, is_required)
  select uuid, company_id, member_id, achievement_id, status, issued_at, expires_at, is_required
  from incoming
  where not exists (select from reporting.ticket as present where present.uuid = incoming.uuid)
  returning 1
)
select
  (select count(*) from inserted) as inserted,
  (select count(*) from updated) as updated
