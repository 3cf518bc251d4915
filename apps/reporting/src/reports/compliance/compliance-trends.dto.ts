import type { DepartmentCompliance, MeasurementKey } from '../../compliance/compliance.dto';
import type { Month, Uuid } from '../../http/wire-format';

/** Which profiles counted: those that require compliance, or the primary ones alone. */
export enum TrendProfileCondition {
  Compliance = 'compliance',
  Primary = 'primary',
}

/**
 * Everything may be left out. An empty list is one that was not given.
 * @example { "measurements": [3], "months": 24 }
 */
export interface ComplianceTrendRequest {
  /** Ids of departments, as directory contacts list them. Omitted or null: every department. */
  departments?: Uuid[] | null;
  /** Keys of measurements. Omitted or null: all twelve. */
  measurements?: MeasurementKey[] | null;
  /**
   * Calendar months, the current one among them: 12 or 24. Default 12.
   * @extension {"x-enum": [12, 24]}
   * @isInt must be 12 or 24
   * @minimum 12 must be 12 or 24
   * @maximum 24 must be 12 or 24
   */
  months?: number;
  /** The first month, with `to`, instead of `months`. */
  from?: Month;
  /** The last month, with `from`. */
  to?: Month;
  /** Which profiles counted. Default `compliance`. */
  profileCondition?: TrendProfileCondition;
}

/**
 * A department by a measurement at the last snapshot of a month.
 * @example { "department": { "id": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "name": "Drilling", "code": "D1" }, "measurement": { "key": 3, "name": "Critical Competencies" }, "month": "2026-11", "snapshotDate": "2026-11-15", "required": 840, "satisfied": 798, "score": 0.95 }
 */
export interface ComplianceTrend extends DepartmentCompliance {
  /**
   * A month of UTC.
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
