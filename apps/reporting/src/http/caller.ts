import type { CallerMembership, Organization, Principal } from './principal';

/** Declared with `@Security` and described in documentation.mjs. */
export type AccessRequirement =
  | 'organization'
  /** A secret's account must have the Developer role. */
  | 'developer'
  | 'report-access'
  /** For gaps of other members, a session needs the Developer role or report access. */
  | 'gaps'
  /** Has a separate rate limit; every run is audited. */
  | 'report'
  | 'operator-in-person'
  /** An operator, or the service key. */
  | 'operator'
  /** An operator, the service key, or a record keeper of the organization. */
  | 'records'
  /** Sessions also need API access, because the operation creates a secret. */
  | 'api-access'
  /** Rejects secrets, which can neither create nor revoke secrets. */
  | 'no-secret'
  /** A person, not the service key. */
  | 'account'
  | 'session';

/** An authenticated principal, and the organizations that its request may be about. */
export interface Recognized {
  readonly principal: Principal;
  /** The organization bound to a secret, or specified when the session was started. */
  readonly own: CallerMembership | null;
  readonly byHandle: CallerMembership | null;
  readonly byId: CallerMembership | null;
}

export interface Caller {
  readonly principal: Principal;
  /** Null if none was specified or required. */
  readonly organization: Organization | null;
  /** Whether the caller can access it only as an operator or the platform. */
  readonly isForeign: boolean;
  /** Whether the caller is restricted to keeping records of `organization`, to which imports are then bound. */
  readonly isKeeper: boolean;
  readonly requirements: ReadonlySet<AccessRequirement>;
}
