import type { Schemas } from '../../api/client';

type Account = Schemas['Account'];

/** An account with the rights that it holds, by hand or from the sign-on provider. */
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
