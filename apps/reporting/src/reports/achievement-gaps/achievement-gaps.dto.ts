import type { Count, Page, Timestamp, Uuid } from '../../http/wire-format';

/**
 * An achievement; the example is one of the demonstration's.
 * @pattern ^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$ must be a UUID
 * @format uuid
 * @example "a41448df-a0e5-5c47-9648-8a289f694cb0"
 */
export type AchievementId = string;

/** How a person falls short; `missing` is to have no ticket at all. */
export enum GapStatus {
  Missing = 'missing',
  Pending = 'Pending',
  Expired = 'Expired',
  Submitted = 'Submitted',
}

/** The status of a ticket that is not Valid now. */
export enum TicketGapStatus {
  Pending = 'Pending',
  Expired = 'Expired',
  Submitted = 'Submitted',
}

/** The order of gaps: by name; those without a ticket first; those that expire soonest first. */
export enum GapSort {
  Name = 'name',
  Status = 'status',
  Expires = 'expires',
}

/** The order of achievements: most widely held first, or those first that most of the people required to hold them lack. */
export enum AchievementSort {
  Held = 'held',
  Lacking = 'lacking',
}

/** Ascending or descending. */
export enum SortDirection {
  Asc = 'asc',
  Desc = 'desc',
}

/**
 * A kind of person, as the organization calls it.
 * @maxLength 100
 * @pattern ^[^\u0000]*$ must not hold NUL
 * @example "Operator"
 */
export type PersonType = string;

/** What tickets are given for: a certificate, a course, an orientation. */
export interface Achievement {
  /** The achievement, as in the list of achievements. */
  achievementId: Uuid;
  /** The achievement's name. */
  achievementName: string;
  /** The measurement of the compliance summary that counts it: `Orientations`, `Codes of Practice` and so on. */
  achievementType: string;
  /** The organization. */
  companyId: Uuid;
}

/** How many people of the roster fall short in one way. */
export interface GapStanding {
  status: GapStatus;
  /** False of `missing` alone. */
  hasTicket: boolean;
  /** At least 1: a way in which nobody falls short is left out. */
  people: Count;
}

/** The whole roster, whatever the page, `status` and `q`. roster = valid + gaps. */
export interface GapSummary {
  /** People who should hold the achievement: members with access, of the person types that are asked for. */
  roster: Count;
  /** Members with access who are left out for having no person type. */
  excludedNoPersonType: Count;
  /** Those of the roster who hold it now. */
  valid: Count;
  /** Those who do not; the sum of `people` in `standings`. */
  gaps: Count;
  /** In the order missing, Pending, Expired, Submitted. */
  standings: GapStanding[];
}

/** A person of the roster who does not hold the achievement, and their best ticket. */
export interface AchievementGap {
  /** The person's account. */
  learnerAccountId: Uuid;
  /** The person's name. */
  learnerName: string;
  /** The person's e-mail address; null without one. */
  email: string | null;
  /** The organization's code of the person; null without one. */
  personCode: string | null;
  /** The person type, one of the organization's; null without one, which `requiredOnly` alone lists. */
  personType: string | null;
  /** The person's job title; null without one. */
  jobTitle: string | null;
  /** Whether the person has a ticket for the achievement at all. */
  hasTicket: boolean;
  /** The person's best ticket for the achievement; null without one. */
  ticketId: Uuid | null;
  /** The ticket's status now: past its expiry it is Expired. Null without a ticket. */
  status: TicketGapStatus | null;
  /** When the ticket was issued; null without a ticket, or where that is not recorded. */
  issuedAt: Timestamp | null;
  /** When the ticket expires or expired; null without a ticket, or where it never expires. */
  expiresAt: Timestamp | null;
  /** The person as a member, as in directory contacts and every other report. */
  memberId: Uuid;
  /** Whether the achievement is required: by a ticket, or by a profile that requires compliance, in any department. */
  isRequired: boolean;
}

/**
 * Who in the organization does not hold an achievement.
 * @example { "achievement": { "achievementId": "1f0e7f0e-5f6c-4a53-9c3a-0d1b8a7c2e11", "achievementName": "H2S Alive", "achievementType": "Time-Sensitive Safety Certificates", "companyId": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11" }, "summary": { "roster": 120, "excludedNoPersonType": 3, "valid": 118, "gaps": 2, "standings": [{ "status": "missing", "hasTicket": false, "people": 1 }, { "status": "Expired", "hasTicket": true, "people": 1 }] }, "items": [{ "learnerAccountId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "learnerName": "Grace Hopper", "email": "grace@example.org", "personCode": "E-1906", "personType": "Operator", "jobTitle": "Shift lead", "hasTicket": true, "ticketId": "8a4f1c9e-2b7d-4e0a-b6f5-3c9d1e7a5b02", "status": "Expired", "issuedAt": "2023-10-31T23:00:00.000+00:00", "expiresAt": "2026-10-31T23:00:00.000+00:00", "memberId": "5c9f1e0a-3b7d-4a52-8e61-0f4d2c8b7a13", "isRequired": true }], "total": 2, "page": 1, "pageSize": 1 }
 */
export interface AchievementGaps extends Page {
  /** The achievement that was asked for. */
  achievement: Achievement;
  summary: GapSummary;
  /** One page of the people who fall short, in the order that was asked for. */
  items: AchievementGap[];
  /** How many gaps match `status` and `q`. */
  total: Count;
}

/** An achievement, and how widely it is held. */
export interface HeldAchievement extends Achievement {
  /** Members with access who hold it now. */
  holders: Count;
  /** Members reported on who are required to hold it and lack it; with the order `lacking` alone. */
  lacking?: Count;
}

/**
 * A page of achievements.
 * @example { "items": [{ "achievementId": "1f0e7f0e-5f6c-4a53-9c3a-0d1b8a7c2e11", "achievementName": "H2S Alive", "achievementType": "Time-Sensitive Safety Certificates", "companyId": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "holders": 118 }], "total": 32, "page": 1, "pageSize": 1 }
 */
export interface AchievementPage extends Page {
  /** In the order that was asked for. */
  items: HeldAchievement[];
  /** How many match `q`. */
  total: Count;
}
