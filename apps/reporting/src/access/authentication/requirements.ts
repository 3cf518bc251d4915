import type { Organization, Principal } from '@platform/auth';
import type { Membership } from './find-caller';
import { refusals } from './refusals';

/**
 * What an operation requires, declared by `@Security` and described in its document (tsoa.json,
 * "x-requirements").
 */
export type Requirement =
  /** An organization must be carried or named. */
  | 'organization'
  /** A secret's account must have the Developer role. */
  | 'developer'
  | 'report-access'
  /** A report: it has a rate bucket of its own, and every run of it is recorded. */
  | 'report'
  /** An operator in person; not the service key. */
  | 'operator-in-person'
  /** An operator, or the service key. */
  | 'operator'
  /** API access also of a session: to make a secret. */
  | 'api-access'
  /** A person, by whatever credential. */
  | 'account'
  /** A person who is signed in. */
  | 'session'
  /** Open to secrets whose account has no API access: to take a secret back, for one. */
  | 'without-api-access';

/** Who called, for which organization, and what the operation asked of them. */
export interface Caller {
  readonly principal: Principal;
  /** Null where none was named and none was needed. */
  readonly organization: Organization | null;
  /** Whether that is an organization that the caller has no access to but as an operator or the platform. */
  readonly isForeign: boolean;
  readonly requirements: ReadonlySet<Requirement>;
}

/** What logs and the audit say of a credential: what opens nothing. */
export function credentialOf(principal: Principal): string {
  return principal.kind === 'platform' ? 'service key' : principal.prefix;
}

/** Refuses the service key where the call is about an account. @throws Problem account-required */
export function requireAccount(principal: Principal, requirements: ReadonlySet<Requirement>): void {
  if (principal.kind === 'person') return;
  if (requirements.has('account') || requirements.has('session')) throw refusals.account();
}

/**
 * The last check (docs/contract/reporting.md, "Order of checks"). Of operators only the Developer role is not
 * required.
 * @throws Problem api-access-required, developer-role-required, report-access-required, operator-required,
 * session-invalid
 */
export function requireRights(
  principal: Principal,
  membership: Pick<Membership, 'isDeveloper'> | null,
  requirements: ReadonlySet<Requirement>,
): void {
  if (principal.kind === 'platform') {
    if (requirements.has('operator-in-person')) throw refusals.operator();
    return;
  }
  const { account, credential } = principal;
  if (requirements.has('session') && credential !== 'session') throw refusals.sessionNeeded();
  const { isOperator } = account;
  if (requirements.has('api-access') && !account.apiAccess) throw refusals.apiAccess();
  const needsRole = requirements.has('developer') && credential !== 'session' && !isOperator;
  if (needsRole && !membership?.isDeveloper) throw refusals.developerRole();
  if (requirements.has('report-access') && !account.reportAccess) throw refusals.reportAccess();
  const isForOperators = requirements.has('operator') || requirements.has('operator-in-person');
  if (isForOperators && !isOperator) throw refusals.operator();
}
