import type { Count, Uuid } from '../http/wire-format';

/**
 * The number of a measurement, 1 to 12.
 * @isInt must be a whole number from 1 to 12
 * @minimum 1 must be a whole number from 1 to 12
 * @maximum 12 must be a whole number from 1 to 12
 * @example 3
 */
export type MeasurementKey = number;

/**
 * A measurement of compliance.
 * @example { "key": 3, "name": "Critical Competencies" }
 */
export interface MeasurementReference {
  /** The measurement's number, 1 to 12. */
  key: MeasurementKey;
  /** The measurement's name. */
  name: string;
}

/** A department in a report. */
export interface DepartmentReference {
  /** The department's ID, as in directory contacts. */
  id: Uuid;
  /** The department's name. */
  name: string;
  /** The organization's code for the department, or null. */
  code: string | null;
}

/** The function of a member in a department. */
export type AffiliationFunction = 'Department' | 'Organization' | 'Administration' | 'Employee';

/** The compliance of a department by a measurement. */
export interface DepartmentCompliance {
  /** The department. */
  department: DepartmentReference;
  /** The measurement. */
  measurement: MeasurementReference;
  /** The total number of requirements of the department's members. */
  required: Count;
  /** The number of satisfied requirements. */
  satisfied: Count;
  /**
   * satisfied / required for the whole department, to four decimals; null if nothing is required.
   * @minimum 0
   * @maximum 1
   */
  score: number | null;
}
