-- A row: a member whom reports count in a department, in one of `departments` and one of `members` where these are
-- given, whose name has all words of `q`, or whose code contains it. Names are ordered by `name_folded collate "C"`, as
-- they are stored: the result of a function has no collation of its own.
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
      or not exists (
        select from reporting.words_of(q) where position(word in account.name_folded) = 0
      )
      or position(lower(q collate "und-x-icu") in lower(member.code)) > 0
    );
end;

-- Their ids alone: names are read only where words are looked for.
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
          not exists (
            select from reporting.words_of(q) where position(word in account.name_folded) = 0
          )
          or position(lower(q collate "und-x-icu") in lower(member.code)) > 0
        )
    ));
end;
