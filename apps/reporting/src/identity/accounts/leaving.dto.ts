/**
 * What ended in the organization, with somebody who has left.
 * @example { "access": true, "developerRole": false, "recordKeeping": false, "affiliations": 2, "assignments": 1, "schedules": 1, "secrets": 1 }
 */
export interface Leave {
  /** Whether there was access, or a right. */
  access: boolean;
  /** Whether there was the Developer role. */
  developerRole: boolean;
  /** Whether the account kept the records. */
  recordKeeping: boolean;
  /**
   * Functions in departments that ended.
   * @isInt
   */
  affiliations: number;
  /**
   * Assigned profiles that ended.
   * @isInt
   */
  assignments: number;
  /**
   * Schedules that are paused.
   * @isInt
   */
  schedules: number;
  /**
   * Secrets of the organization that are revoked.
   * @isInt
   */
  secrets: number;
}

/**
 * Whether access was given back.
 * @example { "access": true }
 */
export interface Return {
  /** False where there was access. */
  access: boolean;
}
