/**
 * The account to erase.
 * @example { "confirm": "grace@example.org" }
 */
export interface ErasureRequest {
  /**
   * The e-mail of the account, to make sure that it is the right one; without one a code of the member or, without
   * one, the name. Left out of a dry run alone.
   * @minLength 1
   * @maxLength 254
   */
  confirm?: string;
  /** Answers the counts and changes nothing. */
  dryRun?: boolean;
}

/**
 * What an erasure deleted or, of a dry run, would delete.
 * @example { "accounts": 1, "memberships": 1, "affiliations": 2, "assignments": 2, "standings": 120, "tickets": 14, "validations": 3, "statistics": 24, "identities": 1, "secrets": 1, "sessions": 2, "schedules": 1, "mails": 5, "importFaults": 0, "importArchives": 1, "auditEvents": 310 }
 */
export interface ErasureCounts {
  /**
   * Accounts deleted.
   * @isInt
   */
  accounts: number;
  /**
   * Memberships deleted.
   * @isInt
   */
  memberships: number;
  /**
   * Affiliations deleted.
   * @isInt
   */
  affiliations: number;
  /**
   * Assignments of profiles deleted.
   * @isInt
   */
  assignments: number;
  /**
   * Standings deleted.
   * @isInt
   */
  standings: number;
  /**
   * Tickets deleted.
   * @isInt
   */
  tickets: number;
  /**
   * Standings of others that no longer name who validated them.
   * @isInt
   */
  validations: number;
  /**
   * Monthly statistics that are now of "Former member".
   * @isInt
   */
  statistics: number;
  /**
   * Links to a sign-on provider deleted.
   * @isInt
   */
  identities: number;
  /**
   * Secrets deleted.
   * @isInt
   */
  secrets: number;
  /**
   * Sessions deleted.
   * @isInt
   */
  sessions: number;
  /**
   * Schedules of reports deleted: of the person, and of others that were about or sent to nobody else.
   * @isInt
   */
  schedules: number;
  /**
   * Mails to the person deleted.
   * @isInt
   */
  mails: number;
  /**
   * Faults of imports deleted: all of them, since they quote values of anybody.
   * @isInt
   */
  importFaults: number;
  /**
   * Imports of whose changes those that are about the person are deleted.
   * @isInt
   */
  importArchives: number;
  /**
   * Audit events that keep the id in place of e-mail and name.
   * @isInt
   */
  auditEvents: number;
}
