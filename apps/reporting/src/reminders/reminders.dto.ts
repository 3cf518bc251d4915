import type { AffiliationFunction } from '../compliance/compliance.dto';
import type { Uuid } from '../http/identifiers';
import type { Timestamp } from '../http/times';
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
 * When an organization's people are reminded of what expires, and who.
 * @example { "isEnabled": true, "daysBefore": [60, 30, 7], "afterExpiry": 7, "requiredOnly": true, "toMember": true, "toDepartments": ["Administration"], "at": "07:00", "timeZone": "Europe/Berlin", "weekdays": [1, 2, 3, 4, 5] }
 */
export interface ReminderSettings {
  /** Whether reminders are sent. */
  isEnabled: boolean;
  /**
   * How many days before its expiry people are reminded of something, once each.
   * @minItems 1 must have 1 to 10 days
   * @maxItems 10 must have 1 to 10 days
   * @uniqueItems must have each day once
   */
  daysBefore: Days[];
  /** How many days after its expiry they are reminded once more; null for never. */
  afterExpiry: Days | null;
  /** Whether only of what is required of the member. */
  requiredOnly: boolean;
  /** Whether members are reminded of what is theirs. */
  toMember: boolean;
  /**
   * Members with one of these functions in a department, and report access, are reminded of its people. May be empty.
   * @maxItems 4 must have each function once
   * @uniqueItems must have each function once
   */
  toDepartments: AffiliationFunction[];
  /**
   * When, in the time zone.
   * @pattern ^([01]\d|2[0-3]):[0-5]\d$ must be a time such as 07:00
   */
  at: string;
  /**
   * A time zone of the IANA database.
   * @pattern ^[A-Za-z][A-Za-z0-9_+/-]{1,63}$ must be a time zone such as Europe/Berlin
   */
  timeZone: string;
  /**
   * On which days of the week.
   * @minItems 1 must have 1 to 7 days
   * @maxItems 7 must have 1 to 7 days
   * @uniqueItems must have each day once
   */
  weekdays: Weekday[];
}

/** To whom a reminder is sent: to a member of what is theirs, or to somebody responsible for departments. */
export enum ReminderRecipient {
  Member = 'member',
  Department = 'department',
}

/** What a reminder announces. */
export interface ReminderEntry {
  /** Whether an achievement or a competency expires. */
  kind: ExpirationKind;
  /** The achievement or the competency. */
  itemId: Uuid;
  /** Its name. */
  itemName: string;
  /** Who holds it. */
  memberName: string;
  /** When it expires. */
  expiresAt: Timestamp;
  /**
   * Whole days until then, rounded down; 0 or below for what has expired.
   * @isInt
   */
  daysLeft: number;
}

/** A mail that would be sent. */
export interface PlannedReminder {
  /** Of what is the recipient's, or of departments. */
  to: ReminderRecipient;
  /** The recipient. */
  memberId: Uuid;
  /** The recipient's e-mail address. */
  email: string;
  /** By expiry; 200 at most. */
  entries: ReminderEntry[];
}

/**
 * The reminders of a day.
 * @example { "date": "2026-11-23", "items": [{ "to": "member", "memberId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "email": "grace@example.org", "entries": [{ "kind": "achievement", "itemId": "1f0e7f0e-5f6c-4a53-9c3a-0d1b8a7c2e11", "itemName": "H2S Alive", "memberName": "Grace Hopper", "expiresAt": "2026-12-09T00:00:00.000+00:00", "daysLeft": 15 }] }] }
 */
export interface ReminderPreview {
  /**
   * The day, in the time zone of the reminders.
   * @format date
   */
  date: string;
  /** Mails to members, then those about departments, each by the recipient's name. */
  items: PlannedReminder[];
}

/**
 * A day.
 * @pattern ^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$ must be a date such as 2026-11-23
 * @format date
 * @example "2026-11-23"
 */
export type Day = string;
