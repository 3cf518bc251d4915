-- One row: the subscription of a link. If $isEnding, ends it permanently, which is audited once. No row if the account
-- or the target no longer exists.
with subscription as (
  select
    account.id as account_id,
    company.id as company_id,
    company.name as company_name,
    null as name,
    coalesce(account.language, company.language) as language
  from reporting.account
  cross join reporting.company
  where $topic::reporting.subscription_topic = 'reminders'
    and account.uuid = $accountUuid::uuid
    and company.uuid = $targetUuid::uuid
  union all
  select account.id, company.id, company.name, schedule.name, coalesce(account.language, company.language)
  from reporting.account
  cross join reporting.report_schedule as schedule
  join reporting.company on company.id = schedule.company_id
  where $topic::reporting.subscription_topic = 'schedule'
    and account.uuid = $accountUuid::uuid
    and schedule.uuid = $targetUuid::uuid
),
ended as (
  insert into reporting.unsubscription (account_id, topic, target_uuid, company_id)
  select account_id, $topic::reporting.subscription_topic, $targetUuid::uuid, company_id
  from subscription
  where $isEnding::boolean
  on conflict do nothing
  returning account_id, company_id, topic
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id, company_id, address, detail)
  select 'unsubscribed', coalesce(account.email, account.uuid::text), account.id, ended.company_id, $address::inet,
    jsonb_build_object('topic', ended.topic)
  from ended
  join reporting.account on account.id = ended.account_id
)
select
  company_name as "companyName",
  name,
  language,
  $isEnding::boolean
    or exists (
      select
      from reporting.unsubscription
      where unsubscription.account_id = subscription.account_id
        and unsubscription.topic = $topic::reporting.subscription_topic
        and unsubscription.target_uuid = $targetUuid::uuid
    ) as "isEnded"
from subscription
