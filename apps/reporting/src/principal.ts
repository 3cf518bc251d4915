/** An organization, as a request is scoped to it. */
export interface Organization {
  /** The key inside; it never leaves the service. */
  readonly id: number;
  readonly uuid: string;
  readonly handle: string;
  readonly name: string;
}

/** A person, by a secret or a session; what a request may do follows from it and its organization. */
export interface Person {
  readonly kind: 'person';
  readonly credential: 'personal-secret' | 'client-secret' | 'session' | 'schedule';
  /** What the log may say of the credential: a secret's prefix, the beginning of a session's id, `schedule`. */
  readonly prefix: string;
  readonly sessionId: string | null;
  readonly account: PrincipalAccount;
}

/** A trusted server, by the service key: the platform itself, not a person. */
export interface Platform {
  readonly kind: 'platform';
}

export type Principal = Person | Platform;

/** The actor that the audit records for commands. */
export const COMMAND_LINE = 'command line';
export const AT_THE_COMMAND_LINE = { actor: COMMAND_LINE, actorAccountId: null, address: null };

export interface PrincipalAccount {
  readonly id: number;
  readonly uuid: string;
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  readonly apiAccess: boolean;
  readonly reportAccess: boolean;
}
