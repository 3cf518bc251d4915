-- name: people
-- A row per selected member in order of names, with the position of their first department among the departments of the
-- organization. With $profiles, only members who have one of them in a department that counts.
select
  member.id,
  min(department.place) as place
from reporting.counted_affiliation(
  $organization::integer, $functions::reporting.affiliation_function[]
) as counted
join (
  select id, row_number() over (order by name_folded, uuid) as place
  from reporting.department
  where company_id = $organization::integer
) as department on department.id = counted.department_id
join reporting.member on member.id = counted.member_id
join reporting.account on account.id = member.account_id
where ($departments::integer[] is null or counted.department_id = any ($departments::integer[]))
  and ($members::integer[] is null or counted.member_id = any ($members::integer[]))
  and (
    $q::text is null
    or account.name_folded like all ((select reporting.word_patterns($q::text))::text[])
    or reporting.is_part($q::text, member.code)
  )
group by member.id, account.id
-- not a condition on rows: the first department is also the one in which the member has no such profile
having $profiles::integer[] is null
  or bool_or(exists (
    select
    from reporting.profile_assignment as assignment
    where assignment.member_id = counted.member_id
      and assignment.department_id = counted.department_id
      and assignment.profile_id = any ($profiles::integer[])
  ))
order by account.name_folded, member.uuid

-- name: head
-- One row: the summary of the people $ids, who are given in order, the columns, and the people of the rows in order
-- as [key, required, satisfied]. $lackingOnly excludes people who lack nothing, $requiredOnly columns that are not
-- required of anybody, and $columnsLackingOnly columns that nobody lacks. The summary and the counts of a column
-- always include all selected people. Satisfied competencies are read from the members' bitmaps.
--
-- Order of columns: measurement, number, name, ID; with $columnsByLacking first the number of people who lack it. Order
-- of people: as given; with $byLacking first the number of requirements they lack, with $byPlace first $places.
with person as materialized (
  select id, place, position
  from unnest($ids::integer[], $places::integer[]) with ordinality as given (id, place, position)
),
item as materialized (
  -- possible columns
  select kind, id, uuid, number collate "C" as number, name, name_folded collate "C" as name_folded, measurement
  from reporting.expirable_item($organization::integer)
  where ($measurements::integer[] is null or measurement = any ($measurements::integer[]))
    and case
      when $achievements::integer[] is null and $competencies::integer[] is null then true
      when kind = 'achievement' then id = any ($achievements::integer[])
      else id = any ($competencies::integer[])
    end
),
bitmap as materialized (
  -- competencies satisfied at the instant, computed from standings if the stored bitmap is not exact
  select person.id as member_id, stored.chunk, exact.validated | exact.not_applicable_validated as satisfied
  from person
  join reporting.standing_bitmap as stored on stored.member_id = person.id
  cross join lateral (
    select stored.validated, stored.not_applicable_validated
    where stored.valid_from <= $now::timestamptz
      and $now::timestamptz < stored.valid_until
    union all
    select counted.validated, counted.not_applicable_validated
    from reporting.count_standings(stored.member_id, stored.chunk, $now::timestamptz) as counted
    where not (stored.valid_from <= $now::timestamptz and $now::timestamptz < stored.valid_until)
  ) as exact
  where stored.company_id = $organization::integer
),
cell as (
  select
    'achievement' as kind,
    own.achievement_id as item_id,
    own.member_id,
    own.is_required,
    own.status is not null as is_recorded,
    coalesce(own.status = 'Valid', false) as is_satisfied
  from reporting.member_achievement(
    $organization::integer, $departments::integer[], $functions::reporting.affiliation_function[], $ids::integer[],
    $requiredOnly::boolean, $now::timestamptz
  ) as own
  union all
  select
    'competency',
    own.competency_id,
    own.member_id,
    own.is_required,
    not own.is_required and exists (
      select
      from reporting.competency_standing as standing
      where standing.member_id = own.member_id
        and standing.competency_id = own.competency_id
    ),
    coalesce(get_bit(bitmap.satisfied, own.competency_id & 1023) = 1, false)
  from reporting.member_competency(
    $organization::integer, $departments::integer[], $functions::reporting.affiliation_function[], $ids::integer[],
    $requiredOnly::boolean
  ) as own
  left join bitmap
    on bitmap.member_id = own.member_id
    and bitmap.chunk = reporting.bitmap_chunk(own.competency_id)
),
counted as materialized (
  -- the number of required and satisfied cells by item, and by person
  select
    cell.kind,
    cell.item_id,
    cell.member_id,
    count(*) filter (where cell.is_required)::integer as required,
    count(*) filter (where cell.is_required and cell.is_satisfied)::integer as satisfied
  from cell
  join item on item.kind = cell.kind and item.id = cell.item_id
  where cell.is_required
    or cell.is_recorded
  group by grouping sets ((cell.kind, cell.item_id), (cell.member_id))
),
ordered_column as materialized (
  select
    item.*,
    counted.required as people,
    counted.required - counted.satisfied as lacking,
    row_number() over (
      order by
        case when $columnsByLacking::boolean then counted.satisfied - counted.required end,
        item.measurement, item.number, item.name_folded, item.uuid
    ) - 1 as index
  from item
  join counted on counted.kind = item.kind and counted.item_id = item.id
  where not $columnsLackingOnly::boolean
    or counted.required > counted.satisfied
),
person_total as materialized (
  select
    person.*,
    coalesce(counted.required, 0) as required,
    coalesce(counted.satisfied, 0) as satisfied
  from person
  left join counted on counted.member_id = person.id
),
listed as (
  select
    *,
    row_number() over (
      order by
        case when $byPlace::boolean then place end,
        case when $byLacking::boolean then satisfied - required end,
        position
    ) as row
  from person_total
  where not $lackingOnly::boolean
    or required > satisfied
)
select
  (
    select
      json_build_object(
        'people', count(*),
        'peopleLacking', count(*) filter (where required > satisfied),
        'required', coalesce(sum(required), 0),
        'satisfied', coalesce(sum(satisfied), 0)
      )
    from person_total
  ) as "summary",
  (select count(*) from ordered_column) as "columnsTotal",
  array(
    select
      json_build_object(
        'index', index, 'kind', kind, 'key', id, 'id', uuid, 'number', number, 'name', name,
        'measurementKey', measurement, 'people', people, 'lacking', lacking
      )
    from ordered_column
    where $columnsLimit::integer is null
      or index >= $columnsOffset::bigint and index < $columnsOffset::bigint + $columnsLimit::integer
    order by index
  ) as "columns",
  (select count(*) from listed) as "total",
  (
    select coalesce(json_agg(json_build_array(id, required, satisfied) order by row), '[]')
    from listed
    where $limit::integer is null
      or row > $offset::bigint and row <= $offset::bigint + $limit::integer
  ) as "people"

-- name: rows
-- A row per person of $ids, in this order, with the departments in which they are counted and the cells of
-- $achievements and $competencies: requirements there, and recorded items of a profile or ticket, with the current
-- status as in person.sql. A cell is [item, status, required, satisfied, held since, expires]. The item is the key of
-- an achievement or the negative key of a competency; times are Unix times in milliseconds.
--
-- "in … is true" forces a hash table of the columns, regardless of the estimated number of rows.
with cell as materialized (
  select
    part.member_id,
    json_agg(
      json_build_array(
        part.item,
        part.status,
        part.is_required,
        part.is_satisfied,
        (extract(epoch from part.held_since) * 1000)::bigint,
        (extract(epoch from part.expires_at) * 1000)::bigint
      )
    ) as cells
  from (
    select
      own.member_id,
      own.achievement_id as item,
      coalesce(own.status::text, 'missing') as status,
      own.is_required,
      coalesce(own.status = 'Valid', false) as is_satisfied,
      own.issued_at as held_since,
      own.expires_at
    from reporting.member_achievement(
      $organization::integer, $departments::integer[], $functions::reporting.affiliation_function[], $ids::integer[],
      false, $now::timestamptz
    ) as own
    where (own.achievement_id in (select unnest($achievements::integer[]))) is true
    union all
    select
      own.member_id,
      -own.competency_id,
      coalesce(now.status::text, 'Not Completed'),
      own.is_required,
      coalesce(now.status = 'Validated' or now.status = 'Not Applicable' and standing.is_validated, false),
      standing.validated_at,
      standing.expires_at
    from reporting.member_competency(
      $organization::integer, $departments::integer[], $functions::reporting.affiliation_function[], $ids::integer[],
      false
    ) as own
    left join reporting.competency_standing as standing
      on standing.member_id = own.member_id
      and standing.competency_id = own.competency_id
    cross join lateral (
      select reporting.standing_at(
        standing.status, standing.is_validated, standing.expires_at, $now::timestamptz
      ) as status
    ) as now
    where (own.competency_id in (select unnest($competencies::integer[]))) is true
      and (own.is_required or standing.member_id is not null)
  ) as part
  group by part.member_id
)
select
  member.uuid as "memberId",
  account.name as "memberName",
  member.code as "memberCode",
  member.job_title as "jobTitle",
  (
    select
      json_agg(
        json_build_object('id', department.uuid, 'name', department.name, 'code', department.code)
        order by department.name_folded, department.uuid
      )
    from reporting.counted_affiliation(
      $organization::integer, $functions::reporting.affiliation_function[]
    ) as counted
    join reporting.department on department.id = counted.department_id
    where counted.member_id = member.id
      and ($departments::integer[] is null or department.id = any ($departments::integer[]))
  ) as "departments",
  coalesce(cell.cells, '[]') as "cells"
from unnest($ids::integer[]) with ordinality as listed (id, position)
join reporting.member on member.id = listed.id
join reporting.account on account.id = member.account_id
left join cell on cell.member_id = member.id
where member.company_id = $organization::integer
order by listed.position
