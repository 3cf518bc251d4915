import type { MeasurementReference } from '../../compliance/compliance.dto';
import type { Count, Page, Timestamp, Uuid } from '../../http/wire-format';

/** What expires. */
export type ExpirationKind = 'achievement' | 'competency';

/** The current status: `Valid` for tickets, `Validated` or `Not Applicable` for competencies, or `Expired`. */
export type ExpirationStatus = 'Valid' | 'Validated' | 'Not Applicable' | 'Expired';

/** An achievement or competency of a member that expires or has expired. */
export interface Expiration {
  /** Whether an achievement or a competency expires. */
  kind: ExpirationKind;
  /** The member's ID, as in directory contacts. */
  memberId: Uuid;
  /** The member's name. */
  memberName: string;
  /** The member's e-mail address, or null. */
  memberEmail: string | null;
  /** The ID of the achievement or competency. */
  itemId: Uuid;
  /** The name of the achievement or competency. */
  itemName: string;
  /** The organization's number for the competency; null for achievements. */
  itemNumber: string | null;
  /** The measurement that counts it. */
  measurement: MeasurementReference;
  /** Whether it is required of the member by the ticket, or by an assigned profile that requires compliance. */
  isRequired: boolean;
  /** The current status. */
  status: ExpirationStatus;
  /** When it expires. */
  expiresAt: Timestamp;
  /** The number of whole days until then, rounded down: 0 in the last 24 hours, negative afterwards. */
  daysLeft: Count;
  /** The member's code, or null. */
  memberCode: string | null;
}

/** The expirations of a month. */
export interface ExpirationMonth {
  /**
   * The month, in UTC.
   * @pattern ^\d{4}-\d\d$
   * @example "2026-12"
   */
  month: string;
  /** The number of achievements. */
  achievements: Count;
  /** The number of competencies. */
  competencies: Count;
}

/** Counts of the whole selection, regardless of the page. */
export interface ExpirationSummary {
  /** The number of members with expirations. */
  members: Count;
  /** The number of achievements. */
  achievements: Count;
  /** The number of competencies. */
  competencies: Count;
  /** Every month of the window. */
  byMonth: ExpirationMonth[];
}

/**
 * A page of the expirations within the window.
 * @example { "summary": { "members": 1, "achievements": 1, "competencies": 0, "byMonth": [{ "month": "2026-11", "achievements": 0, "competencies": 0 }, { "month": "2026-12", "achievements": 1, "competencies": 0 }] }, "items": [{ "kind": "achievement", "memberId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "memberName": "Grace Hopper", "memberEmail": "grace@example.org", "itemId": "1f0e7f0e-5f6c-4a53-9c3a-0d1b8a7c2e11", "itemName": "H2S Alive", "itemNumber": null, "measurement": { "key": 1, "name": "Time-Sensitive Safety Certificates" }, "isRequired": true, "status": "Valid", "expiresAt": "2026-12-09T00:00:00.000+00:00", "daysLeft": 18, "memberCode": "E-1906" }], "total": 1, "page": 1, "pageSize": 25 }
 */
export interface ExpirationPage extends Page {
  summary: ExpirationSummary;
  /** Sorted by expiry, member name and item name. */
  items: Expiration[];
  /** The total number of expirations. */
  total: Count;
}
