-- A row per recorded standing in an organization, with its status at an instant. Limited to the status `asked` and to
-- standings that expire before `expires_before`, unless these are null.
create or replace function reporting.recorded_standing(
  organization integer,
  asked reporting.standing_status,
  expires_before timestamptz,
  at timestamptz
) returns table (
  member_id integer,
  competency_id integer,
  validated_at timestamptz,
  expires_at timestamptz,
  validator_id integer,
  status reporting.standing_status
)
  language sql stable parallel safe
begin atomic
  select
    recorded.member_id,
    recorded.competency_id,
    recorded.validated_at,
    recorded.expires_at,
    recorded.validator_id,
    now.status
  from reporting.competency_standing as recorded
  cross join lateral (
    select reporting.standing_at(
      recorded.status, recorded.is_validated, recorded.expires_at, at
    ) as status
  ) as now
  where recorded.company_id = organization
    and (asked is null or now.status = asked)
    and (expires_before is null or recorded.expires_at < expires_before);
end;
