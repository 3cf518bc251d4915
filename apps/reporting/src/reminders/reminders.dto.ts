import type { AffiliationFunction } from '../compliance/compliance.dto';
import type { Count, Timestamp, Uuid } from '../http/wire-format';
import type { ExpirationKind } from '../reports/expirations/expirations.dto';

/**
 * A number of days.
 * @isInt must be a whole number from 1 to 366
 * @minimum 1 must be a whole number from 1 to 366
 * @maximum 366 must be a whole number from 1 to 366
 */
export type Days = number;

/**
 * A day of the week: 1 is Monday, 7 is Sunday.
 * @isInt must be a whole number from 1 to 7
 * @minimum 1 must be a whole number from 1 to 7
 * @maximum 7 must be a whole number from 1 to 7
 */
export type Weekday = number;

/**
 * The reminder settings of an organization.
 * @example { "isEnabled": true, "daysBefore": [60, 30, 7], "afterExpiry": 7, "requiredOnly": true, "toMember": true, "toDepartments": ["Administration"], "at": "07:00", "timeZone": "Europe/Berlin", "weekdays": [1, 2, 3, 4, 5] }
 */
export interface ReminderSettings {
  /** Whether reminders are sent. */
  isEnabled: boolean;
  /**
   * The numbers of days before the expiry at which a reminder is sent.
   * @minItems 1 must have 1 to 10 days
   * @maxItems 10 must have 1 to 10 days
   * @uniqueItems must not contain duplicates
   */
  daysBefore: Days[];
  /** The number of days after the expiry at which a final reminder is sent; null for none. */
  afterExpiry: Days | null;
  /** Whether to send reminders only for required items. */
  requiredOnly: boolean;
  /** Whether members receive reminders of their own items. */
  toMember: boolean;
  /**
   * Members with one of these functions in a department, and with report access, receive reminders for the department's
   * members. May be empty.
   * @maxItems 4 must not contain duplicates
   * @uniqueItems must not contain duplicates
   */
  toDepartments: AffiliationFunction[];
  /**
   * The local time at which reminders are sent.
   * @pattern ^([01]\d|2[0-3]):[0-5]\d$ must be a time such as 07:00
   */
  at: string;
  /**
   * The time zone, as a name in the IANA database.
   * @pattern ^[A-Za-z][A-Za-z0-9_+/-]{1,63}$ must be a time zone such as Europe/Berlin
   */
  timeZone: string;
  /**
   * The days of the week on which reminders are sent.
   * @minItems 1 must have 1 to 7 days
   * @maxItems 7 must have 1 to 7 days
   * @uniqueItems must not contain duplicates
   */
  weekdays: Weekday[];
}

/** Whether a reminder is sent to a member about their own items, or to someone responsible for departments. */
export type ReminderRecipient = 'member' | 'department';

/** An entry of a reminder. */
export interface ReminderEntry {
  /** Whether an achievement or a competency expires. */
  kind: ExpirationKind;
  /** The ID of the achievement or competency. */
  itemId: Uuid;
  /** The name of the achievement or competency. */
  itemName: string;
  /** The name of the member who holds it. */
  memberName: string;
  /** When it expires. */
  expiresAt: Timestamp;
  /** Whole days until the expiry, rounded down: 0 in the last 24 hours, negative afterwards. */
  daysLeft: Count;
}

/** An email that would be sent. */
export interface PlannedReminder {
  /** Whether it is about the recipient's own items or about departments. */
  to: ReminderRecipient;
  /** The recipient's member ID. */
  memberId: Uuid;
  /** The recipient's e-mail address. */
  email: string;
  /** The entries ordered by expiry, at most 200. */
  entries: ReminderEntry[];
}

/**
 * A preview of the reminders for a day.
 * @example { "date": "2026-11-23", "items": [{ "to": "member", "memberId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "email": "grace@example.org", "entries": [{ "kind": "achievement", "itemId": "1f0e7f0e-5f6c-4a53-9c3a-0d1b8a7c2e11", "itemName": "H2S Alive", "memberName": "Grace Hopper", "expiresAt": "2026-12-09T00:00:00.000+00:00", "daysLeft": 15 }] }] }
 */
export interface ReminderPreview {
  /**
   * The day in the time zone of the reminders.
   * @format date
   */
  date: string;
  /** The emails to members, then those about departments, each ordered by the recipient's name. */
  items: PlannedReminder[];
}

/**
 * A date.
 * @pattern ^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$ must be a date from 1000-01-01 to 2999-12-31, such as 2026-11-23
 * @format date
 * @example "2026-11-23"
 */
export type Day = string;
