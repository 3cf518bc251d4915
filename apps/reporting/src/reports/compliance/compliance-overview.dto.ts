import type { DepartmentCompliance } from '../../compliance/compliance.dto';
import type { Count, Timestamp } from '../../http/wire-format';
import type { ComplianceTrend } from './compliance-trends.dto';

/**
 * How every department stands by every measurement, now.
 * @example { "asOf": "2026-11-21T10:00:00.000+00:00", "rows": [{ "department": { "id": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "name": "Drilling", "code": "D1" }, "measurement": { "key": 3, "name": "Critical Competencies" }, "required": 840, "satisfied": 798, "score": 0.95 }] }
 */
export interface ComplianceOverview {
  /** When it was calculated. */
  asOf: Timestamp;
  /** With `figures`. */
  headline?: ComplianceHeadline;
  /** With `figures`: the rows of the trends of last month and of this month a year ago; empty of all profiles. */
  past?: ComplianceTrend[];
  /** By department name and measurement: every measurement of each department that has members to report on. */
  rows: DepartmentCompliance[];
}

/** What is required, counted within a window of time. */
export interface RequiredCounts {
  /** How many achievements and competencies. */
  requirements: Count;
  /** Of how many people. */
  people: Count;
}

/**
 * An organization in a few figures, now.
 * @example { "asOf": "2026-11-21T10:00:00.000+00:00", "people": 412, "expiring": { "requirements": 23, "people": 17 }, "lapsed": { "requirements": 41, "people": 20 } }
 */
export interface ComplianceHeadline {
  /** When it was calculated. */
  asOf: Timestamp;
  /** How many people are reported on. */
  people: Count;
  /** What is required and expires within 30 days. */
  expiring: RequiredCounts;
  /** What is required and has expired since the start of the day 30 days ago, in UTC, and is expired. */
  lapsed: RequiredCounts;
}
