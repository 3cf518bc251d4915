import type { Timestamp, Uuid } from '../../http/wire-format';

/** An email in the outbox folder. */
export interface OutboxMail {
  /** The email's ID, which is its file name and the start of its Message-ID. */
  id: Uuid;
  /** When the email was written. */
  date: Timestamp;
  /**
   * The recipient.
   * @example "Ada Lovelace <ada@example.org>"
   */
  to: string;
  /** The subject line. */
  subject: string;
}

/** The latest emails, at most 100. */
export interface Outbox {
  /** The emails, newest first. */
  items: OutboxMail[];
}

/** An email with its content. */
export interface OutboxMailContent extends OutboxMail {
  /** The plain text. */
  text: string;
  /** The names of the attachments. */
  attachments: string[];
}
