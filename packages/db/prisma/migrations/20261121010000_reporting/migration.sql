-- Folds a name for search and order (decisions-reporting, "Folding"): 'Łukasz Straße' is 'lukasz strasse'.
-- The only implementation: names are folded by the columns generated from it, searches by a call.
create function reporting.fold(name text) returns text
  language sql immutable strict parallel safe
return case
  -- most names are ASCII, which has no marks and nothing to decompose
  when octet_length(name) = char_length(name) then lower(name collate "und-x-icu")
  else replace(replace(replace(replace(translate(
    lower(regexp_replace(
      normalize(name, nfkd),
      -- every mark of Unicode 17 (category M)
      '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A'
      '\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u0711\u0730-\u074A'
      '\u07A6-\u07B0\u07EB-\u07F3\u07FD\u0816-\u0819\u081B-\u0823\u0825-\u0827\u0829-\u082D'
      '\u0859-\u085B\u0897-\u089F\u08CA-\u08E1\u08E3-\u0903\u093A-\u093C\u093E-\u094F\u0951-\u0957'
      '\u0962\u0963\u0981-\u0983\u09BC\u09BE-\u09C4\u09C7\u09C8\u09CB-\u09CD\u09D7\u09E2\u09E3'
      '\u09FE\u0A01-\u0A03\u0A3C\u0A3E-\u0A42\u0A47\u0A48\u0A4B-\u0A4D\u0A51\u0A70\u0A71\u0A75'
      '\u0A81-\u0A83\u0ABC\u0ABE-\u0AC5\u0AC7-\u0AC9\u0ACB-\u0ACD\u0AE2\u0AE3\u0AFA-\u0AFF'
      '\u0B01-\u0B03\u0B3C\u0B3E-\u0B44\u0B47\u0B48\u0B4B-\u0B4D\u0B55-\u0B57\u0B62\u0B63\u0B82'
      '\u0BBE-\u0BC2\u0BC6-\u0BC8\u0BCA-\u0BCD\u0BD7\u0C00-\u0C04\u0C3C\u0C3E-\u0C44\u0C46-\u0C48'
      '\u0C4A-\u0C4D\u0C55\u0C56\u0C62\u0C63\u0C81-\u0C83\u0CBC\u0CBE-\u0CC4\u0CC6-\u0CC8'
      '\u0CCA-\u0CCD\u0CD5\u0CD6\u0CE2\u0CE3\u0CF3\u0D00-\u0D03\u0D3B\u0D3C\u0D3E-\u0D44'
      '\u0D46-\u0D48\u0D4A-\u0D4D\u0D57\u0D62\u0D63\u0D81-\u0D83\u0DCA\u0DCF-\u0DD4\u0DD6'
      '\u0DD8-\u0DDF\u0DF2\u0DF3\u0E31\u0E34-\u0E3A\u0E47-\u0E4E\u0EB1\u0EB4-\u0EBC\u0EC8-\u0ECE'
      '\u0F18\u0F19\u0F35\u0F37\u0F39\u0F3E\u0F3F\u0F71-\u0F84\u0F86\u0F87\u0F8D-\u0F97'
      '\u0F99-\u0FBC\u0FC6\u102B-\u103E\u1056-\u1059\u105E-\u1060\u1062-\u1064\u1067-\u106D'
      '\u1071-\u1074\u1082-\u108D\u108F\u109A-\u109D\u135D-\u135F\u1712-\u1715\u1732-\u1734'
      '\u1752\u1753\u1772\u1773\u17B4-\u17D3\u17DD\u180B-\u180D\u180F\u1885\u1886\u18A9'
      '\u1920-\u192B\u1930-\u193B\u1A17-\u1A1B\u1A55-\u1A5E\u1A60-\u1A7C\u1A7F\u1AB0-\u1ADD'
      '\u1AE0-\u1AEB\u1B00-\u1B04\u1B34-\u1B44\u1B6B-\u1B73\u1B80-\u1B82\u1BA1-\u1BAD\u1BE6-\u1BF3'
      '\u1C24-\u1C37\u1CD0-\u1CD2\u1CD4-\u1CE8\u1CED\u1CF4\u1CF7-\u1CF9\u1DC0-\u1DFF\u20D0-\u20F0'
      '\u2CEF-\u2CF1\u2D7F\u2DE0-\u2DFF\u302A-\u302F\u3099\u309A\uA66F-\uA672\uA674-\uA67D'
      '\uA69E\uA69F\uA6F0\uA6F1\uA802\uA806\uA80B\uA823-\uA827\uA82C\uA880\uA881\uA8B4-\uA8C5'
      '\uA8E0-\uA8F1\uA8FF\uA926-\uA92D\uA947-\uA953\uA980-\uA983\uA9B3-\uA9C0\uA9E5\uAA29-\uAA36'
      '\uAA43\uAA4C\uAA4D\uAA7B-\uAA7D\uAAB0\uAAB2-\uAAB4\uAAB7\uAAB8\uAABE\uAABF\uAAC1'
      '\uAAEB-\uAAEF\uAAF5\uAAF6\uABE3-\uABEA\uABEC\uABED\uFB1E\uFE00-\uFE0F\uFE20-\uFE2F\U000101FD'
      '\U000102E0\U00010376-\U0001037A\U00010A01-\U00010A03\U00010A05\U00010A06'
      '\U00010A0C-\U00010A0F\U00010A38-\U00010A3A\U00010A3F\U00010AE5\U00010AE6'
      '\U00010D24-\U00010D27\U00010D69-\U00010D6D\U00010EAB\U00010EAC\U00010EFA-\U00010EFF'
      '\U00010F46-\U00010F50\U00010F82-\U00010F85\U00011000-\U00011002\U00011038-\U00011046'
      '\U00011070\U00011073\U00011074\U0001107F-\U00011082\U000110B0-\U000110BA\U000110C2'
      '\U00011100-\U00011102\U00011127-\U00011134\U00011145\U00011146\U00011173'
      '\U00011180-\U00011182\U000111B3-\U000111C0\U000111C9-\U000111CC\U000111CE\U000111CF'
      '\U0001122C-\U00011237\U0001123E\U00011241\U000112DF-\U000112EA\U00011300-\U00011303'
      '\U0001133B\U0001133C\U0001133E-\U00011344\U00011347\U00011348\U0001134B-\U0001134D\U00011357'
      '\U00011362\U00011363\U00011366-\U0001136C\U00011370-\U00011374\U000113B8-\U000113C0'
      '\U000113C2\U000113C5\U000113C7-\U000113CA\U000113CC-\U000113D0\U000113D2\U000113E1\U000113E2'
      '\U00011435-\U00011446\U0001145E\U000114B0-\U000114C3\U000115AF-\U000115B5'
      '\U000115B8-\U000115C0\U000115DC\U000115DD\U00011630-\U00011640\U000116AB-\U000116B7'
      '\U0001171D-\U0001172B\U0001182C-\U0001183A\U00011930-\U00011935\U00011937\U00011938'
      '\U0001193B-\U0001193E\U00011940\U00011942\U00011943\U000119D1-\U000119D7'
      '\U000119DA-\U000119E0\U000119E4\U00011A01-\U00011A0A\U00011A33-\U00011A39'
      '\U00011A3B-\U00011A3E\U00011A47\U00011A51-\U00011A5B\U00011A8A-\U00011A99'
      '\U00011B60-\U00011B67\U00011C2F-\U00011C36\U00011C38-\U00011C3F\U00011C92-\U00011CA7'
      '\U00011CA9-\U00011CB6\U00011D31-\U00011D36\U00011D3A\U00011D3C\U00011D3D'
      '\U00011D3F-\U00011D45\U00011D47\U00011D8A-\U00011D8E\U00011D90\U00011D91'
      '\U00011D93-\U00011D97\U00011EF3-\U00011EF6\U00011F00\U00011F01\U00011F03'
      '\U00011F34-\U00011F3A\U00011F3E-\U00011F42\U00011F5A\U00013440\U00013447-\U00013455'
      '\U0001611E-\U0001612F\U00016AF0-\U00016AF4\U00016B30-\U00016B36\U00016F4F'
      '\U00016F51-\U00016F87\U00016F8F-\U00016F92\U00016FE4\U00016FF0\U00016FF1\U0001BC9D\U0001BC9E'
      '\U0001CF00-\U0001CF2D\U0001CF30-\U0001CF46\U0001D165-\U0001D169\U0001D16D-\U0001D172'
      '\U0001D17B-\U0001D182\U0001D185-\U0001D18B\U0001D1AA-\U0001D1AD\U0001D242-\U0001D244'
      '\U0001DA00-\U0001DA36\U0001DA3B-\U0001DA6C\U0001DA75\U0001DA84\U0001DA9B-\U0001DA9F'
      '\U0001DAA1-\U0001DAAF\U0001E000-\U0001E006\U0001E008-\U0001E018\U0001E01B-\U0001E021'
      '\U0001E023\U0001E024\U0001E026-\U0001E02A\U0001E08F\U0001E130-\U0001E136\U0001E2AE'
      '\U0001E2EC-\U0001E2EF\U0001E4EC-\U0001E4EF\U0001E5EE\U0001E5EF\U0001E6E3\U0001E6E6'
      '\U0001E6EE\U0001E6EF\U0001E6F5\U0001E8D0-\U0001E8D6\U0001E944-\U0001E94A'
      '\U000E0100-\U000E01EF]',
      '', 'g'
    ) collate "und-x-icu"),
    'łøđı', 'lodi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
end;

-- Integers are the keys inside, a uuid is what the source system issued, and what the edge knows.
-- Whatever an organization owns carries its company_id, and every reference between two such rows is
-- made of (company_id, id): rows of two organizations cannot be mixed.

create table reporting.company (
  id integer generated always as identity,
  uuid uuid not null,
  handle varchar(100) not null,
  name varchar(200) not null,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,

  constraint company_pkey primary key (id),
  constraint company_handle_is_well_formed check (handle ~ '^[A-Za-z0-9][A-Za-z0-9._-]*$')
);

create unique index company_uuid_key on reporting.company (uuid);
create unique index company_handle_key on reporting.company (lower(handle));

create table reporting.account (
  id integer generated always as identity,
  uuid uuid not null,
  email varchar(254) not null,
  name varchar(200) not null,
  name_folded text collate "C" not null generated always as (reporting.fold(name)) stored,
  is_operator boolean not null default false,
  api_access boolean not null default false,
  report_access boolean not null default false,
  password_hash text,
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,

  constraint account_pkey primary key (id),
  constraint account_report_access_includes_api_access check (api_access or not report_access),
  constraint account_password_hash_is_bcrypt check (password_hash ~ '^\$2[aby]\$\d\d\$.{53}$')
);

create unique index account_uuid_key on reporting.account (uuid);
create unique index account_email_key on reporting.account (lower(email));

create table reporting.account_identity (
  issuer text not null,
  subject text not null,
  account_id integer not null,
  created_at timestamptz(3) not null default current_timestamp,

  constraint account_identity_pkey primary key (issuer, subject),
  constraint account_identity_account_id_fkey foreign key (account_id)
    references reporting.account (id) on delete cascade on update no action
);

create index account_identity_account_id_idx on reporting.account_identity (account_id);

create table reporting.member (
  id integer generated always as identity,
  uuid uuid not null,
  company_id integer not null,
  account_id integer not null,
  code varchar(100),
  person_type varchar(100),
  job_title varchar(200),
  has_access boolean not null,
  is_developer boolean not null,

  constraint member_pkey primary key (id),
  -- deferrable, so that an import may give an account's place to another member
  constraint member_account_id_company_id_key unique (account_id, company_id) deferrable,
  constraint member_company_id_fkey foreign key (company_id)
    references reporting.company (id) on delete restrict on update no action,
  constraint member_account_id_fkey foreign key (account_id)
    references reporting.account (id) on delete restrict on update no action
);

create unique index member_uuid_key on reporting.member (uuid);
create unique index member_company_id_id_key on reporting.member (company_id, id);

create table reporting.department (
  id integer generated always as identity,
  uuid uuid not null,
  company_id integer not null,
  name varchar(200) not null,
  name_folded text collate "C" not null generated always as (reporting.fold(name)) stored,
  code varchar(100),
  is_facility boolean not null,

  constraint department_pkey primary key (id),
  constraint department_company_id_fkey foreign key (company_id)
    references reporting.company (id) on delete restrict on update no action
);

create unique index department_uuid_key on reporting.department (uuid);
create unique index department_company_id_id_key on reporting.department (company_id, id);

create type reporting.affiliation_function as enum (
  'Department', 'Organization', 'Administration', 'Employee'
);

-- The key holds the rule: one affiliation per member and department.
create table reporting.affiliation (
  company_id integer not null,
  member_id integer not null,
  department_id integer not null,
  function reporting.affiliation_function not null,

  constraint affiliation_pkey primary key (member_id, department_id),
  constraint affiliation_member_fkey foreign key (company_id, member_id)
    references reporting.member (company_id, id) on delete restrict on update no action,
  constraint affiliation_department_fkey foreign key (company_id, department_id)
    references reporting.department (company_id, id) on delete restrict on update no action
);

create index affiliation_department_id_idx on reporting.affiliation (department_id);

create table reporting.profile (
  id integer generated always as identity,
  uuid uuid not null,
  company_id integer not null,
  name varchar(200) not null,
  code varchar(100),

  constraint profile_pkey primary key (id),
  constraint profile_company_id_fkey foreign key (company_id)
    references reporting.company (id) on delete restrict on update no action
);

create unique index profile_uuid_key on reporting.profile (uuid);
create unique index profile_company_id_id_key on reporting.profile (company_id, id);

create table reporting.profile_assignment (
  company_id integer not null,
  member_id integer not null,
  department_id integer not null,
  profile_id integer not null,
  is_primary boolean not null,
  requires_compliance boolean not null,

  constraint profile_assignment_pkey primary key (member_id, department_id, profile_id),
  constraint profile_assignment_member_fkey foreign key (company_id, member_id)
    references reporting.member (company_id, id) on delete restrict on update no action,
  constraint profile_assignment_department_fkey foreign key (company_id, department_id)
    references reporting.department (company_id, id) on delete restrict on update no action,
  constraint profile_assignment_profile_fkey foreign key (company_id, profile_id)
    references reporting.profile (company_id, id) on delete restrict on update no action,
  constraint profile_assignment_primary_requires_compliance
    check (requires_compliance or not is_primary)
);

create unique index profile_assignment_primary_key
  on reporting.profile_assignment (member_id) where is_primary;
create index profile_assignment_department_id_idx on reporting.profile_assignment (department_id);
create index profile_assignment_profile_id_idx on reporting.profile_assignment (profile_id);

create type reporting.criticality as enum ('Critical', 'Non-Critical');

create table reporting.competency (
  id integer generated always as identity,
  uuid uuid not null,
  company_id integer not null,
  number varchar(100) collate "C" not null,
  name varchar(500) not null,
  criticality reporting.criticality not null,

  constraint competency_pkey primary key (id),
  constraint competency_company_id_fkey foreign key (company_id)
    references reporting.company (id) on delete restrict on update no action
);

create unique index competency_uuid_key on reporting.competency (uuid);
create unique index competency_company_id_id_key on reporting.competency (company_id, id);

create table reporting.profile_competency (
  company_id integer not null,
  profile_id integer not null,
  competency_id integer not null,

  constraint profile_competency_pkey primary key (profile_id, competency_id),
  constraint profile_competency_profile_fkey foreign key (company_id, profile_id)
    references reporting.profile (company_id, id) on delete restrict on update no action,
  constraint profile_competency_competency_fkey foreign key (company_id, competency_id)
    references reporting.competency (company_id, id) on delete restrict on update no action
);

create index profile_competency_competency_id_idx on reporting.profile_competency (competency_id);

create type reporting.standing_status as enum (
  'Not Completed', 'Self-Assessed', 'Submitted', 'Validated', 'Needs Training', 'Not Applicable', 'Expired'
);

-- The largest table: an organization is one merge join along its key.
create table reporting.competency_standing (
  company_id integer not null,
  member_id integer not null,
  competency_id integer not null,
  status reporting.standing_status not null,
  validated_at timestamptz(3),
  expires_at timestamptz(3),
  validator_id integer,
  is_validated boolean not null,

  constraint competency_standing_pkey primary key (member_id, competency_id),
  constraint competency_standing_member_fkey foreign key (company_id, member_id)
    references reporting.member (company_id, id) on delete restrict on update no action,
  constraint competency_standing_competency_fkey foreign key (company_id, competency_id)
    references reporting.competency (company_id, id) on delete restrict on update no action,
  constraint competency_standing_validator_fkey foreign key (company_id, validator_id)
    references reporting.member (company_id, id) on delete restrict on update no action
);

create index competency_standing_competency_id_idx on reporting.competency_standing (competency_id);
create index competency_standing_validator_id_idx on reporting.competency_standing (validator_id);

create table reporting.achievement (
  id integer generated always as identity,
  uuid uuid not null,
  company_id integer not null,
  name varchar(500) not null,
  name_folded text collate "C" not null generated always as (reporting.fold(name)) stored,
  measurement smallint not null,

  constraint achievement_pkey primary key (id),
  constraint achievement_company_id_fkey foreign key (company_id)
    references reporting.company (id) on delete restrict on update no action,
  constraint achievement_measurement_counts_achievements
    check (measurement between 1 and 12 and measurement not in (3, 4))
);

create unique index achievement_uuid_key on reporting.achievement (uuid);
create unique index achievement_company_id_id_key on reporting.achievement (company_id, id);

create type reporting.ticket_status as enum ('Pending', 'Valid', 'Expired', 'Submitted');

-- Nothing refers to a ticket, so the uuid that the source issued is its only key.
create table reporting.ticket (
  uuid uuid not null,
  company_id integer not null,
  member_id integer not null,
  achievement_id integer not null,
  status reporting.ticket_status not null,
  issued_at timestamptz(3),
  expires_at timestamptz(3),
  is_required boolean not null,

  constraint ticket_pkey primary key (uuid),
  constraint ticket_member_fkey foreign key (company_id, member_id)
    references reporting.member (company_id, id) on delete restrict on update no action,
  constraint ticket_achievement_fkey foreign key (company_id, achievement_id)
    references reporting.achievement (company_id, id) on delete restrict on update no action
);

create index ticket_achievement_id_member_id_idx on reporting.ticket (achievement_id, member_id);
create index ticket_member_id_achievement_id_idx on reporting.ticket (member_id, achievement_id);

-- Credentials. A secret is stored as its SHA-256 (packages/auth).

create table reporting.personal_secret (
  account_id integer not null,
  company_id integer not null,
  prefix text not null,
  hash bytea not null,
  created_at timestamptz(3) not null default current_timestamp,
  last_used_at timestamptz(3),

  constraint personal_secret_pkey primary key (account_id),
  constraint personal_secret_account_id_fkey foreign key (account_id)
    references reporting.account (id) on delete cascade on update no action,
  constraint personal_secret_company_id_fkey foreign key (company_id)
    references reporting.company (id) on delete restrict on update no action,
  constraint personal_secret_hash_is_sha256 check (octet_length(hash) = 32)
);

create unique index personal_secret_hash_key on reporting.personal_secret (hash);

create table reporting.client_secret (
  id integer generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  account_id integer not null,
  company_id integer not null,
  name varchar(100) not null,
  prefix text not null,
  hash bytea not null,
  created_at timestamptz(3) not null default current_timestamp,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),

  constraint client_secret_pkey primary key (id),
  constraint client_secret_account_id_fkey foreign key (account_id)
    references reporting.account (id) on delete cascade on update no action,
  constraint client_secret_company_id_fkey foreign key (company_id)
    references reporting.company (id) on delete restrict on update no action,
  constraint client_secret_hash_is_sha256 check (octet_length(hash) = 32)
);

create unique index client_secret_uuid_key on reporting.client_secret (uuid);
create unique index client_secret_hash_key on reporting.client_secret (hash);
create index client_secret_account_id_idx on reporting.client_secret (account_id);

-- id is the token's jti, company_id is what sign-in named, which informs and does not decide.
create table reporting.session (
  id uuid not null default gen_random_uuid(),
  account_id integer not null,
  company_id integer,
  created_at timestamptz(3) not null default current_timestamp,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),

  constraint session_pkey primary key (id),
  constraint session_account_id_fkey foreign key (account_id)
    references reporting.account (id) on delete cascade on update no action,
  constraint session_company_id_fkey foreign key (company_id)
    references reporting.company (id) on delete restrict on update no action,
  constraint session_expires_after_it_begins check (expires_at > created_at)
);

create index session_account_id_idx on reporting.session (account_id);
create index session_expires_at_idx on reporting.session (expires_at);

-- Who (actor) did what (kind) to whom (account), in which organization, from where, and never a secret.
create table reporting.audit_event (
  id bigint generated always as identity,
  at timestamptz(3) not null default clock_timestamp(),
  kind varchar(100) not null,
  actor varchar(300) not null,
  account_id integer,
  company_id integer,
  address inet,
  detail jsonb not null default '{}',

  constraint audit_event_pkey primary key (id),
  constraint audit_event_account_id_fkey foreign key (account_id)
    references reporting.account (id) on delete set null on update no action,
  constraint audit_event_company_id_fkey foreign key (company_id)
    references reporting.company (id) on delete set null on update no action
);

create index audit_event_at_idx on reporting.audit_event (at);
create index audit_event_account_id_at_idx on reporting.audit_event (account_id, at);
create index audit_event_kind_at_idx on reporting.audit_event (kind, at);

-- History. It names departments and members by the uuid of the edge and refers to none: it stays when
-- they are renamed or deleted, and finds them again when they return.

create type reporting.profile_condition as enum ('compliance', 'primary');

create table reporting.compliance_snapshot (
  company_id integer not null,
  department_uuid uuid not null,
  measurement smallint not null,
  profile_condition reporting.profile_condition not null,
  snapshot_date date not null,
  required integer not null,
  satisfied integer not null,

  constraint compliance_snapshot_pkey
    primary key (company_id, profile_condition, department_uuid, measurement, snapshot_date),
  constraint compliance_snapshot_company_id_fkey foreign key (company_id)
    references reporting.company (id) on delete restrict on update no action,
  constraint compliance_snapshot_measurement_is_known check (measurement between 1 and 12),
  constraint compliance_snapshot_satisfied_is_part_of_required
    check (satisfied between 0 and required)
);

-- month is its first day. The id at the edge is a UUIDv5 of this key, and progress and score follow from
-- the counts.
create table reporting.monthly_statistic (
  company_id integer not null,
  month date not null,
  department_uuid uuid not null,
  member_uuid uuid not null,
  item_number smallint not null,
  department_role reporting.affiliation_function not null,
  company_name varchar(200) not null,
  department_name varchar(200) not null,
  department_name_folded text collate "C" not null
    generated always as (reporting.fold(department_name)) stored,
  member_name varchar(200) not null,
  member_name_folded text collate "C" not null
    generated always as (reporting.fold(member_name)) stored,
  required integer not null,
  validated integer not null,
  expired integer not null,
  not_completed integer not null,
  not_applicable integer not null,
  not_applicable_validated integer not null,
  needs_training integer not null,
  self_assessed integer not null,
  submitted integer not null,
  as_at timestamptz(3) not null,

  constraint monthly_statistic_pkey
    primary key (company_id, month, department_uuid, member_uuid, item_number),
  constraint monthly_statistic_company_id_fkey foreign key (company_id)
    references reporting.company (id) on delete restrict on update no action,
  constraint monthly_statistic_month_begins_on_the_first check (extract(day from month) = 1),
  constraint monthly_statistic_item_is_known check (item_number in (1, 2)),
  constraint monthly_statistic_counts_are_parts_of_required check (
    least(validated, expired, not_completed, not_applicable, needs_training, self_assessed, submitted) >= 0
    and required = validated + expired + not_completed + not_applicable + needs_training
      + self_assessed + submitted
    and not_applicable_validated between 0 and not_applicable
  )
);

create type reporting.import_outcome as enum ('done', 'dry run', 'refused', 'failed');

-- Written when a run ends: with its rows, in their transaction, or by itself when it came to nothing.
create table reporting.import_run (
  id integer generated always as identity,
  source text not null,
  started_by text not null,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3) not null,
  outcome reporting.import_outcome not null,
  replaces boolean not null,
  updates_accounts boolean not null,
  rows_read bigint not null,
  rows_inserted bigint not null,
  rows_updated bigint not null,
  rows_unchanged bigint not null,
  rows_deleted bigint not null,
  files jsonb not null default '[]',
  reason text,

  constraint import_run_pkey primary key (id),
  constraint import_run_finishes_after_it_starts check (finished_at >= started_at)
);
