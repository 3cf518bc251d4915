import type { Count } from '../../http/wire-format';

/**
 * What was revoked when a member left.
 * @example { "access": true, "developerRole": false, "recordKeeping": false, "affiliations": 2, "assignments": 1, "schedules": 1, "secrets": 1 }
 */
export interface Leave {
  /** Whether the member had access or rights. */
  access: boolean;
  /** Whether the member had the Developer role. */
  developerRole: boolean;
  /** Whether the member kept records. */
  recordKeeping: boolean;
  /** The number of functions in departments that ended. */
  affiliations: Count;
  /** The number of profile assignments that ended. */
  assignments: Count;
  /** The number of schedules that were paused. */
  schedules: Count;
  /** The number of secrets for the organization that were revoked. */
  secrets: Count;
}

/**
 * Whether access was restored.
 * @example { "access": true }
 */
export interface Return {
  /** False if the member already had access. */
  access: boolean;
}
