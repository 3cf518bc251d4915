-- name: find-service
-- One row: the current state of a secret's service account, with its organization and the departments that reports
-- show, null for all. No row if there is no such secret. Records the last use at most once a minute.
with presented as (
  select id, service_account_id, prefix
  from reporting.service_secret
  where hash = $hash::bytea
),
used as (
  update reporting.service_secret
  set last_used_at = now()
  from presented
  where service_secret.id = presented.id
    and (last_used_at is null or last_used_at < now() - interval '1 minute')
)
select
  presented.prefix,
  account.id,
  account.uuid,
  account.name,
  coalesce(account.expires_at <= now(), false) as "isExpired",
  jsonb_build_object(
    'id', company.id,
    'uuid', company.uuid,
    'handle', company.handle,
    'name', company.name,
    'measurementNames', reporting.measurement_names(company.id),
    'isMember', true,
    'hasAccess', true,
    'isDeveloper', true,
    'keepsRecords', false,
    'shownDepartments',
    case
      when account.report_departments is not null then array(
        select id
        from reporting.department
        where company_id = company.id
          and uuid = any (account.report_departments)
        order by id
      )
    end
  ) as own
from presented
join reporting.service_account as account on account.id = presented.service_account_id
join reporting.company on company.id = account.company_id
