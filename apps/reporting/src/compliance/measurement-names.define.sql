-- What an organization calls the twelve measurements, by key; null for one without a name of its own.
-- In PL/pgSQL, which keeps the plan: every request calls it.
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
