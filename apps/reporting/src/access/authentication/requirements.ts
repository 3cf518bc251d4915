import type { Caller } from './caller';
import type { Membership } from './find-caller';
import { refusals } from './refusals';

/**
 * What an operation may ask of its caller, declared where it is (`@Security('Credential', [...])`) and
 * told in its OpenAPI description (tsoa.json, "x-requirements").
 */
export type Requirement =
  /** An organization must be carried or named. */
  | 'organization'
  /** A secret's account must have the Developer role. */
  | 'developer'
  | 'report-access'
  /** One of the six reports: it has a rate bucket of its own, and every run of it is recorded. */
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

/**
 * The last of the checks, of a caller whose organization is settled (decisions-reporting, "Order of checks").
 * @throws Problem api-access-required, developer-role-required, report-access-required, operator-required, account-required,
 *   session-invalid
 */
export function requireRights(
  { principal }: Caller,
  membership: Pick<Membership, 'isDeveloper'> | null,
  requirements: ReadonlySet<Requirement>,
): void {
  if (principal.kind === 'platform') {
    if (requirements.has('account') || requirements.has('session')) throw refusals.account();
    if (requirements.has('operator-in-person')) throw refusals.operator();
    return;
  }
  const { account, credential } = principal;
  if (requirements.has('session') && credential !== 'session') throw refusals.sessionNeeded();
  if (account.isOperator) return;
  const isSecret = credential !== 'session';
  if (requirements.has('api-access') && !account.apiAccess) throw refusals.apiAccess();
  if (requirements.has('developer') && isSecret && !membership?.isDeveloper) {
    throw refusals.developerRole();
  }
  if (requirements.has('report-access') && !account.reportAccess) throw refusals.reportAccess();
  if (requirements.has('operator') || requirements.has('operator-in-person')) {
    throw refusals.operator();
  }
}
