import { invalidFields } from '@platform/http';
import type { Membership } from './find-caller';
import type { NamedOrganization } from './named-organization';
import type { Recognized } from './recognize';
import { refusals } from './refusals';

/**
 * The organization that a request is about; null where none is named or carried. Operators and the
 * platform may name any; others only one that they have access to, and a secret only its own
 * (decisions-reporting, "Principals and scope").
 * @throws Problem operator-required, unknown-company, invalid-request, no-company-access
 */
export function chooseOrganization(
  recognized: Recognized,
  named: NamedOrganization,
): Membership | null {
  const { principal, own, byHandle } = recognized;
  if (principal.kind === 'platform' || principal.account.isOperator) {
    return chooseAny(recognized, named);
  }
  if (named.usesId) throw refusals.companyIdIsForOperators();
  if (named.fault) throw named.fault;
  if (named.handle !== null && !byHandle) throw refusals.unknownCompany();
  if (byHandle && own && byHandle.id !== own.id) throw refusals.noCompanyAccess();
  const chosen = byHandle ?? own;
  if (chosen && !chosen.hasAccess) throw refusals.noCompanyAccess();
  return chosen;
}

function chooseAny(
  { own, byHandle, byId }: Recognized,
  { handle, companyId, fault }: NamedOrganization,
): Membership | null {
  if (fault) throw fault;
  if ((handle !== null && !byHandle) || (companyId !== null && !byId)) {
    throw refusals.unknownCompany();
  }
  if (byHandle && byId && byHandle.id !== byId.id) {
    throw invalidFields([{ field: 'companyId', message: 'is not the organization of X-Company' }]);
  }
  return byId ?? byHandle ?? own;
}
