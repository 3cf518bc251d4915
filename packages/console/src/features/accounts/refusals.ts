import { t } from '@lingui/core/macro';
import type { Schemas } from '../../api/client';
import { heldRights } from './provider-rights';

/** Why calls of an account are refused, in the order in which the API checks. */
export function refusals(account: Schemas['Account']): string[] {
  const { isEnabled, apiAccess, reportAccess, isOperator, organizations } = heldRights(account);
  if (!isEnabled) return [t`The account is disabled: it cannot sign in.`];
  const closed = organizations.filter(({ hasAccess }) => !hasAccess);
  const undeveloped = organizations.filter(
    ({ hasAccess, isDeveloper }) => hasAccess && !isDeveloper,
  );
  return [
    ...(apiAccess ? [] : [t`Secrets: no API access.`]),
    ...(reportAccess ? [] : [t`Reports: no report access.`]),
    ...(isOperator
      ? []
      : [
          ...(organizations.length === 0 ? [t`Reports: a member of no organization.`] : []),
          ...(closed.length > 0 ? [t`${names(closed)}: the membership has no access.`] : []),
          ...(apiAccess && undeveloped.length > 0
            ? [t`Secrets in ${names(undeveloped)}: no Developer role.`]
            : []),
        ]),
  ];
}

function names(organizations: readonly { handle: string }[]): string {
  return organizations.map(({ handle }) => handle).join(', ');
}
