import type { Uuid } from '../organization.dto';

/**
 * @isInt must be a whole number from 1 to 12
 * @minimum 1 must be a whole number from 1 to 12
 * @maximum 12 must be a whole number from 1 to 12
 * @example 3
 */
export type MeasurementKey = number;

/**
 * What compliance is measured by.
 * @example { "key": 3, "name": "Critical Competencies" }
 */
export interface MeasurementReference {
  key: MeasurementKey;
  name: string;
}

/** A department of a report. */
export interface DepartmentReference {
  id: Uuid;
  name: string;
  code: string | null;
}

/** What a member is in a department. */
export enum AffiliationFunction {
  Department = 'Department',
  Organization = 'Organization',
  Administration = 'Administration',
  Employee = 'Employee',
}
