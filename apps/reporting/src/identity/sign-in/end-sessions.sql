-- Ends every session of an account but one. It follows the statement that changes the account, in the same
-- transaction: by then each sign-in that was under way has begun its session, which this statement sees, or
-- will find the account changed.
update reporting.session
set ended_at = now()
where account_id = $accountId::integer
  and id is distinct from $except::uuid
  and ended_at is null
