import { t } from '@lingui/core/macro';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas } from '../../api/client';
import { notify, useChange } from '../../ui/notices';

type Account = Schemas['Account'];
type Grants = Schemas['Grants'];

export const ACCOUNTS = 'accounts';

/**
 * Refetches accounts after a change of a person, and marks all other queries as stale, because they may contain the
 * name.
 */
export async function rereadPeople(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ refetchType: 'none' });
  await client.invalidateQueries({ queryKey: [ACCOUNTS] });
}

/** Returns what to do after a change of a person: close the dialog, show a notice, and refetch accounts. */
export function useFinish(close: () => void) {
  const client = useQueryClient();
  return async (notice: Parameters<typeof notify>[0]): Promise<void> => {
    close();
    notify(notice);
    await rereadPeople(client);
  };
}

export function useGrants(account: Account) {
  const params = { path: { accountId: account.id } };
  return useChange({
    mutationFn: (body: Partial<Grants>) =>
      api.put('/security/accounts/{accountId}/grants', { params, body }),
    // Changes are saved one after another.
    scope: { id: `grants of ${account.id}` },
    meta: { stale: [ACCOUNTS] },
    onSuccess: grants => notify({ message: t`Saved: ${account.name} has ${grantsName(grants)}.` }),
  });
}

/** Report access requires API access, so changing one can change the other. */
export function implied(before: Grants, change: Partial<Grants>): Grants {
  const { apiAccess, reportAccess } = { ...before, ...change };
  if (change.reportAccess === true) return { apiAccess: true, reportAccess: true };
  return { apiAccess, reportAccess: apiAccess && reportAccess };
}

function grantsName({ apiAccess, reportAccess }: Grants): string {
  if (!apiAccess) return t`no API access`;
  return reportAccess ? t`API access and report access` : t`API access, and no report access`;
}

/** Returns the account with its effective rights, granted by operators or by the sign-on provider. */
export function heldRights(account: Account): Account {
  const provided = account.fromProvider;
  return {
    ...account,
    isOperator: account.isOperator || provided?.isOperator === true,
    apiAccess: account.apiAccess || provided?.apiAccess === true,
    reportAccess: account.reportAccess || provided?.reportAccess === true,
    organizations: account.organizations.map(({ fromProvider, ...organization }) => ({
      ...organization,
      fromProvider,
      hasAccess: organization.hasAccess || fromProvider?.hasAccess === true,
      isDeveloper: organization.isDeveloper || fromProvider?.isDeveloper === true,
    })),
  };
}

/** Explains what does not work with an account, in the order of the API's checks. */
export function refusals(account: Schemas['Account']): string[] {
  const { isEnabled, apiAccess, reportAccess, isOperator, organizations } = heldRights(account);
  if (!isEnabled) return [t`Disabled, so it cannot sign in: clear “Disabled” under “Edit”.`];
  const closed = handlesOf(organizations.filter(({ hasAccess }) => !hasAccess));
  const undeveloped = handlesOf(
    organizations.filter(({ hasAccess, isDeveloper }) => hasAccess && !isDeveloper),
  );
  const reasons = [
    !apiAccess && t`Programs cannot read anything: switch on API access.`,
    !reportAccess && t`Reports do not open: switch on report access.`,
    !isOperator &&
      organizations.length === 0 &&
      t`Reports do not open: add an organization under “Edit”.`,
    !isOperator && closed !== '' && t`Reports of ${closed} do not open: give access under “Edit”.`,
    !isOperator &&
      apiAccess &&
      undeveloped !== '' &&
      t`Programs cannot read ${undeveloped}: give the Developer role under “Edit”.`,
  ];
  return reasons.filter(reason => reason !== false);
}

export function handlesOf(organizations: readonly { handle: string }[]): string {
  return organizations.map(({ handle }) => handle).join(', ');
}
