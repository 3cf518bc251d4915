-- Returns the organization's names of the twelve measurements by key, with null for those that it has not named. In
-- PL/pgSQL, which caches the plan, because every request calls it.
create or replace function reporting.measurement_names(organization integer) returns text[]
  language plpgsql stable parallel safe
as $$
begin
  return array(
    select own.name::text
    from generate_series(1, 12) as measurement (key)
    left join reporting.measurement_name as own
      on own.company_id = organization
      and own.key = measurement.key
    order by measurement.key
  );
end;
$$;
