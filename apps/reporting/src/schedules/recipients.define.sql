-- A row per recipient of a schedule, either a member or a person allowed by an operator, with the reason why it
-- currently cannot be sent to them, or null if it can. Includes members that no longer exist.
create or replace function reporting.schedule_recipient(company_id integer, schedule_uuid uuid, recipients uuid[])
returns table (member_uuid uuid, account_id integer, reason text)
language sql
stable
as $$
  select
    recipient.member_uuid,
    account.id,
    case
      when allowed.id is null and member.has_access is not true then 'not-a-member'
      when account.disabled_at is not null then 'disabled'
      when account.email is null then 'no-email'
      when allowed.id is null and not rights.report_access then 'no-report-access'
      when exists (
        select
        from reporting.unsubscription
        where unsubscription.account_id = account.id
          and unsubscription.topic = 'schedule'
          and unsubscription.target_uuid = schedule_recipient.schedule_uuid
      ) then 'unsubscribed'
    end
  from unnest(schedule_recipient.recipients) with ordinality as recipient (member_uuid, position)
  left join reporting.member as known
    on known.uuid = recipient.member_uuid
    and known.company_id = schedule_recipient.company_id
  left join reporting.member_rights as member on member.member_id = known.id
  left join reporting.account_rights as rights on rights.account_id = known.account_id
  left join reporting.allowed_recipient as allowed
    on allowed.uuid = recipient.member_uuid
    and allowed.company_id = schedule_recipient.company_id
  left join reporting.account on account.id = coalesce(known.account_id, allowed.account_id)
  order by recipient.position
$$;
