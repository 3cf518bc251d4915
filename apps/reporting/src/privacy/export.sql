-- name: account
select
  account.uuid as "id",
  account.email,
  account.name,
  account.language,
  account.is_operator as "isOperator",
  account.api_access as "apiAccess",
  account.report_access as "reportAccess",
  account.provider_operator as "isOperatorByProvider",
  account.provider_api_access as "apiAccessByProvider",
  account.provider_report_access as "reportAccessByProvider",
  account.provider_rights_until as "providerRightsUntil",
  account.password_hash is not null as "hasPassword",
  account.disabled_at as "disabledAt",
  account.mail_failing_since as "mailFailingSince",
  account.created_at as "createdAt",
  account.updated_at as "updatedAt"
from reporting.account
where account.id = $accountId::integer

-- name: affiliations
select
  company.handle as "company",
  department.uuid as "departmentId",
  department.name as "department",
  affiliation.function
from reporting.affiliation
join reporting.member on member.id = affiliation.member_id
join reporting.company on company.id = affiliation.company_id
join reporting.department on department.id = affiliation.department_id
where member.account_id = $accountId::integer
order by company.handle, department.name, department.uuid

-- name: allowed-recipients
-- A row per organization whose schedules may be sent to the account.
select company.handle as "company", recipient.uuid as "id", recipient.allowed_at as "allowedAt"
from reporting.allowed_recipient as recipient
join reporting.company on company.id = recipient.company_id
where recipient.account_id = $accountId::integer
order by company.handle

-- name: audit
-- A row per event in which the account is the actor or the subject. Other people are not named.
select
  event.id::text as "id",
  event.at,
  event.kind,
  case
    when event.actor_account_id = $accountId::integer
      or lower(event.actor) = lower(account.email)
      or event.actor = account.uuid::text
      then 'you'
    when event.actor_account_id is not null or event.actor like '%@%' then 'an operator'
    else event.actor
  end as "actor",
  case when event.account_id = $accountId::integer then 'you' else 'somebody else' end as "account",
  company.handle as "company",
  case
    when event.actor_account_id = $accountId::integer or event.actor_account_id is null
      then host(event.address)
  end as "address",
  case when event.account_id = $accountId::integer then event.detail - 'startedBy' else '{}' end as "detail"
from reporting.audit_event as event
join reporting.account on account.id = $accountId::integer
left join reporting.company on company.id = event.company_id
where event.account_id = $accountId::integer
  or event.actor_account_id = $accountId::integer
order by event.id

-- name: identities
select issuer, subject, created_at as "createdAt"
from reporting.account_identity
where account_id = $accountId::integer
order by issuer

-- name: mails
select
  mail.uuid as "id",
  mail.kind,
  company.handle as "company",
  mail.created_at as "createdAt",
  mail.finished_at as "finishedAt",
  mail.outcome,
  mail.error
from reporting.mail
left join reporting.company on company.id = mail.company_id
where mail.account_id = $accountId::integer
order by mail.id

-- name: memberships
select
  member.uuid as "id",
  company.handle as "company",
  company.name as "companyName",
  member.code,
  member.person_type as "personType",
  member.job_title as "jobTitle",
  member.has_access as "hasAccess",
  member.is_developer as "isDeveloper",
  member.report_scope as "reportScope",
  array_to_string(member.report_departments, ';') as "reportDepartments",
  member.keeps_records as "keepsRecords",
  member.provider_access as "hasAccessByProvider",
  member.provider_developer as "isDeveloperByProvider"
from reporting.member
join reporting.company on company.id = member.company_id
where member.account_id = $accountId::integer
order by company.handle

-- name: monthly-statistics
-- Includes those of deleted memberships.
select
  company.handle as "company",
  statistic.month,
  statistic.department_uuid as "departmentId",
  statistic.department_name as "department",
  statistic.member_name as "memberName",
  statistic.item_number as "itemNumber",
  statistic.required,
  statistic.validated,
  statistic.expired,
  statistic.not_completed as "notCompleted",
  statistic.not_applicable as "notApplicable",
  statistic.not_applicable_validated as "notApplicableValidated",
  statistic.needs_training as "needsTraining",
  statistic.self_assessed as "selfAssessed",
  statistic.submitted,
  statistic.as_at as "asAt"
from (
  select account_id, company_id, uuid from reporting.member
  union all
  select account_id, company_id, member_uuid
  from reporting.former_member
  where not exists (select from reporting.member where member.uuid = former_member.member_uuid)
) as member
join reporting.monthly_statistic as statistic
  on statistic.company_id = member.company_id
  and statistic.member_uuid = member.uuid
join reporting.company on company.id = member.company_id
where member.account_id = $accountId::integer
order by company.handle, statistic.month, statistic.department_uuid, statistic.item_number

-- name: profiles
-- A row per profile assigned to a member of the account in a department.
select
  company.handle as "company",
  department.name as "department",
  profile.uuid as "profileId",
  profile.name as "profile",
  assignment.is_primary as "isPrimary",
  assignment.requires_compliance as "requiresCompliance"
from reporting.profile_assignment as assignment
join reporting.member on member.id = assignment.member_id
join reporting.company on company.id = assignment.company_id
join reporting.department on department.id = assignment.department_id
join reporting.profile on profile.id = assignment.profile_id
where member.account_id = $accountId::integer
order by company.handle, department.name, profile.name, profile.uuid

-- name: schedules
select
  schedule.uuid as "id",
  company.handle as "company",
  schedule.name,
  schedule.report,
  schedule.parameters,
  schedule.format,
  schedule.recurrence,
  cardinality(schedule.recipients) as "recipients",
  schedule.next_run_at as "nextRunAt",
  schedule.created_at as "createdAt"
from reporting.report_schedule as schedule
join reporting.company on company.id = schedule.company_id
where schedule.account_id = $accountId::integer
order by schedule.id

-- name: secrets
-- A row per secret, with its prefix.
select
  'personal' as kind,
  null::text as name,
  secret.prefix,
  company.handle as "company",
  secret.created_at as "createdAt",
  null::timestamptz as "expiresAt",
  secret.last_used_at as "lastUsedAt"
from reporting.personal_secret as secret
join reporting.company on company.id = secret.company_id
where secret.account_id = $accountId::integer
union all
select
  'client',
  secret.name,
  secret.prefix,
  company.handle,
  secret.created_at,
  secret.expires_at,
  secret.last_used_at
from reporting.client_secret as secret
join reporting.company on company.id = secret.company_id
where secret.account_id = $accountId::integer
order by "createdAt"

-- name: sessions
-- A row per session. The ID is shortened, because it is part of a credential.
select
  left(session.id::text, 8) as "id",
  company.handle as "company",
  session.created_at as "createdAt",
  session.expires_at as "expiresAt",
  session.ended_at as "endedAt"
from reporting.session
left join reporting.company on company.id = session.company_id
where session.account_id = $accountId::integer
order by session.created_at

-- name: standings
select
  company.handle as "company",
  competency.uuid as "competencyId",
  competency.number as "competencyNumber",
  competency.name as "competency",
  standing.status,
  standing.is_validated as "isValidated",
  standing.validated_at as "validatedAt",
  standing.expires_at as "expiresAt",
  validator.name as "validatorName",
  standing.source
from reporting.competency_standing as standing
join reporting.member on member.id = standing.member_id
join reporting.company on company.id = standing.company_id
join reporting.competency on competency.id = standing.competency_id
left join reporting.member as validated_by on validated_by.id = standing.validator_id
left join reporting.account as validator on validator.id = validated_by.account_id
where member.account_id = $accountId::integer
order by company.handle, competency.number, competency.uuid

-- name: tickets
select
  ticket.uuid as "id",
  company.handle as "company",
  achievement.uuid as "achievementId",
  achievement.name as "achievement",
  ticket.status,
  ticket.is_required as "isRequired",
  ticket.issued_at as "issuedAt",
  ticket.expires_at as "expiresAt",
  ticket.certificate_number as "certificateNumber",
  ticket.note,
  ticket.source
from reporting.ticket
join reporting.member on member.id = ticket.member_id
join reporting.company on company.id = ticket.company_id
join reporting.achievement on achievement.id = ticket.achievement_id
where member.account_id = $accountId::integer
order by company.handle, achievement.name, ticket.uuid

-- name: unsubscriptions
select company.handle as "company", unsubscription.topic, unsubscription.at
from reporting.unsubscription
join reporting.company on company.id = unsubscription.company_id
where unsubscription.account_id = $accountId::integer
order by unsubscription.at
