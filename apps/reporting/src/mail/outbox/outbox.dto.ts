import type { Uuid } from '../../http/identifiers';

/** A mail of the outbox folder. */
export interface OutboxMail {
  /** The name of its file, and the beginning of its Message-ID. */
  id: Uuid;
  /** When it was written, ISO 8601. */
  date: string;
  /**
   * Whom it is to.
   * @example "Ada Lovelace <ada@example.org>"
   */
  to: string;
  /** Its subject line. */
  subject: string;
}

/** The latest mails, at most 100. */
export interface Outbox {
  /** The latest first. */
  items: OutboxMail[];
}

/** A mail with what it says. */
export interface OutboxMailContent extends OutboxMail {
  /** As plain text. */
  text: string;
  /** The names of its files. */
  attachments: string[];
}
