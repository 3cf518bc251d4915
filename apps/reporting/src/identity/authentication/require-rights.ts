import type { AccessRequirement } from '../../http/caller';
import type { CallerMembership, Person, Principal } from '../../http/principal';
import { problemOf } from '../../http/problems';
import { refusals } from '../../http/refusals';

/** @throws Problem account-required if the operation requires a person's account and the caller is a program */
export function requireAccount(
  principal: Principal,
  requirements: ReadonlySet<AccessRequirement>,
): void {
  if (principal.kind === 'person') return;
  if (requirements.has('account') || requirements.has('session'))
    throw problemOf('account-required');
}

/**
 * The last check (docs/contract/reporting.md, "Order of checks"). Operators only do not require the Developer role.
 * @throws Problem session-required, api-access-required, developer-role-required, gaps-not-shared,
 * report-access-required, company-required, record-keeper-required, operator-required, session-invalid
 */
export function requireRights(
  principal: Principal,
  membership: Pick<
    CallerMembership,
    'isDeveloper' | 'keepsRecords' | 'name' | 'shownDepartments'
  > | null,
  requirements: ReadonlySet<AccessRequirement>,
): void {
  if (principal.kind === 'platform') {
    if (requirements.has('operator-in-person')) throw problemOf('operator-required');
    return;
  }
  if (principal.kind === 'service') {
    if (requirements.has('records')) throw refusals.recordKeeper(membership!.name);
    const isOfOperators = requirements.has('operator') || requirements.has('operator-in-person');
    if (isOfOperators) throw problemOf('operator-required');
    return;
  }
  const { account, credential } = principal;
  if (requirements.has('session') && credential !== 'session') throw refusals.sessionOnly();
  if (requirements.has('no-secret') && isSecret(credential)) throw problemOf('session-required');
  const { isOperator } = account;
  if (requirements.has('api-access') && !account.apiAccess) throw problemOf('api-access-required');
  if (!isOperator && !membership?.isDeveloper) {
    const organization = membership?.name ?? 'the organization';
    if (requirements.has('developer') && isSecret(credential)) {
      throw refusals.developerRole(organization);
    }
    if (requirements.has('gaps') && !account.reportAccess && !isSecret(credential)) {
      throw refusals.gapsNotShared(organization);
    }
  }
  if (requirements.has('report-access') && !account.reportAccess)
    throw problemOf('report-access-required');
  if (requirements.has('records') && !isOperator) {
    if (!membership) throw problemOf('company-required');
    // An import may have narrowed the report scope, but record keepers must see the whole organization.
    const keepsRecords = membership.keepsRecords && membership.shownDepartments === null;
    if (!keepsRecords) throw refusals.recordKeeper(membership.name);
  }
  const isForOperators = requirements.has('operator') || requirements.has('operator-in-person');
  if (isForOperators && !isOperator) throw problemOf('operator-required');
}

function isSecret(credential: Person['credential']): boolean {
  return credential === 'personal-secret' || credential === 'client-secret';
}
