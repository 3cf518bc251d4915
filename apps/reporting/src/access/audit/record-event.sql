insert into reporting.audit_event (kind, actor, account_id, company_id, address, detail)
values (
  $kind::text,
  $actor::text,
  $accountId::integer,
  $companyId::integer,
  $address::inet,
  $detail::jsonb
)
