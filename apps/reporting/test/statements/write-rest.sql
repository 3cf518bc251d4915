-- Adds a row to each table that the requests of the test do not write to.
with owner as (
  select $member::integer as member_id, $account::integer as account_id, $organization::integer as company_id
),
identity as (
  insert into reporting.account_identity (issuer, subject, account_id)
  select 'https://login.example.org', 'ada', account_id from owner
),
recipient as (
  insert into reporting.allowed_recipient (company_id, account_id)
  select company_id, account_id from owner
),
former as (
  insert into reporting.former_member (member_uuid, company_id, account_id)
  select gen_random_uuid(), company_id, account_id from owner
),
source as (
  insert into reporting.list_source (company_id, name, definition, updated_at)
  select company_id, 'people', '{}', now() from owner
  returning id
),
listed as (
  insert into reporting.list_source_member (source_id, member_id, has_left)
  select source.id, member_id, false from source cross join owner
),
mail as (
  insert into reporting.mail (account_id, company_id, kind, reason)
  select account_id, company_id, 'test', 'test of ' || account_id from owner
),
named as (
  insert into reporting.measurement_name (company_id, key, name)
  select company_id, 1, 'Safety' from owner
),
link as (
  insert into reporting.password_link (hash, account_id, expires_at, account_state)
  select '\x01', account_id, now() + interval '1 hour', '\x02' from owner
),
reminded as (
  insert into reporting.reminder (company_id, member_id, kind, item_id, expires_at, stage)
  select company_id, member_id, 'achievement', 1, now(), 30 from owner
),
reminders as (
  insert into reporting.reminder_settings
    (company_id, is_enabled, days_before, required_only, to_member, to_departments, at, time_zone, weekdays)
  select company_id, false, '{30}', true, true, '{}', '07:00', 'UTC', '{1}' from owner
),
ran as (
  insert into reporting.schedule_run (schedule_id, due_at)
  select id, now() from reporting.report_schedule where company_id = $organization::integer
),
unsubscribed as (
  insert into reporting.unsubscription (account_id, topic, target_uuid, company_id)
  select account_id, 'reminders', gen_random_uuid(), company_id from owner
),
withdrawn as (
  insert into reporting.withdrawn_record (member_uuid, record_uuid, withdrawn_at)
  select uuid, gen_random_uuid(), now() from reporting.member where id = $member::integer
),
left_behind as (
  update reporting.member set left_by_keeper = not has_access where company_id = $organization::integer
)
insert into reporting.erasure (id) select gen_random_uuid()
