-- One row: how many members were inserted and updated. Rows that are as they were are not touched;
-- a Developer role that changes is audited.
with incoming as (
  -- the file's rows, with the keys of the database
  select
    staged.id as uuid,
    company.id as company_id,
    account.id as account_id,
    staged.code,
    staged.person_type,
    staged.job_title,
    staged.has_access,
    staged.is_developer
  from staged_member as staged
  join reporting.company on company.uuid = staged.company_id
  join reporting.account on account.uuid = staged.account_id
),
before as (
  select member.uuid, member.is_developer
  from reporting.member
  join incoming using (uuid)
),
updated as (
  update reporting.member as present
  set
    account_id = incoming.account_id,
    code = incoming.code,
    person_type = incoming.person_type,
    job_title = incoming.job_title,
    has_access = incoming.has_access,
    is_developer = incoming.is_developer
  from incoming
  where present.uuid = incoming.uuid
    and (present.account_id, present.code, present.person_type, present.job_title, present.has_access, present.is_developer)
      is distinct from (incoming.account_id, incoming.code, incoming.person_type, incoming.job_title, incoming.has_access, incoming.is_developer)
  returning present.uuid, present.account_id, present.company_id, present.is_developer
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id, company_id, detail)
  select
    'developer-role-changed',
    $startedBy::text,
    updated.account_id,
    updated.company_id,
    jsonb_build_object('by', 'import', 'isDeveloper', updated.is_developer)
  from updated
  join before using (uuid)
  where updated.is_developer <> before.is_developer
),
inserted as (
  insert into reporting.member (uuid, company_id, account_id, code, person_type, job_title, has_access, is_developer)
  select uuid, company_id, account_id, code, person_type, job_title, has_access, is_developer
  from incoming
  where not exists (select from reporting.member as present where present.uuid = incoming.uuid)
  returning 1
)
select
  (select count(*) from inserted) as inserted,
  (select count(*) from updated) as updated
