-- One row: how many competencies of profiles were inserted and updated. Rows that are as they were are not touched.
with incoming as (
  -- the file's rows, with the keys of the database
  select
    profile.company_id,
    profile.id as profile_id,
    competency.id as competency_id
  from staged_profile_competency as staged
  join reporting.profile on profile.uuid = staged.profile_id
  join reporting.competency on competency.uuid = staged.competency_id
),
inserted as (
  insert into reporting.profile_competency (company_id, profile_id, competency_id)
  select company_id, profile_id, competency_id
  from incoming
  where not exists (select from reporting.profile_competency as present where present.profile_id = incoming.profile_id and present.competency_id = incoming.competency_id)
  returning 1
)
select
  (select count(*) from inserted) as inserted,
  0 as updated
