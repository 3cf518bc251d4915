-- A version is handed out once, lines and pre-releases leave the current version as it is, and a change is found by
-- its version, its commit and its position among the changes of all packages. The table is rewritten once, in about
-- ten seconds per million changes; increments wait meanwhile.

alter table versioning.package
  add column leads_at integer not null default 0,
  add column unmoved integer not null default 0;

create sequence versioning.position_origin as bigint minvalue 0 start with 0;

alter table versioning.package_change
  add column is_repeat boolean,
  add column pre_label text collate "C",
  add column pre_number integer,
  add column commit text collate "C",
  add column position bigint,
  add constraint package_change_pre_release_is_whole check ((pre_label is null) = (pre_number is null));

-- Changes from before are in the order of their time, in milliseconds.
alter table versioning.package_change
  alter column position type bigint using (extract(epoch from at) * 1000)::bigint,
  alter column position set not null;

-- A new change follows all of them, in the order of the transactions.
select setval('versioning.position_origin', (select coalesce(max(position), 0) from versioning.package_change));

alter table versioning.package_change
  alter column position set default
    pg_current_xact_id()::text::bigint + coalesce(pg_sequence_last_value('versioning.position_origin'::regclass), 0);

-- Histories that hold a version twice are kept: the later rows are marked.
update versioning.package_change as change
set is_repeat = repeated.is_repeat
from (
  select
    package_id,
    revision,
    component,
    row_number() over (partition by package_id, major, minor, patch order by revision) > 1 as is_repeat
  from versioning.package_change
) as repeated
where change.package_id = repeated.package_id
  and change.revision = repeated.revision
  and (repeated.is_repeat or repeated.component = 'Set');

-- Null is what the previous release writes: its increments hand out a version, its sets may repeat one.
create unique index package_change_release_key on versioning.package_change
  (package_id, major, minor, patch, (case when coalesce(is_repeat, component = 'Set') then revision else 0 end))
  where pre_label is null;

create unique index package_change_pre_release_key on versioning.package_change
  (package_id, major, minor, patch, pre_label, pre_number)
  where pre_label is not null;

create unique index package_change_position_key on versioning.package_change (position, package_id, revision);

create index package_change_commit_idx on versioning.package_change (lower(commit) collate "C")
  where commit is not null;
