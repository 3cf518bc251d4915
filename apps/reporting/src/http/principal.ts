/** An organization, as a request is scoped to it. */
export interface Organization {
  /** The key inside; it never leaves the service. */
  readonly id: number;
  readonly uuid: string;
  readonly handle: string;
  readonly name: string;
  /** Departments, by their keys, whose rows the reports show; null is all rows. */
  readonly shownDepartments: readonly number[] | null;
}

/** An organization, and the rights of the account in it. */
export interface CallerMembership extends Organization {
  readonly isMember: boolean;
  readonly hasAccess: boolean;
  readonly isDeveloper: boolean;
  readonly keepsRecords: boolean;
}

/** A person, by a secret or a session; what a request may do follows from it and its organization. */
export interface Person {
  readonly kind: 'person';
  readonly credential: 'personal-secret' | 'client-secret' | 'session';
  /** What the log may say of the credential: a secret's prefix, the beginning of a session's id. */
  readonly prefix: string;
  readonly sessionId: string | null;
  readonly account: PrincipalAccount;
}

/** A program of one organization, by a secret of a service account: it reads reports, and nothing else. */
export interface Service {
  readonly kind: 'service';
  /** Of the secret. */
  readonly prefix: string;
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
}

/** A trusted server, by the service key: the platform itself, not a person. */
export interface Platform {
  readonly kind: 'platform';
}

export type Principal = Person | Service | Platform;

/** The actor that the audit records for commands. */
export const COMMAND_LINE = 'command line';
export const AT_THE_COMMAND_LINE = { actor: COMMAND_LINE, actorAccountId: null, address: null };

export interface PrincipalAccount {
  readonly id: number;
  readonly uuid: string;
  /** Null: no password, no mail, no secret. */
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

/** What logs and the audit may show of a credential. */
export function credentialOf(principal: Principal): string {
  return principal.kind === 'platform' ? 'service key' : principal.prefix;
}
