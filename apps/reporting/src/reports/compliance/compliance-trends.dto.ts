import type { DepartmentCompliance, MeasurementKey } from '../../compliance/compliance.dto';
import type { Month, Uuid } from '../../http/wire-format';

/** Which profiles counted: those that require compliance, or only the primary ones. */
export type TrendProfileCondition = 'compliance' | 'primary';

/**
 * All fields are optional. Empty lists are ignored.
 * @example { "measurements": [3], "months": 24 }
 */
export interface ComplianceTrendRequest {
  /** IDs of departments, as in directory contacts. If null or omitted, every department. */
  departments?: Uuid[] | null;
  /** Keys of measurements. If null or omitted, all twelve. */
  measurements?: MeasurementKey[] | null;
  /**
   * The number of calendar months, including the current one: 12 or 24. Defaults to 12.
   * @extension {"x-enum": [12, 24]}
   * @isInt must be 12 or 24
   * @minimum 12 must be 12 or 24
   * @maximum 24 must be 12 or 24
   */
  months?: number;
  /** The first month. Requires `to`, and replaces `months`. */
  from?: Month;
  /** The last month. Requires `from`. */
  to?: Month;
  /** Which profiles counted. Defaults to `compliance`. */
  profileCondition?: TrendProfileCondition;
}

/**
 * The compliance of a department by a measurement in the last snapshot of a month.
 * @example { "department": { "id": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "name": "Drilling", "code": "D1" }, "measurement": { "key": 3, "name": "Critical Competencies" }, "month": "2026-11", "snapshotDate": "2026-11-15", "required": 840, "satisfied": 798, "score": 0.95 }
 */
export interface ComplianceTrend extends DepartmentCompliance {
  /**
   * The month, in UTC.
   * @pattern ^\d{4}-\d\d$
   * @example "2026-11"
   */
  month: string;
  /**
   * The day of the snapshot.
   * @format date
   * @example "2026-11-15"
   */
  snapshotDate: string;
}
