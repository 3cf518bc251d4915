-- A row per member counted in any of `departments` and included in `members` (null means all) whose name contains all
-- words of `q` or whose code contains `q`. Order names by `name_folded collate "C"`, as stored: the result of a
-- function does not have the column's collation.
create or replace function reporting.reported_member(
  organization integer,
  departments integer[],
  members integer[],
  q text
) returns table (id integer, uuid uuid, name text, name_folded text, email text)
  language sql stable parallel safe
begin atomic
  select member.id, member.uuid, account.name, account.name_folded, account.email
  from reporting.member
  join reporting.account on account.id = member.account_id
  where member.company_id = organization
    and member.id in (
      select counted.member_id
      from reporting.counted_affiliation(organization) as counted
      where departments is null or counted.department_id = any (departments)
    )
    and (members is null or member.id = any (members))
    and (
      q is null
      or account.name_folded like all ((select reporting.word_patterns(q))::text[])
      or reporting.is_part(q, member.code)
    );
end;

-- The same members, but only their IDs: names are read only if `q` is not null.
create or replace function reporting.reported_member_id(
  organization integer,
  departments integer[],
  members integer[],
  q text
) returns table (id integer)
  language sql stable parallel safe
begin atomic
  select distinct counted.member_id
  from reporting.counted_affiliation(organization) as counted
  where (departments is null or counted.department_id = any (departments))
    and (members is null or counted.member_id = any (members))
    and (q is null or exists (
      select
      from reporting.member
      join reporting.account on account.id = member.account_id
      where member.id = counted.member_id
        and (
          account.name_folded like all ((select reporting.word_patterns(q))::text[])
          or reporting.is_part(q, member.code)
        )
    ));
end;
