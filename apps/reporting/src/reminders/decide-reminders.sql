-- Writes the mails of an organization's reminders, and the stages that they announce. The row: how many of each. What a
-- mail cannot list ($limit) is reached by its link.
with expiring as materialized (
  select due.*, member.account_id
  from reporting.reminder_settings as settings
  cross join lateral reporting.reminders(
    settings.company_id,
    $at::timestamptz,
    null,
    settings.days_before,
    settings.after_expiry,
    settings.required_only,
    settings.to_member,
    settings.to_departments
  ) as due
  join reporting.member on member.id = due.recipient_id
  where settings.company_id = $organization::integer
),
listed as (
  select
    expiring.*,
    row_number() over (
      partition by recipient, recipient_id
      order by expires_at, member_id, kind, item_id
    ) as position
  from expiring
),
written_mail as (
  insert into reporting.mail (account_id, company_id, kind, reason, data)
  select
    account_id,
    $organization::integer,
    'reminder-' || recipient,
    format('reminders %s %s of %s to %s', $date::text, recipient, $organization::integer, account_id),
    jsonb_build_object(
      'at', $at::timestamptz,
      'total', count(*),
      'entries', json_agg(
        json_build_object(
          'memberId', member_id, 'kind', kind, 'itemId', item_id, 'expiresAt', expires_at
        )
        order by position
      ) filter (where position <= $limit::integer)
    )
  from listed
  group by recipient, recipient_id, account_id
  on conflict (reason) do nothing
  returning id
),
announced_stage as (
  insert into reporting.reminder (company_id, member_id, kind, item_id, expires_at, stage)
  select $organization::integer, member_id, kind, item_id, expires_at, stage
  from expiring
  on conflict do nothing
  returning stage
)
select
  (select count(*) from written_mail) as mails,
  (select count(*) from announced_stage) as stages
