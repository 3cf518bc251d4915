-- A row per achievement and competency of an organization, with the same columns. Order names by
-- `name_folded collate "C"`, as stored: the result of a function does not have the column's collation.
create or replace function reporting.expirable_item(organization integer) returns table (
  kind text,
  id integer,
  uuid uuid,
  number text,
  name text,
  name_folded text,
  measurement integer
)
  language sql stable parallel safe
begin atomic
  select
    'achievement' as kind,
    achievement.id,
    achievement.uuid,
    null as number,
    achievement.name,
    achievement.name_folded,
    achievement.measurement::integer
  from reporting.achievement
  where achievement.company_id = organization
  union all
  select
    'competency',
    competency.id,
    competency.uuid,
    competency.number,
    competency.name,
    reporting.fold(competency.name),
    case competency.criticality when 'Critical' then 3 else 4 end
  from reporting.competency
  where competency.company_id = organization;
end;
