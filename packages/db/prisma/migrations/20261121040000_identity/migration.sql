-- One person of a provider to an account. Two who come at once with the same e-mail address would both find
-- the account without a link: only a constraint sees what the other has not committed yet.

create unique index account_identity_account_id_issuer_key
  on reporting.account_identity (account_id, issuer);

drop index reporting.account_identity_account_id_idx;
