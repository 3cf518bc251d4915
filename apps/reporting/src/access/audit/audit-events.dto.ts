/** What kinds of events there are. */
export enum AuditEventKind {
  AccountCreated = 'account-created',
  AccountDisabled = 'account-disabled',
  AccountEnabled = 'account-enabled',
  AccountUpdated = 'account-updated',
  DeveloperRoleChanged = 'developer-role-changed',
  GrantsChanged = 'grants-changed',
  OperatorChanged = 'operator-changed',
  OrganizationRead = 'organization-read',
  PasswordSet = 'password-set',
  Refused = 'refused',
  ReportRun = 'report-run',
  SecretGenerated = 'secret-generated',
  SecretRevoked = 'secret-revoked',
  SignIn = 'sign-in',
  SignInFailed = 'sign-in-failed',
  SignOut = 'sign-out',
}

/**
 * Who did what, to whom, in which organization, from where; never a secret.
 * @example { "id": "4711", "at": "2026-10-31T23:00:00.000+00:00", "kind": "grants-changed", "actor": "grace@example.org", "accountId": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "companyId": null, "address": "192.0.2.7", "detail": { "apiAccess": true, "reportAccess": true } }
 */
export interface AuditEvent {
  /** Rises with time. */
  id: string;
  /** ISO 8601. */
  at: string;
  /** What happened. */
  kind: AuditEventKind;
  /** Who did it: an e-mail, `service key` or `command line`. */
  actor: string;
  /** The account that it was done to, else that did it: a UUID, or null. */
  accountId: string | null;
  /** The organization that it was about: a UUID, or null. */
  companyId: string | null;
  /** Where the call came from; null for the command line. */
  address: string | null;
  /** What else there is to know, by kind. */
  // eslint-disable-next-line @typescript-eslint/consistent-indexed-object-style -- a Record is described in TypeScript's words
  detail: { [what: string]: unknown };
}

/**
 * A page of events.
 * @example { "items": [{ "id": "4711", "at": "2026-10-31T23:00:00.000+00:00", "kind": "grants-changed", "actor": "grace@example.org", "accountId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "companyId": null, "address": "192.0.2.7", "detail": { "apiAccess": true, "reportAccess": true } }], "total": 12, "page": 1, "pageSize": 1 }
 */
export interface AuditEventPage {
  /** Newest first. */
  items: AuditEvent[];
  /**
   * How many there are in all.
   * @isInt
   */
  total: number;
  /**
   * The page that this is, from 1.
   * @isInt
   */
  page: number;
  /**
   * How many a page holds at most.
   * @isInt
   */
  pageSize: number;
}
