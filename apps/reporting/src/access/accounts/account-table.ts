import { textTable } from '@platform/service';
import type { Account } from './accounts.dto';

/** The accounts as aligned columns for a person. */
export function accountTable(accounts: readonly Account[]): string {
  if (accounts.length === 0) return 'There is no such account.';
  return textTable([
    ['E-MAIL', 'NAME', 'RIGHTS', 'SECRET', 'STATE', 'ORGANIZATIONS'],
    ...accounts.map(account => [
      account.email,
      account.name,
      rights(account),
      account.secretPrefix === null ? '-' : `${account.secretPrefix}…`,
      account.isEnabled ? 'enabled' : 'disabled',
      organizations(account),
    ]),
  ]);
}

function rights({ isOperator, apiAccess, reportAccess }: Account): string {
  const held = [isOperator && 'operator', apiAccess && 'api', reportAccess && 'reports'];
  return held.filter(Boolean).join(',') || '-';
}

function organizations({ organizations: memberships }: Account): string {
  const named = memberships.map(({ handle, hasAccess, isDeveloper }) => {
    const notes = [isDeveloper && 'developer', !hasAccess && 'no access']
      .filter(Boolean)
      .join(', ');
    return notes === '' ? handle : `${handle} (${notes})`;
  });
  return named.join(', ') || '-';
}
