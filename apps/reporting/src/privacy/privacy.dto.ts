/**
 * A request to erase an account.
 * @example { "confirm": "grace@example.org" }
 */
export interface ErasureRequest {
  /**
   * The account's e-mail as confirmation; if it has none, a member's code, or else the name. Required unless `dryRun` is
   * true.
   * @minLength 1
   * @maxLength 254
   */
  confirm?: string;
  /** If true, returns the counts without changing anything. */
  dryRun?: boolean;
}

/**
 * What an erasure deleted or, for a dry run, would delete.
 * @example { "accounts": 1, "memberships": 1, "affiliations": 2, "assignments": 2, "standings": 120, "tickets": 14, "validations": 3, "statistics": 24, "identities": 1, "secrets": 1, "sessions": 2, "schedules": 1, "mails": 5, "importFaults": 0, "importArchives": 1, "auditEvents": 310 }
 */
export interface ErasureCounts {
  /**
   * The number of deleted accounts.
   * @isInt
   */
  accounts: number;
  /**
   * The number of deleted memberships.
   * @isInt
   */
  memberships: number;
  /**
   * The number of deleted affiliations.
   * @isInt
   */
  affiliations: number;
  /**
   * The number of deleted profile assignments.
   * @isInt
   */
  assignments: number;
  /**
   * The number of deleted standings.
   * @isInt
   */
  standings: number;
  /**
   * The number of deleted tickets.
   * @isInt
   */
  tickets: number;
  /**
   * The number of other members' standings from which the person was removed as validator.
   * @isInt
   */
  validations: number;
  /**
   * The number of monthly statistics reassigned to "Former member".
   * @isInt
   */
  statistics: number;
  /**
   * The number of deleted links to a sign-on provider.
   * @isInt
   */
  identities: number;
  /**
   * The number of deleted secrets.
   * @isInt
   */
  secrets: number;
  /**
   * The number of deleted sessions.
   * @isInt
   */
  sessions: number;
  /**
   * The number of deleted report schedules: the person's own, and others that only concerned or reached the person.
   * @isInt
   */
  schedules: number;
  /**
   * The number of deleted emails to the person.
   * @isInt
   */
  mails: number;
  /**
   * The number of deleted import faults. All are deleted, because they may quote anyone's data.
   * @isInt
   */
  importFaults: number;
  /**
   * The number of imports from which changes concerning the person were deleted.
   * @isInt
   */
  importArchives: number;
  /**
   * The number of audit events in which the ID replaced the e-mail and name.
   * @isInt
   */
  auditEvents: number;
}
