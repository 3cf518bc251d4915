-- A row: a standing of a member of the account, as it was recorded.
select
  company.handle as "company",
  competency.uuid as "competencyId",
  competency.number as "competencyNumber",
  competency.name as "competency",
  standing.status,
  standing.is_validated as "isValidated",
  standing.validated_at as "validatedAt",
  standing.expires_at as "expiresAt",
  validator.name as "validatorName"
from reporting.competency_standing as standing
join reporting.member on member.id = standing.member_id
join reporting.company on company.id = standing.company_id
join reporting.competency on competency.id = standing.competency_id
left join reporting.member as validated_by on validated_by.id = standing.validator_id
left join reporting.account as validator on validator.id = validated_by.account_id
where member.account_id = $accountId::integer
order by company.handle, competency.number, competency.uuid
