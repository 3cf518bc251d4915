import type { Uuid } from '../../http/identifiers';
import type { Page } from '../../http/pages.dto';
import type { Timestamp } from '../../http/times';

/** What became of a mail; `waiting` until it is sent, dropped or given up. */
export enum DeliveryOutcome {
  Waiting = 'waiting',
  Sent = 'sent',
  Dropped = 'dropped',
  Failed = 'failed',
}

/** Whom a mail was for. */
export interface DeliveryRecipient {
  accountId: Uuid;
  /** The name of the account. */
  name: string;
  /** Its e-mail; null where it has none any more. */
  email: string | null;
}

/** A mail, without what it said. */
export interface Delivery {
  /** Also its Message-ID, before the `@`. */
  id: Uuid;
  /** What kind of mail: `schedule` is a report, `test` a test mail. */
  kind: string;
  recipient: DeliveryRecipient;
  /** When it was decided. */
  createdAt: Timestamp;
  outcome: DeliveryOutcome;
  /** When it was sent, dropped or given up; null while it waits. */
  finishedAt: Timestamp | null;
  /** When it is tried next; null once it is finished. */
  nextAttemptAt: Timestamp | null;
  /**
   * How often it was tried.
   * @isInt
   */
  attempts: number;
  /** Why the last attempt failed; null where none did. */
  error: string | null;
}

/**
 * A page of mails.
 * @example { "items": [{ "id": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "kind": "schedule", "recipient": { "accountId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "name": "Grace Hopper", "email": "grace@example.org" }, "createdAt": "2026-11-23T06:00:04.120+00:00", "outcome": "failed", "finishedAt": "2026-11-23T06:00:05.310+00:00", "nextAttemptAt": null, "attempts": 1, "error": "550 no such mailbox" }], "total": 1, "isTotalExact": true, "page": 1, "pageSize": 25 }
 */
export interface DeliveryPage extends Page {
  /** The latest first. */
  items: Delivery[];
  /**
   * How many there are in all, at most 10,000.
   * @isInt
   */
  total: number;
  /** False when there are more than `total`. */
  isTotalExact: boolean;
}
