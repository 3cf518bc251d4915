import type { Instant, Timestamp, Uuid } from '../../http/wire-format';
import type { RecordSource } from './tickets.dto';

/** The status that is recorded of a standing; a validated one expires by itself. */
export type RecordedStandingStatus =
  | 'Not Completed'
  | 'Self-Assessed'
  | 'Submitted'
  | 'Validated'
  | 'Needs Training'
  | 'Not Applicable'
  | 'Expired';

/**
 * How a member stands by a competency.
 * @example { "memberId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "competencyId": "5c1b7a3e-9f2d-4b6c-8e0a-1d2c3b4a5f06", "status": "Validated", "isValidated": true, "validatedAt": "2026-02-01T00:00:00.000+00:00", "expiresAt": "2028-02-01T00:00:00.000+00:00", "validatorId": null, "source": "hand" }
 */
export interface Standing {
  /** The member. */
  memberId: Uuid;
  /** The competency. */
  competencyId: Uuid;
  /** Its status, as it was recorded. */
  status: RecordedStandingStatus;
  /** Whether somebody validated it. */
  isValidated: boolean;
  /** When it was validated; null where it never was. */
  validatedAt: Timestamp | null;
  /** The first instant at which it counts as Expired; null: never. */
  expiresAt: Timestamp | null;
  /** The member who validated it; null where nobody is recorded. */
  validatorId: Uuid | null;
  /** What wrote it last. */
  source: RecordSource;
}

/**
 * How the member stands from now on.
 * @example { "status": "Validated", "validatedAt": "2026-02-01T00:00:00Z", "expiresAt": "2028-02-01T00:00:00Z" }
 */
export interface StandingRequest {
  /** Its status. */
  status: RecordedStandingStatus;
  /** Whether somebody validated it; counts with Not Applicable. Left out: with Validated. */
  isValidated?: boolean;
  /** When it was validated; null where it never was. */
  validatedAt?: Instant | null;
  /** The first instant at which it counts as Expired; null: never. */
  expiresAt?: Instant | null;
  /** The member who validated it; null where nobody is recorded. */
  validatorId?: Uuid | null;
}
