import type { Organization, Principal } from './principal';

/** Declared by `@Security`, described in documentation.mjs. */
export type AccessRequirement =
  | 'organization'
  /** A secret's account must have the Developer role. */
  | 'developer'
  | 'report-access'
  /** Gaps of everybody: a session needs the Developer role or report access. */
  | 'gaps'
  /** Has a rate bucket of its own; every run is audited. */
  | 'report'
  | 'operator-in-person'
  /** An operator, or the service key. */
  | 'operator'
  /** The same, or a record keeper of the organization. */
  | 'records'
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
  /** Whether the caller keeps the records of `organization` and of no other: imports are bound to it. */
  readonly isKeeper: boolean;
  readonly requirements: ReadonlySet<AccessRequirement>;
}
