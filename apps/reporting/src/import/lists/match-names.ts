import { parseStatement } from '@platform/db';

/**
 * Finds the record of each name: one with an equal folded name, or else the one that an earlier list created for it.
 * Other names are staged as new records.
 */
export const matchNames = (
  [
    ['departments.csv', 'department', 'unnest(departments, department_ids)', 'is_facility', 'true'],
    ['profiles.csv', 'profile', 'unnest(profiles, profile_ids)', 'code', 'null'],
    ['achievements.csv', 'achievement', '(values (achievement, achievement_id))', 'type', 'type'],
  ] as const
).map(([file, table, items, column, value]) =>
  parseStatement<object>(
    `match-${table}s.sql`,
    `with named as (
  select
    item.id,
    (array_agg(item.name order by listed.line))[1] as name,
    min(listed.line) as line,
    max(${column === 'type' ? 'listed.type' : 'null::smallint'}) as type
  from listed
  cross join lateral ${items} as item (name, id)
  where item.id is not null
  group by item.id
),
present as (
  select reporting.fold(name) as folded, min(uuid::text)::uuid as uuid, count(*) as matches
  from reporting.${table}
  where company_id = $companyId::integer
  group by reporting.fold(name)
),
matched as (
  insert into listed_name (file, id, record_id, name, line, type, is_new, matches)
  select
    '${file}',
    named.id,
    coalesce(
      present.uuid,
      known.uuid,
      first_value(named.id) over (partition by reporting.fold(named.name) order by named.line, named.id)
    ),
    named.name,
    named.line,
    named.type,
    coalesce(present.uuid, known.uuid) is null
      and row_number() over (partition by reporting.fold(named.name) order by named.line, named.id) = 1,
    coalesce(present.matches, 0)
  from named
  left join present on present.folded = reporting.fold(named.name)
  left join reporting.${table} as known on known.uuid = named.id and known.company_id = $companyId::integer
  returning *
)
insert into staged_${table} (line, id, company_id, name, ${column})
select line, record_id, $companyUuid::uuid, name, ${value}
from matched
where is_new`,
  ),
);
