import type { ReportFacts } from '../../own-requests';
import type { Organization, Person, Principal } from '../../principal';
import type { CallerMembership } from './find-caller';
import { refusals } from './refusals';

/** Declared by `@Security`, described in tsoa.json ("x-requirements"). */
export type AccessRequirement =
  | 'organization'
  /** A secret's account must have the Developer role. */
  | 'developer'
  | 'report-access'
  /** Has a rate bucket of its own; every run is audited. */
  | 'report'
  | 'operator-in-person'
  /** An operator, or the service key. */
  | 'operator'
  /** Sessions need API access too: the operation creates a secret. */
  | 'api-access'
  /** For sessions: a secret neither makes nor revokes secrets. */
  | 'no-secret'
  /** A person, not the service key. */
  | 'account'
  | 'session';

export interface Caller {
  readonly principal: Principal;
  /** Null where none was named or required. */
  readonly organization: Organization | null;
  /** Whether the caller reaches it only as an operator or as the platform. */
  readonly isForeign: boolean;
  readonly requirements: ReadonlySet<AccessRequirement>;
  /** Of the service's own requests: what to complete. */
  readonly facts?: ReportFacts;
}

/** What logs and the audit may show of a credential. */
export function credentialOf(principal: Principal): string {
  return principal.kind === 'platform' ? 'service key' : principal.prefix;
}

function isSecret(credential: Person['credential']): boolean {
  return credential === 'personal-secret' || credential === 'client-secret';
}

/** @throws Problem account-required where the operation needs an account and the service key calls */
export function requireAccount(
  principal: Principal,
  requirements: ReadonlySet<AccessRequirement>,
): void {
  if (principal.kind === 'person') return;
  if (requirements.has('account') || requirements.has('session')) throw refusals.account();
}

/**
 * The last check (docs/contract/reporting.md, "Order of checks"). Of operators only the Developer role is not
 * required.
 * @throws Problem session-required, api-access-required, developer-role-required, report-access-required,
 * operator-required, session-invalid
 */
export function requireRights(
  principal: Principal,
  membership: Pick<CallerMembership, 'isDeveloper' | 'name'> | null,
  requirements: ReadonlySet<AccessRequirement>,
): void {
  if (principal.kind === 'platform') {
    if (requirements.has('operator-in-person')) throw refusals.operator();
    return;
  }
  const { account, credential } = principal;
  if (requirements.has('session') && credential !== 'session') throw refusals.sessionOnly();
  if (requirements.has('no-secret') && isSecret(credential)) throw refusals.sessionRequired();
  const { isOperator } = account;
  if (requirements.has('api-access') && !account.apiAccess) throw refusals.apiAccess();
  const needsRole = requirements.has('developer') && isSecret(credential) && !isOperator;
  if (needsRole && !membership?.isDeveloper) {
    throw refusals.developerRole(membership?.name ?? 'the organization');
  }
  if (requirements.has('report-access') && !account.reportAccess) throw refusals.reportAccess();
  const isForOperators = requirements.has('operator') || requirements.has('operator-in-person');
  if (isForOperators && !isOperator) throw refusals.operator();
}
