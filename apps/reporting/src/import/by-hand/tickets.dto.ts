import type { Instant, Timestamp, Uuid } from '../../http/wire-format';

/** The status that is recorded of a ticket; a Valid one expires by itself. */
export type RecordedTicketStatus = 'Pending' | 'Valid' | 'Expired' | 'Submitted';

/** What wrote a record last: an import, or a person, whose records imports leave as they are. */
export type RecordSource = 'import' | 'hand';

/**
 * What the certificate says.
 * @minLength 1
 * @maxLength 100
 * @pattern ^(?=.*\S)[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$ must have letters or digits, and no control characters
 * @example "FA-2026-0117"
 */
export type CertificateNumber = string;

/**
 * Anything else to know of it.
 * @minLength 1
 * @maxLength 500
 * @pattern ^(?=.*\S)[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$ must have letters or digits, and no line breaks or control characters
 * @example "Seen on paper"
 */
export type RecordNote = string;

/**
 * An achievement that a member holds, held or is to hold.
 * @example { "id": "5b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "memberId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "achievementId": "1f0e7f0e-5f6c-4a53-9c3a-0d1b8a7c2e11", "status": "Valid", "isRequired": false, "issuedAt": "2026-01-15T00:00:00.000+00:00", "expiresAt": "2029-01-15T00:00:00.000+00:00", "certificateNumber": "FA-2026-0117", "note": null, "source": "hand" }
 */
export interface Ticket {
  id: Uuid;
  /** The member. */
  memberId: Uuid;
  /** The achievement. */
  achievementId: Uuid;
  /** Its status, as it was recorded. */
  status: RecordedTicketStatus;
  /** Whether the member needs it, whatever the profiles require. */
  isRequired: boolean;
  /** When it was issued; null where it never was. */
  issuedAt: Timestamp | null;
  /** The first instant at which it counts as Expired; null: never. */
  expiresAt: Timestamp | null;
  /** What the certificate says; null without one. */
  certificateNumber: string | null;
  /** Anything else to know of it; null where that is nothing. */
  note: string | null;
  /** What wrote it last. */
  source: RecordSource;
}

/**
 * A ticket to be recorded.
 * @example { "memberId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "achievementId": "1f0e7f0e-5f6c-4a53-9c3a-0d1b8a7c2e11", "status": "Valid", "issuedAt": "2026-01-15T00:00:00Z", "expiresAt": "2029-01-15T00:00:00Z", "certificateNumber": "FA-2026-0117" }
 */
export interface TicketRequest {
  /** The member. */
  memberId: Uuid;
  /** The achievement. */
  achievementId: Uuid;
  /** Its status. */
  status: RecordedTicketStatus;
  /** Whether the member needs it, whatever the profiles require. Left out: no. */
  isRequired?: boolean;
  /** When it was issued; null where it never was. */
  issuedAt?: Instant | null;
  /** The first instant at which it counts as Expired: for "valid until 31.12.2026" the begin of 2027. Null: never. */
  expiresAt?: Instant | null;
  /** What the certificate says; null without one. */
  certificateNumber?: CertificateNumber | null;
  /** Anything else to know of it; null where that is nothing. */
  note?: RecordNote | null;
}

/**
 * What changes of a ticket; null removes it.
 * @example { "expiresAt": "2030-01-15T00:00:00Z", "note": null }
 */
export interface TicketChange {
  /** The achievement. */
  achievementId?: Uuid;
  /** Its status. */
  status?: RecordedTicketStatus;
  /** Whether the member needs it, whatever the profiles require. */
  isRequired?: boolean;
  /** When it was issued; null where it never was. */
  issuedAt?: Instant | null;
  /** The first instant at which it counts as Expired; null: never. */
  expiresAt?: Instant | null;
  /** What the certificate says; null without one. */
  certificateNumber?: CertificateNumber | null;
  /** Anything else to know of it; null where that is nothing. */
  note?: RecordNote | null;
}

export interface RecordHeaders {
  /** Changes whenever the record does: send it as If-Match. */
  ETag: string;
}
