import type { Instant, Timestamp, Uuid } from '../../http/wire-format';
import type { RecordSource } from './tickets.dto';

/** The recorded status of a standing; a validated one expires at `expiresAt`. */
export type RecordedStandingStatus =
  | 'Not Completed'
  | 'Self-Assessed'
  | 'Submitted'
  | 'Validated'
  | 'Needs Training'
  | 'Not Applicable'
  | 'Expired';

/**
 * A member's standing in a competency.
 * @example { "memberId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "competencyId": "5c1b7a3e-9f2d-4b6c-8e0a-1d2c3b4a5f06", "status": "Validated", "isValidated": true, "validatedAt": "2026-02-01T00:00:00.000+00:00", "expiresAt": "2028-02-01T00:00:00.000+00:00", "validatorId": null, "source": "hand" }
 */
export interface Standing {
  /** The member's ID. */
  memberId: Uuid;
  /** The competency's ID. */
  competencyId: Uuid;
  /** The recorded status. */
  status: RecordedStandingStatus;
  /** Whether somebody validated it. */
  isValidated: boolean;
  /** When it was validated; null if never. */
  validatedAt: Timestamp | null;
  /** The first instant at which it is Expired; null if never. */
  expiresAt: Timestamp | null;
  /** The ID of the member who validated it; null if unknown. */
  validatorId: Uuid | null;
  /** What last wrote it. */
  source: RecordSource;
}

/**
 * The new standing.
 * @example { "status": "Validated", "validatedAt": "2026-02-01T00:00:00Z", "expiresAt": "2028-02-01T00:00:00Z" }
 */
export interface StandingRequest {
  /** The status. */
  status: RecordedStandingStatus;
  /** Whether somebody validated it, which matters for Not Applicable. Defaults to true for Validated, or else false. */
  isValidated?: boolean;
  /** When it was validated; null if never. */
  validatedAt?: Instant | null;
  /** The first instant at which it is Expired; null if never. */
  expiresAt?: Instant | null;
  /** The ID of the member who validated it; null if unknown. */
  validatorId?: Uuid | null;
}
