/** What kinds of events this release records. */
export enum AuditEventKind {
  AccountCreated = 'account-created',
  AccountDisabled = 'account-disabled',
  AccountEnabled = 'account-enabled',
  AccountErased = 'account-erased',
  AccountExported = 'account-exported',
  AccountUpdated = 'account-updated',
  AuditRead = 'audit-read',
  DeveloperRoleChanged = 'developer-role-changed',
  GrantsChanged = 'grants-changed',
  ImportCancelled = 'import-cancelled',
  ImportStarted = 'import-started',
  MailRetried = 'mail-retried',
  MemberLeft = 'member-left',
  MembersInvited = 'members-invited',
  MembershipCreated = 'membership-created',
  MembershipDeleted = 'membership-deleted',
  MembershipUpdated = 'membership-updated',
  OperatorChanged = 'operator-changed',
  OrganizationAccessChanged = 'organization-access-changed',
  OrganizationRead = 'organization-read',
  PasswordChangeFailed = 'password-change-failed',
  PasswordLinkCreated = 'password-link-created',
  PasswordResetRequested = 'password-reset-requested',
  PasswordSet = 'password-set',
  ProviderRightsKept = 'provider-rights-kept',
  RecordKeepingChanged = 'record-keeping-changed',
  Refused = 'refused',
  RemindersChanged = 'reminders-changed',
  ReportRun = 'report-run',
  ScheduleDeleted = 'schedule-deleted',
  SchedulePaused = 'schedule-paused',
  ScheduleRun = 'schedule-run',
  ScheduleSaved = 'schedule-saved',
  SecretGenerated = 'secret-generated',
  SecretRevoked = 'secret-revoked',
  ServiceAccountCreated = 'service-account-created',
  ServiceAccountDeleted = 'service-account-deleted',
  ServiceAccountUpdated = 'service-account-updated',
  SignIn = 'sign-in',
  SignInFailed = 'sign-in-failed',
  SignOut = 'sign-out',
  StandingRecorded = 'standing-recorded',
  StandingWithdrawn = 'standing-withdrawn',
  TicketCorrected = 'ticket-corrected',
  TicketRecorded = 'ticket-recorded',
  TicketWithdrawn = 'ticket-withdrawn',
  Unsubscribed = 'unsubscribed',
}

/**
 * Who did what, to whom, in which organization, from where; never a secret.
 * @example { "id": "4711", "number": 4698, "at": "2026-10-31T23:00:00.000+00:00", "kind": "grants-changed", "actor": "grace@example.org", "accountId": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "companyId": null, "address": "192.0.2.7", "summary": "Grace Hopper gave Ada Lovelace report access", "detail": { "apiAccess": true, "reportAccess": true, "before": { "apiAccess": true, "reportAccess": false } } }
 */
export interface AuditEvent {
  /** Rises with time. */
  id: string;
  /**
   * Grows by one with each event, in the order of their commits; null for about a minute, until it is given.
   * @isInt
   */
  number: number | null;
  /** ISO 8601. */
  at: string;
  /** What happened: one of AuditEventKind, or a kind that another release records. */
  kind: string;
  /** Who did it: an e-mail, the id of an erased account, `service key`, `command line`, or the URL of the sign-on provider. */
  actor: string;
  /** The account that it was done to, else that did it: a UUID, or null. */
  accountId: string | null;
  /** The organization that it was about: a UUID, or null. */
  companyId: string | null;
  /** Where the call came from; null for the command line. */
  address: string | null;
  /** What happened, in words: names are those of now. */
  summary: string;
  /** What else there is to know, by kind. */
  // eslint-disable-next-line @typescript-eslint/consistent-indexed-object-style -- a Record is described in TypeScript's words
  detail: { [what: string]: unknown };
}

/**
 * A page of events.
 * @example { "items": [{ "id": "4711", "number": 4698, "at": "2026-10-31T23:00:00.000+00:00", "kind": "grants-changed", "actor": "grace@example.org", "accountId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "companyId": null, "address": "192.0.2.7", "summary": "Grace Hopper gave Ada Lovelace report access", "detail": { "apiAccess": true, "reportAccess": true, "before": { "apiAccess": true, "reportAccess": false } } }], "total": 12, "isTotalExact": true, "page": 1, "pageSize": 1 }
 */
export interface AuditEventPage {
  /** Newest first. */
  items: AuditEvent[];
  /**
   * How many there are in all, at most 10,000.
   * @isInt
   */
  total: number;
  /** False when there are more than `total`. */
  isTotalExact: boolean;
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
