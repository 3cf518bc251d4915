import type { CountedPage, Timestamp, Uuid } from '../http/wire-format';

/** The kinds of events that this release records. */
export type AuditEventKind =
  | 'account-created'
  | 'account-disabled'
  | 'account-enabled'
  | 'account-erased'
  | 'account-exported'
  | 'account-updated'
  | 'audit-read'
  | 'developer-role-changed'
  | 'grants-changed'
  | 'import-cancelled'
  | 'import-started'
  | 'mail-retried'
  | 'member-left'
  | 'members-invited'
  | 'membership-created'
  | 'membership-deleted'
  | 'membership-updated'
  | 'operator-changed'
  | 'organization-access-changed'
  | 'organization-read'
  | 'organization-updated'
  | 'password-change-failed'
  | 'password-link-created'
  | 'password-reset-requested'
  | 'password-set'
  | 'provider-rights-kept'
  | 'recipient-allowed'
  | 'recipient-revoked'
  | 'record-keeping-changed'
  | 'refused'
  | 'reminders-changed'
  | 'report-run'
  | 'schedule-deleted'
  | 'schedule-paused'
  | 'schedule-run'
  | 'schedule-saved'
  | 'secret-generated'
  | 'secret-revoked'
  | 'service-account-created'
  | 'service-account-deleted'
  | 'service-account-updated'
  | 'sign-in'
  | 'sign-in-failed'
  | 'sign-out'
  | 'source-deleted'
  | 'source-saved'
  | 'standing-recorded'
  | 'standing-withdrawn'
  | 'ticket-corrected'
  | 'ticket-recorded'
  | 'ticket-withdrawn'
  | 'unsubscribed';

/**
 * An audit event: who did what, to whom, in which organization and from where. Never contains secrets.
 * @example { "id": "4711", "number": 4698, "at": "2026-10-31T23:00:00.000+00:00", "kind": "grants-changed", "actor": "grace@example.org", "accountId": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "companyId": null, "address": "192.0.2.7", "summary": "Grace Hopper gave Ada Lovelace report access", "detail": { "apiAccess": true, "reportAccess": true, "before": { "apiAccess": true, "reportAccess": false } } }
 */
export interface AuditEvent {
  /** The event's ID; increases over time. */
  id: string;
  /**
   * A number without gaps, in commit order; null for about a minute until it is assigned.
   * @isLong
   */
  number: number | null;
  /** The time of the event. */
  at: Timestamp;
  /** What happened: one of AuditEventKind, or a kind recorded by a different release. */
  kind: string;
  /** Who did it: an e-mail, the ID of an erased account, `service key`, `command line`, or the URL of the sign-on provider. */
  actor: string;
  /** The ID of the affected account, or else of the actor; null if there is none. */
  accountId: Uuid | null;
  /** The ID of the organization concerned, or null. */
  companyId: Uuid | null;
  /** The client's IP address; null for the command line. */
  address: string | null;
  /** A description of the event with current names. */
  summary: string;
  /** Further details, depending on the kind. */
  detail: { [what: string]: unknown };
}

/**
 * A page of events.
 * @example { "items": [{ "id": "4711", "number": 4698, "at": "2026-10-31T23:00:00.000+00:00", "kind": "grants-changed", "actor": "grace@example.org", "accountId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "companyId": null, "address": "192.0.2.7", "summary": "Grace Hopper gave Ada Lovelace report access", "detail": { "apiAccess": true, "reportAccess": true, "before": { "apiAccess": true, "reportAccess": false } } }], "total": 12, "isTotalExact": true, "page": 1, "pageSize": 1 }
 */
export interface AuditEventPage extends CountedPage {
  /** The events, newest first. */
  items: AuditEvent[];
}
