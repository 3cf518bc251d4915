-- Overloads that no release calls any more: the previous one has them for the release before it.
drop function if exists reporting.expiring_item(
  integer, text[], boolean, timestamptz, timestamptz, timestamptz, boolean
);
drop function if exists reporting.renew_compliance_counts(integer, timestamptz);
