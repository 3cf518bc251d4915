import type { Count, CountedPage, Timestamp, Uuid } from '../../http/wire-format';

/** The outcome of an email; `waiting` until it is sent, dropped or has failed. */
export type DeliveryOutcome = 'waiting' | 'sent' | 'dropped' | 'failed';

/** The recipient of an email. */
export interface DeliveryRecipient {
  accountId: Uuid;
  /** The name of the account. */
  name: string;
  /** The e-mail of the account; null if it no longer has one. */
  email: string | null;
}

/** An email without its content. */
export interface Delivery {
  /** The email's ID, which is also its Message-ID before the `@`. */
  id: Uuid;
  /** The kind of email, such as `schedule` for a report or `test` for a test email. */
  kind: string;
  recipient: DeliveryRecipient;
  /** When the email was queued. */
  createdAt: Timestamp;
  outcome: DeliveryOutcome;
  /** When the email was sent, was dropped or failed; null while it is waiting. */
  finishedAt: Timestamp | null;
  /** When the next attempt is due; null once the email is finished. */
  nextAttemptAt: Timestamp | null;
  /** The number of attempts. */
  attempts: Count;
  /** Why the last attempt failed; null if none did. */
  error: string | null;
}

/**
 * A page of emails.
 * @example { "items": [{ "id": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "kind": "schedule", "recipient": { "accountId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "name": "Grace Hopper", "email": "grace@example.org" }, "createdAt": "2026-11-23T06:00:04.120+00:00", "outcome": "failed", "finishedAt": "2026-11-23T06:00:05.310+00:00", "nextAttemptAt": null, "attempts": 1, "error": "550 no such mailbox" }], "total": 1, "isTotalExact": true, "page": 1, "pageSize": 25 }
 */
export interface DeliveryPage extends CountedPage {
  /** The emails, newest first. */
  items: Delivery[];
}
