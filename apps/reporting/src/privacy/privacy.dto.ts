import type { Count } from '../http/wire-format';

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
  /** The number of deleted accounts. */
  accounts: Count;
  /** The number of deleted memberships. */
  memberships: Count;
  /** The number of deleted affiliations. */
  affiliations: Count;
  /** The number of deleted profile assignments. */
  assignments: Count;
  /** The number of deleted standings. */
  standings: Count;
  /** The number of deleted tickets. */
  tickets: Count;
  /** The number of other members' standings from which the person was removed as validator. */
  validations: Count;
  /** The number of monthly statistics reassigned to "Former member". */
  statistics: Count;
  /** The number of deleted links to a sign-on provider. */
  identities: Count;
  /** The number of deleted secrets. */
  secrets: Count;
  /** The number of deleted sessions. */
  sessions: Count;
  /** The number of deleted report schedules: the person's own, and others that only concerned or reached the person. */
  schedules: Count;
  /** The number of deleted emails to the person. */
  mails: Count;
  /** The number of deleted import faults. All are deleted, because they may quote anyone's data. */
  importFaults: Count;
  /** The number of imports from which changes concerning the person were deleted. */
  importArchives: Count;
  /** The number of audit events in which the ID replaced the e-mail and name. */
  auditEvents: Count;
}
