-- Makes up the statistics of so many months before the only one there is, each as of its last Sunday at two.
-- People and names are those of now; some of what is validated now was still to be done, the more the
-- longer ago, one to three of a hundred a month, which differs from person to person.
insert into reporting.monthly_statistic (
  company_id, month, department_uuid, member_uuid, item_number,
  department_role, company_name, department_name, member_name,
  required, validated, expired, not_completed, not_applicable, not_applicable_validated,
  needs_training, self_assessed, submitted, as_at
)
select
  latest.company_id,
  earlier.month,
  latest.department_uuid,
  latest.member_uuid,
  latest.item_number,
  latest.department_role,
  latest.company_name,
  latest.department_name,
  latest.member_name,
  latest.required,
  latest.validated - undone.count,
  latest.expired,
  latest.not_completed + undone.count,
  latest.not_applicable,
  latest.not_applicable_validated,
  latest.needs_training,
  latest.self_assessed,
  latest.submitted,
  (earlier.last_day - extract(dow from earlier.last_day)::integer + time '02:00') at time zone 'UTC'
from reporting.monthly_statistic as latest
cross join generate_series(1, $months::integer) as months_ago
cross join lateral (
  select
    (latest.month - make_interval(months => months_ago))::date as month,
    (latest.month - make_interval(months => months_ago - 1))::date - 1 as last_day
) as earlier
cross join lateral (
  -- the last byte of an id is as good as chance, and the same at every run of the seed
  select
    latest.validated * months_ago * (1 + get_byte(uuid_send(latest.member_uuid), 15) % 3) / 100
      as count
) as undone
where latest.company_id = $organization::integer
