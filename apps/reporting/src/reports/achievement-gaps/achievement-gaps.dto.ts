import type { Count, Page, Timestamp, Uuid } from '../../http/wire-format';

/**
 * The ID of an achievement. The example exists in the demo organization.
 * @pattern ^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$ must be a UUID
 * @format uuid
 * @example "a41448df-a0e5-5c47-9648-8a289f694cb0"
 */
export type AchievementId = string;

/** The status of a gap; `missing` means that the person has no ticket. */
export type GapStatus = 'missing' | 'Pending' | 'Expired' | 'Submitted';

/** The status of a ticket that is not Valid now. */
export type TicketGapStatus = 'Pending' | 'Expired' | 'Submitted';

/** The order of gaps: by name, by status (no ticket first), or by expiry (soonest first). */
export type GapSort = 'name' | 'status' | 'expires';

/** The order of achievements: by the number of people who hold them, or who are required to hold them and do not. */
export type AchievementSort = 'held' | 'lacking';

/** Ascending or descending. */
export type SortDirection = 'asc' | 'desc';

/**
 * A person type, as named by the organization.
 * @maxLength 100
 * @pattern ^[^\u0000]*$ must not contain NUL
 * @example "Operator"
 */
export type PersonType = string;

/** A certificate, course or orientation that people hold tickets for. */
export interface Achievement {
  /** The achievement's ID, as in the list of achievements. */
  achievementId: Uuid;
  /** The achievement's name. */
  achievementName: string;
  /** The measurement of the compliance summary that counts it, such as `Orientations` or `Codes of Practice`. */
  achievementType: string;
  /** The organization's ID. */
  companyId: Uuid;
}

/** The number of gaps with a status. */
export interface GapStanding {
  status: GapStatus;
  /** False only for `missing`. */
  hasTicket: boolean;
  /** The number of people, at least 1: a status that nobody has is omitted. */
  people: Count;
}

/** Counts of the whole roster, regardless of the page, `status` and `q`. roster = valid + gaps. */
export interface GapSummary {
  /** People who should hold the achievement: members with access and one of the requested person types. */
  roster: Count;
  /** Members with access who are excluded because they have no person type. */
  excludedNoPersonType: Count;
  /** People in the roster who currently hold the achievement. */
  valid: Count;
  /** People in the roster who do not; the sum of `people` in `standings`. */
  gaps: Count;
  /** In the order missing, Pending, Expired, Submitted. */
  standings: GapStanding[];
}

/** A person in the roster who does not hold the achievement, with their best ticket. */
export interface AchievementGap {
  /** The ID of the person's account. */
  learnerAccountId: Uuid;
  /** The person's name. */
  learnerName: string;
  /** The person's e-mail address, or null. */
  email: string | null;
  /** The organization's code for the person, or null. */
  personCode: string | null;
  /** The person type; null for people without one, who are only listed with `requiredOnly`. */
  personType: string | null;
  /** The person's job title, or null. */
  jobTitle: string | null;
  /** Whether the person has a ticket for the achievement. */
  hasTicket: boolean;
  /** The ID of the person's best ticket for the achievement; null without a ticket. */
  ticketId: Uuid | null;
  /** The current status of the ticket, which is Expired after its expiry. Null without a ticket. */
  status: TicketGapStatus | null;
  /** When the ticket was issued; null without a ticket or if unknown. */
  issuedAt: Timestamp | null;
  /** When the ticket expires or expired; null without a ticket or if it never expires. */
  expiresAt: Timestamp | null;
  /** The person's member ID, as in directory contacts and all other reports. */
  memberId: Uuid;
  /** Whether the achievement is required by a ticket, or by a profile that requires compliance, in any department. */
  isRequired: boolean;
}

/**
 * People in the organization who do not hold an achievement.
 * @example { "achievement": { "achievementId": "1f0e7f0e-5f6c-4a53-9c3a-0d1b8a7c2e11", "achievementName": "H2S Alive", "achievementType": "Time-Sensitive Safety Certificates", "companyId": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11" }, "summary": { "roster": 120, "excludedNoPersonType": 3, "valid": 118, "gaps": 2, "standings": [{ "status": "missing", "hasTicket": false, "people": 1 }, { "status": "Expired", "hasTicket": true, "people": 1 }] }, "items": [{ "learnerAccountId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "learnerName": "Grace Hopper", "email": "grace@example.org", "personCode": "E-1906", "personType": "Operator", "jobTitle": "Shift lead", "hasTicket": true, "ticketId": "8a4f1c9e-2b7d-4e0a-b6f5-3c9d1e7a5b02", "status": "Expired", "issuedAt": "2023-10-31T23:00:00.000+00:00", "expiresAt": "2026-10-31T23:00:00.000+00:00", "memberId": "5c9f1e0a-3b7d-4a52-8e61-0f4d2c8b7a13", "isRequired": true }], "total": 2, "page": 1, "pageSize": 1 }
 */
export interface AchievementGaps extends Page {
  /** The requested achievement. */
  achievement: Achievement;
  summary: GapSummary;
  /** A page of the gaps, in the requested order. */
  items: AchievementGap[];
  /** The number of gaps that match `status` and `q`. */
  total: Count;
}

/** An achievement, and how many people hold it. */
export interface HeldAchievement extends Achievement {
  /** Members with access who currently hold it. */
  holders: Count;
  /** Reported members who are required to hold it and do not; only with the order `lacking`. */
  lacking?: Count;
}

/**
 * A page of achievements.
 * @example { "items": [{ "achievementId": "1f0e7f0e-5f6c-4a53-9c3a-0d1b8a7c2e11", "achievementName": "H2S Alive", "achievementType": "Time-Sensitive Safety Certificates", "companyId": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "holders": 118 }], "total": 32, "page": 1, "pageSize": 1 }
 */
export interface AchievementPage extends Page {
  /** In the requested order. */
  items: HeldAchievement[];
  /** The number of achievements that match `q`. */
  total: Count;
}
