-- Changes the name, e-mail, language, operator rights or state of an account, and locks it until the transaction ends.
-- Null means unchanged, except that the language is set to $language if $setsLanguage. Each change is audited. Returns
-- the ID, or no row if the account does not exist.
with before as (
  select id, email, name, language, is_operator, disabled_at is not null as is_disabled
  from reporting.account
  where id = $accountId::integer
  for no key update
),
after as (
  select
    id,
    coalesce($email::text, email) as email,
    coalesce($name::text, name) as name,
    case when $setsLanguage::boolean then $language::reporting.language else language end as language,
    coalesce($isOperator::boolean, is_operator) as is_operator,
    coalesce($isDisabled::boolean, is_disabled) as is_disabled
  from before
),
updated as (
  update reporting.account
  set
    email = after.email,
    name = after.name,
    language = after.language,
    is_operator = after.is_operator,
    disabled_at = case when after.is_disabled then coalesce(account.disabled_at, now()) end,
    -- a new address is not known to fail
    mail_failing_since = case when after.email = account.email then account.mail_failing_since end,
    updated_at = clock_timestamp()
  from after
  join before using (id)
  where account.id = after.id
    and to_jsonb(after) <> to_jsonb(before)
),
ended_link as (
  -- at once, because the e-mail may be changed back
  delete from reporting.password_link as link
  using before
  join after using (id)
  where link.account_id = before.id
    and after.email is distinct from before.email
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, address, detail)
  select event.kind, $actor::text, $actorAccountId::integer, id, $address::inet, event.detail
  from before
  join after using (id)
  cross join lateral (
    values
      (
        'account-updated',
        (after.email, after.name, after.language) is distinct from (before.email, before.name, before.language),
        jsonb_build_object(
          'before', to_jsonb(before) - '{id,is_operator,is_disabled}'::text[],
          'after', to_jsonb(after) - '{id,is_operator,is_disabled}'::text[]
        )
      ),
      (
        'operator-changed',
        after.is_operator <> before.is_operator,
        jsonb_build_object('isOperator', after.is_operator)
      ),
      (
        case when after.is_disabled then 'account-disabled' else 'account-enabled' end,
        after.is_disabled <> before.is_disabled,
        '{}'
      )
  ) as event (kind, has_happened, detail)
  where has_happened
)
select id from before
