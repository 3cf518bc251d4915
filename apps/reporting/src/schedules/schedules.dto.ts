import type { Count, Page, Timestamp, Uuid } from '../http/wire-format';

/** The reports that can be scheduled, by their paths below `/reporting`; `people` is the report on one person. */
export type ScheduledReport =
  | 'achievement-gaps'
  | 'compliance-overview'
  | 'compliance-summaries'
  | 'compliance-trends'
  | 'competency-validations'
  | 'directory-contacts'
  | 'expirations'
  | 'monthly-statistics'
  | 'people';

/** The format of the file that is sent. */
export type FileFormat = 'csv' | 'xlsx';

/** The frequency: every day, Monday to Friday, weekly or monthly. */
export type Every = 'day' | 'weekday' | 'week' | 'month';

/** What to do if the report has no rows. */
export type WhenEmpty = 'send' | 'skip';

/** The outcome of a run. */
export type RunOutcome = 'sent' | 'skipped' | 'failed';

/** Why a schedule is paused: its owner or an operator paused it, or its owner has left or lost report access. */
export type PauseReason = 'owner' | 'operator' | 'left' | 'no-report-access';

/** Why a recipient was omitted from a run. */
export type LeftOutReason =
  | 'not-a-member'
  | 'disabled'
  | 'no-email'
  | 'no-report-access'
  | 'unsubscribed';

/** When a schedule runs, in the local time of a time zone. */
export interface Recurrence {
  every: Every;
  /**
   * The day of the week, 1 (Monday) to 7, or of the month, 1 to 28 or `last`; omitted otherwise.
   * @isDouble must be omitted, a whole number
   */
  on?: number | 'last';
  /**
   * The local time.
   * @pattern ^([01]\d|2[0-3]):[0-5]\d$ must be a time from 00:00 to 23:59
   * @example "07:00"
   */
  at: string;
  /**
   * An IANA time zone.
   * @maxLength 64
   * @example "Europe/Berlin"
   */
  timeZone: string;
}

/**
 * A request to create or replace a schedule.
 * @example { "name": "Who is in which department", "report": "directory-contacts", "parameters": {}, "format": "xlsx", "recurrence": { "every": "week", "on": 1, "at": "07:00", "timeZone": "Europe/Berlin" }, "recipients": ["0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01"], "whenEmpty": "send", "isPaused": false }
 */
export interface ScheduleRequest {
  /**
   * The name, which is the subject of its emails.
   * @minLength 1
   * @maxLength 100
   * @pattern ^(?=.*\S)[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$ must not be blank or contain line breaks, control characters or direction marks
   */
  name: string;
  report: ScheduledReport;
  /**
   * The report's query parameters except `format`, `page` and `pageSize`, or its body if it is a POST operation. `period`
   * is relative to the day of the run, in the schedule's time zone: `last-`, `this-` or `next-` with `month`, `quarter` or
   * `year`. It replaces `from` and `to` in expirations and trends, and `year` and `month` in monthly statistics.
   */
  parameters: { [name: string]: unknown };
  format: FileFormat;
  recurrence: Recurrence;
  /**
   * Members with report access and an e-mail, as in directory contacts, and people allowed by an operator.
   * @minItems 1
   * @maxItems 100
   */
  recipients: Uuid[];
  /** Defaults to `send`. */
  whenEmpty?: WhenEmpty;
  /** Defaults to false. */
  isPaused?: boolean;
}

/** A recipient who was omitted from a run. */
export interface LeftOutRecipient {
  memberId: Uuid;
  reason: LeftOutReason;
}

/** The latest run of a schedule. */
export interface ScheduleRun {
  /** When the run finished. */
  at: Timestamp;
  outcome: RunOutcome;
  /** The number of rows; null if the run failed. */
  rows: Count | null;
  /** The number of recipients. */
  sentTo: Count;
  leftOut: LeftOutRecipient[];
  /** Why the run failed; null if it did not. */
  error: string | null;
}

/**
 * A report that is sent by email on a schedule.
 * @example { "id": "0b8f0c1e-6a0b-4a3c-9d53-1f2e3d4c5b6a", "name": "Gaps of First Aid", "report": "achievement-gaps", "parameters": { "achievementId": "a41448df-a0e5-5c47-9648-8a289f694cb0" }, "format": "xlsx", "recurrence": { "every": "week", "on": 1, "at": "07:00", "timeZone": "Europe/Berlin" }, "recipients": ["0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01"], "whenEmpty": "send", "isPaused": false, "pauseReason": null, "nextRunAt": "2026-11-30T06:00:00.000+00:00", "lastRun": { "at": "2026-11-23T06:00:04.120+00:00", "outcome": "sent", "rows": 12, "sentTo": 1, "leftOut": [], "error": null } }
 */
export interface Schedule {
  id: Uuid;
  /** The name, which is the subject of its emails. */
  name: string;
  report: ScheduledReport;
  /** The parameters of the report. */
  parameters: { [name: string]: unknown };
  format: FileFormat;
  recurrence: Recurrence;
  /** The IDs of the members to whom it is sent. */
  recipients: Uuid[];
  whenEmpty: WhenEmpty;
  /** Whether the schedule is paused. */
  isPaused: boolean;
  /** Null if the schedule is not paused or the reason is unknown. */
  pauseReason: PauseReason | null;
  /** Null while the schedule is paused. */
  nextRunAt: Timestamp | null;
  /** Null until the first run has finished. */
  lastRun: ScheduleRun | null;
}

/** The account whose rights a schedule uses. */
export interface ScheduleOwner {
  accountId: Uuid;
  /** The name of the account. */
  name: string;
  /** The e-mail of the account, or null. */
  email: string | null;
}

/** A schedule with its owner. */
export interface OwnedSchedule extends Schedule {
  owner: ScheduleOwner;
}

/**
 * A page of an organization's schedules.
 * @example { "items": [{ "id": "0b8f0c1e-6a0b-4a3c-9d53-1f2e3d4c5b6a", "name": "Who is in which department", "report": "directory-contacts", "parameters": {}, "format": "xlsx", "recurrence": { "every": "week", "on": 1, "at": "07:00", "timeZone": "Europe/Berlin" }, "recipients": ["0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01"], "whenEmpty": "send", "isPaused": false, "pauseReason": null, "nextRunAt": "2026-11-30T06:00:00.000+00:00", "lastRun": null, "owner": { "accountId": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "name": "Grace Hopper", "email": "grace@example.org" } }], "total": 1, "page": 1, "pageSize": 25 }
 */
export interface OwnedSchedulePage extends Page {
  /** The schedules, ordered by name. */
  items: OwnedSchedule[];
}

/** A member with report access and an e-mail, or a person allowed by an operator. */
export interface PossibleRecipient {
  memberId: Uuid;
  /** The name. */
  name: string;
  /** The e-mail. */
  email: string;
  /** Whether this member is the caller. */
  isCaller: boolean;
  /** Whether this is a person allowed by an operator; the ID is then not that of a member. */
  isAllowed: boolean;
}

/**
 * The options for a schedule.
 * @example { "isMailConfigured": true, "recipients": [{ "memberId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "name": "Grace Hopper", "email": "grace@example.org", "isCaller": true, "isAllowed": false }] }
 */
export interface ScheduleOptions {
  /** Whether this service sends emails; otherwise nothing can be scheduled. */
  isMailConfigured: boolean;
  /** The possible recipients, ordered by name. */
  recipients: PossibleRecipient[];
}
