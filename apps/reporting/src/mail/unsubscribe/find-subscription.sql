-- What a link unsubscribes from: one row, or none where the account or its target does not exist any more.
select
  subscription.company_name as "companyName",
  subscription.name,
  exists (
    select
    from reporting.unsubscription
    where unsubscription.account_id = account.id
      and unsubscription.topic = $topic::reporting.subscription_topic
      and unsubscription.target_uuid = $targetUuid::uuid
  ) as "isEnded"
from reporting.account
cross join (
  select company.name as company_name, null as name
  from reporting.company
  where $topic::reporting.subscription_topic = 'reminders'
    and company.uuid = $targetUuid::uuid
  union all
  select company.name, schedule.name
  from reporting.report_schedule as schedule
  join reporting.company on company.id = schedule.company_id
  where $topic::reporting.subscription_topic = 'schedule'
    and schedule.uuid = $targetUuid::uuid
) as subscription
where account.uuid = $accountUuid::uuid
