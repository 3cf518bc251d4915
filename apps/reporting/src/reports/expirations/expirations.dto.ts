import type { MeasurementReference } from '../../compliance/compliance.dto';
import type { Count, Page, Timestamp, Uuid } from '../../http/wire-format';

/** What expires. */
export enum ExpirationKind {
  Achievement = 'achievement',
  Competency = 'competency',
}

/** The status now: of a ticket `Valid`, of a competency `Validated` or `Not Applicable`; `Expired` of what has expired. */
export enum ExpirationStatus {
  Valid = 'Valid',
  Validated = 'Validated',
  NotApplicable = 'Not Applicable',
  Expired = 'Expired',
}

/** What a member loses or has lost, and when. */
export interface Expiration {
  /** Whether an achievement or a competency expires. */
  kind: ExpirationKind;
  /** The member, as in directory contacts. */
  memberId: Uuid;
  /** The member's name. */
  memberName: string;
  /** The member's e-mail address; null without one. */
  memberEmail: string | null;
  /** The achievement or the competency. */
  itemId: Uuid;
  /** The name of the achievement or the competency. */
  itemName: string;
  /** The organization's number of the competency; null for achievements. */
  itemNumber: string | null;
  /** The measurement that counts it. */
  measurement: MeasurementReference;
  /** Whether it is required of the member: by the ticket, or by an assigned profile that requires compliance. */
  isRequired: boolean;
  /** The status now. */
  status: ExpirationStatus;
  /** When it expires. */
  expiresAt: Timestamp;
  /** Whole days until then, rounded down; 0 or below for what has expired. */
  daysLeft: Count;
  /** The member's code; null without one. */
  memberCode: string | null;
}

/** What expires in a month. */
export interface ExpirationMonth {
  /**
   * The month, in UTC.
   * @pattern ^\d{4}-\d\d$
   * @example "2026-12"
   */
  month: string;
  /** How many achievements expire. */
  achievements: Count;
  /** How many competencies expire. */
  competencies: Count;
}

/** The whole selection, on whatever page. */
export interface ExpirationSummary {
  /** How many members lose something. */
  members: Count;
  /** How many achievements expire. */
  achievements: Count;
  /** How many competencies expire. */
  competencies: Count;
  /** Every month from the first to the last of the window. */
  byMonth: ExpirationMonth[];
}

/**
 * A page of what expires within the window.
 * @example { "summary": { "members": 1, "achievements": 1, "competencies": 0, "byMonth": [{ "month": "2026-11", "achievements": 0, "competencies": 0 }, { "month": "2026-12", "achievements": 1, "competencies": 0 }] }, "items": [{ "kind": "achievement", "memberId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "memberName": "Grace Hopper", "memberEmail": "grace@example.org", "itemId": "1f0e7f0e-5f6c-4a53-9c3a-0d1b8a7c2e11", "itemName": "H2S Alive", "itemNumber": null, "measurement": { "key": 1, "name": "Time-Sensitive Safety Certificates" }, "isRequired": true, "status": "Valid", "expiresAt": "2026-12-09T00:00:00.000+00:00", "daysLeft": 18, "memberCode": "E-1906" }], "total": 1, "page": 1, "pageSize": 25 }
 */
export interface ExpirationPage extends Page {
  summary: ExpirationSummary;
  /** By expiry, member name and item name. */
  items: Expiration[];
  /** How many expire in total. */
  total: Count;
}
