import { t } from '@lingui/core/macro';
import type { Schemas } from '../../api/client';
import { heldRights } from './provider-rights';

/** What does not work with an account, and why, in the order in which the API checks. */
export function refusals(account: Schemas['Account']): string[] {
  const { isEnabled, apiAccess, reportAccess, isOperator, organizations } = heldRights(account);
  if (!isEnabled) return [t`The account is disabled: it cannot sign in.`];
  const closed = organizations.filter(({ hasAccess }) => !hasAccess);
  const undeveloped = organizations.filter(
    ({ hasAccess, isDeveloper }) => hasAccess && !isDeveloper,
  );
  return [
    ...(apiAccess ? [] : [t`Programs cannot read anything: no API access.`]),
    ...(reportAccess ? [] : [t`Reports do not open: no report access.`]),
    ...(isOperator
      ? []
      : [
          ...(organizations.length === 0 ? [t`Reports do not open: no organization.`] : []),
          ...(closed.length > 0 ? [t`Reports of ${names(closed)} do not open: no access.`] : []),
          ...(apiAccess && undeveloped.length > 0
            ? [t`Programs cannot read ${names(undeveloped)}: no Developer role.`]
            : []),
        ]),
  ];
}

function names(organizations: readonly { handle: string }[]): string {
  return organizations.map(({ handle }) => handle).join(', ');
}
