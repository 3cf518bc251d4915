import { t } from '@lingui/core/macro';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas } from '../../api/client';
import { notify } from '../../ui/notices';
import { showRefusal, useChange } from '../../ui/refusal';

type Account = Schemas['Account'];
type AccountPage = Schemas['AccountPage'];
type Grants = Schemas['Grants'];

/** The group of the queries about accounts. */
export const ACCOUNTS = 'accounts';

/** After a change of who somebody is: reads accounts again at once, and what else may name them when it is next shown. */
export async function rereadPeople(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ refetchType: 'none' });
  await client.invalidateQueries({ queryKey: [ACCOUNTS] });
}

/** Changes what is granted to an account: shown at once, and back with its reason where the API refuses. */
export function useGrants(account: Account) {
  const update = useUpdate(account);
  return useMutation({
    mutationFn: (change: Partial<Grants>) =>
      api.put('/security/accounts/{accountId}/grants', {
        params: { path: { accountId: account.id } },
        body: change,
      }),
    onMutate: change => {
      const { apiAccess, reportAccess } = account;
      update.show(implied(account, change));
      return { apiAccess, reportAccess };
    },
    onSuccess: grants => {
      update.show(grants);
      notify({ message: t`Saved: ${account.name} has ${grantsName(grants)}.` });
    },
    // `account` is by now the one with the change.
    onError: (error, _change, before) => {
      update.show(before ?? {});
      showRefusal(error);
    },
    onSettled: () => update.forgetOtherLists(),
  });
}

export function useSecretRevocation(account: Account) {
  const update = useUpdate(account);
  const params = { path: { accountId: account.id } };
  return useChange(() => api.remove('/security/accounts/{accountId}/client-secret', { params }), {
    onSuccess: () => {
      update.show({ secretPrefix: null });
      notify({ message: t`The secret of ${account.name} is revoked.` });
    },
    onSettled: () => update.forgetOtherLists(),
  });
}

/** Every list that has the account: another search shows the change, too. */
function useUpdate({ id }: Account) {
  const queryClient = useQueryClient();
  return {
    show: (change: Partial<Account>) =>
      queryClient.setQueriesData<AccountPage>(
        { queryKey: [ACCOUNTS, '/security/accounts'] },
        page =>
          page === undefined
            ? page
            : {
                ...page,
                items: page.items.map(item => (item.id === id ? { ...item, ...change } : item)),
              },
      ),
    forgetOtherLists: () =>
      queryClient.invalidateQueries({ queryKey: [ACCOUNTS], refetchType: 'none' }),
  };
}

/** Report access needs API access: turning one on or off can turn the other. */
function implied(before: Grants, change: Partial<Grants>): Grants {
  const { apiAccess, reportAccess } = { ...before, ...change };
  if (change.reportAccess === true) return { apiAccess: true, reportAccess: true };
  return { apiAccess, reportAccess: apiAccess && reportAccess };
}

function grantsName({ apiAccess, reportAccess }: Grants): string {
  if (!apiAccess) return t`no API access`;
  return reportAccess ? t`API access and report access` : t`API access, and no report access`;
}
