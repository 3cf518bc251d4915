import type { DepartmentCompliance } from '../../compliance/compliance.dto';
import type { Count, Timestamp } from '../../http/wire-format';
import type { ComplianceTrend } from './compliance-trends.dto';

/**
 * The current compliance of every department by measurement.
 * @example { "asOf": "2026-11-21T10:00:00.000+00:00", "rows": [{ "department": { "id": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "name": "Drilling", "code": "D1" }, "measurement": { "key": 3, "name": "Critical Competencies" }, "required": 840, "satisfied": 798, "score": 0.95 }] }
 */
export interface ComplianceOverview {
  /** When it was calculated. */
  asOf: Timestamp;
  /** Only with `figures`. */
  headline?: ComplianceHeadline;
  /** Only with `figures`: trends of the previous month and of the same month last year; empty with `all` profiles. */
  past?: ComplianceTrend[];
  /** Every measurement of each department with reported members, sorted by department name and measurement. */
  rows: DepartmentCompliance[];
}

/** Counts of requirements within a period. */
export interface RequiredCounts {
  /** The number of achievements and competencies. */
  requirements: Count;
  /** The number of people. */
  people: Count;
}

/**
 * Current key figures of an organization.
 * @example { "asOf": "2026-11-21T10:00:00.000+00:00", "people": 412, "expiring": { "requirements": 23, "people": 17 }, "lapsed": { "requirements": 41, "people": 20 } }
 */
export interface ComplianceHeadline {
  /** When it was calculated. */
  asOf: Timestamp;
  /** The number of reported members. */
  people: Count;
  /** Requirements that expire within 30 days. */
  expiring: RequiredCounts;
  /** Requirements that expired since the start of the day 30 days ago, in UTC, and are still expired. */
  lapsed: RequiredCounts;
}
