import type { Instant, Timestamp, Uuid } from '../../http/wire-format';

/** The recorded status of a ticket; a Valid one expires at `expiresAt`. */
export type RecordedTicketStatus = 'Pending' | 'Valid' | 'Expired' | 'Submitted';

/** What last wrote a record: an import, or a person by hand, whose records imports do not change. */
export type RecordSource = 'import' | 'hand';

/**
 * The number on the certificate.
 * @minLength 1
 * @maxLength 100
 * @pattern ^(?=.*\S)[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$ must have letters or digits, and no control characters
 * @example "FA-2026-0117"
 */
export type CertificateNumber = string;

/**
 * Any other information.
 * @minLength 1
 * @maxLength 500
 * @pattern ^(?=.*\S)[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$ must have letters or digits, and no line breaks or control characters
 * @example "Seen on paper"
 */
export type RecordNote = string;

/**
 * An achievement that a member holds, held or has to get.
 * @example { "id": "5b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "memberId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "achievementId": "1f0e7f0e-5f6c-4a53-9c3a-0d1b8a7c2e11", "status": "Valid", "isRequired": false, "issuedAt": "2026-01-15T00:00:00.000+00:00", "expiresAt": "2029-01-15T00:00:00.000+00:00", "certificateNumber": "FA-2026-0117", "note": null, "source": "hand" }
 */
export interface Ticket {
  id: Uuid;
  /** The member's ID. */
  memberId: Uuid;
  /** The achievement's ID. */
  achievementId: Uuid;
  /** The recorded status. */
  status: RecordedTicketStatus;
  /** Whether the member needs it, even if no profile requires it. */
  isRequired: boolean;
  /** When it was issued; null if never. */
  issuedAt: Timestamp | null;
  /** The first instant at which it is Expired; null if never. */
  expiresAt: Timestamp | null;
  /** The number on the certificate; null if there is none. */
  certificateNumber: string | null;
  /** Any other information; null if there is none. */
  note: string | null;
  /** What last wrote it. */
  source: RecordSource;
}

/**
 * A new ticket.
 * @example { "memberId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "achievementId": "1f0e7f0e-5f6c-4a53-9c3a-0d1b8a7c2e11", "status": "Valid", "issuedAt": "2026-01-15T00:00:00Z", "expiresAt": "2029-01-15T00:00:00Z", "certificateNumber": "FA-2026-0117" }
 */
export interface TicketRequest {
  /** The member's ID. */
  memberId: Uuid;
  /** The achievement's ID. */
  achievementId: Uuid;
  /** The status. */
  status: RecordedTicketStatus;
  /** Whether the member needs it, even if no profile requires it. Defaults to false. */
  isRequired?: boolean;
  /** When it was issued; null if never. */
  issuedAt?: Instant | null;
  /**
   * The first instant at which it is Expired, such as the beginning of 2027 for "valid until 31.12.2026"; null if
   * never.
   */
  expiresAt?: Instant | null;
  /** The number on the certificate; null if there is none. */
  certificateNumber?: CertificateNumber | null;
  /** Any other information; null if there is none. */
  note?: RecordNote | null;
}

/**
 * The changed properties of a ticket; null clears a property.
 * @example { "expiresAt": "2030-01-15T00:00:00Z", "note": null }
 */
export interface TicketChange {
  /** The achievement's ID. */
  achievementId?: Uuid;
  /** The status. */
  status?: RecordedTicketStatus;
  /** Whether the member needs it, even if no profile requires it. */
  isRequired?: boolean;
  /** When it was issued; null if never. */
  issuedAt?: Instant | null;
  /** The first instant at which it is Expired; null if never. */
  expiresAt?: Instant | null;
  /** The number on the certificate; null if there is none. */
  certificateNumber?: CertificateNumber | null;
  /** Any other information; null if there is none. */
  note?: RecordNote | null;
}

export interface RecordHeaders {
  /** Changes whenever the record does; send it as If-Match. */
  ETag: string;
}
