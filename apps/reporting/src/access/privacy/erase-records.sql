-- One row: how many records of the members were deleted.
with standing as (
  delete from reporting.competency_standing where member_id = any ($memberIds::integer[]) returning 1
),
ticket as (
  delete from reporting.ticket where member_id = any ($memberIds::integer[]) returning 1
),
assignment as (
  delete from reporting.profile_assignment where member_id = any ($memberIds::integer[]) returning 1
),
affiliation as (
  delete from reporting.affiliation where member_id = any ($memberIds::integer[]) returning 1
)
select
  (select count(*) from standing) as "standings",
  (select count(*) from ticket) as "tickets",
  (select count(*) from assignment) as "assignments",
  (select count(*) from affiliation) as "affiliations"
