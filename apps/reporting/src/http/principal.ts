/** The language of emails and of the console. */
export type Language = 'en' | 'de' | 'fr';

/** The organization that a request is scoped to. */
export interface Organization {
  /** The internal ID, which never leaves the service. */
  readonly id: number;
  readonly uuid: string;
  readonly handle: string;
  readonly name: string;
  /** Its names of the measurements, in order of keys; null for those that it has not named. */
  readonly measurementNames: readonly (string | null)[];
  /** Internal IDs of the departments that reports show; null for all. */
  readonly shownDepartments: readonly number[] | null;
}

/** An organization with the account's rights in it. */
export interface CallerMembership extends Organization {
  readonly isMember: boolean;
  readonly hasAccess: boolean;
  readonly isDeveloper: boolean;
  readonly keepsRecords: boolean;
}

/** A person who authenticated with a secret or a session. */
export interface Person {
  readonly kind: 'person';
  readonly credential: 'personal-secret' | 'client-secret' | 'session';
  /** A loggable part of the credential: a secret's prefix or the start of a session's ID. */
  readonly prefix: string;
  readonly sessionId: string | null;
  readonly account: PrincipalAccount;
}

/** A program that authenticated with a service account's secret: it can only read reports of one organization. */
export interface Service {
  readonly kind: 'service';
  /** The secret's prefix. */
  readonly prefix: string;
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
}

/** A trusted server that authenticated with the service key. */
export interface Platform {
  readonly kind: 'platform';
}

export type Principal = Person | Service | Platform;

/** The actor recorded in the audit log for commands. */
export const COMMAND_LINE = 'command line';
export const AT_THE_COMMAND_LINE = { actor: COMMAND_LINE, actorAccountId: null, address: null };

export interface PrincipalAccount {
  readonly id: number;
  readonly uuid: string;
  /** Null for accounts without a password, emails or secrets. */
  readonly email: string | null;
  readonly name: string;
  readonly isOperator: boolean;
  readonly apiAccess: boolean;
  readonly reportAccess: boolean;
}

export interface DoneBy {
  readonly actor: string;
  /** Null for the command line and the service key. */
  readonly actorAccountId: number | null;
  /** Null for the command line. */
  readonly address: string | null;
}

export function actorOf(principal: Principal): { actor: string; accountId: number | null } {
  if (principal.kind === 'platform') return { actor: 'service key', accountId: null };
  if (principal.kind === 'service') {
    return { actor: `service account ${principal.name}`, accountId: null };
  }
  const { id, uuid, email } = principal.account;
  return { actor: email ?? uuid, accountId: id };
}

/** Describes a credential for logs and audit events. */
export function credentialOf(principal: Principal): string {
  return principal.kind === 'platform' ? 'service key' : principal.prefix;
}
