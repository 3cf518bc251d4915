-- One row: how many records of the members were deleted.
with deleted_standing as (
  delete from reporting.competency_standing where member_id = any ($memberIds::integer[]) returning 1
),
deleted_ticket as (
  delete from reporting.ticket where member_id = any ($memberIds::integer[]) returning 1
),
deleted_assignment as (
  delete from reporting.profile_assignment where member_id = any ($memberIds::integer[]) returning 1
),
deleted_affiliation as (
  delete from reporting.affiliation where member_id = any ($memberIds::integer[]) returning 1
)
select
  (select count(*) from deleted_standing) as "standings",
  (select count(*) from deleted_ticket) as "tickets",
  (select count(*) from deleted_assignment) as "assignments",
  (select count(*) from deleted_affiliation) as "affiliations"
