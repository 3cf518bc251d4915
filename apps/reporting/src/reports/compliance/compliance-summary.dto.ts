import type {
  AffiliationFunction,
  DepartmentReference,
  MeasurementKey,
  MeasurementReference,
} from '../../compliance/compliance.dto';
import type { Count, Uuid } from '../../http/wire-format';

/** Which of a member's profiles count: all, those that require compliance, the primary one. */
export enum SummaryProfileCondition {
  All = 'all',
  Compliance = 'compliance',
  Primary = 'primary',
}

/** What becomes of a row that requires nothing: score 1, score 0, score null, no row. */
export enum EmptyScore {
  Compliant = 'compliant',
  NonCompliant = 'nonCompliant',
  NotScored = 'notScored',
  Excluded = 'excluded',
}

/**
 * At least one department, or members together with measurements. An empty list other than `members` is one that was not given.
 * @example { "departments": ["7e2f4ce5-b60e-5236-94b5-26a8d75e28dd"], "measurements": [3, 4] }
 */
export interface ComplianceSummaryRequest {
  /**
   * Ids of departments, as directory contacts list them. Omitted or null: every department of the
   * members.
   */
  departments?: Uuid[] | null;
  /**
   * Ids of members, as directory contacts list them. Omitted or null: everybody in the departments.
   * @minItems 1 is empty; name members, or omit it for everybody in the departments
   */
  members?: Uuid[] | null;
  /** Keys of measurements. Omitted or null: all twelve. */
  measurements?: MeasurementKey[] | null;
  /** The affiliations that count. Omitted or null: Department, Organization and Administration. */
  functions?: AffiliationFunction[] | null;
  /** Which profiles count. Default `compliance`. */
  profileCondition?: SummaryProfileCondition;
  /** Whether members without any profile are left out. Default false. */
  memberMustHaveProfile?: boolean;
  /** What becomes of rows that require nothing. Default `compliant`. */
  emptyScore?: EmptyScore;
}

/** A member of a report. */
export interface MemberReference {
  /** The member, as in directory contacts. */
  id: Uuid;
  /** The member's name. */
  name: string;
  /** The organization's code of the member; null without one. */
  code: string | null;
}

/** A profile: what a position requires. */
export interface ProfileReference {
  /** The member's primary profile. */
  id: Uuid;
  /** The profile's name. */
  name: string;
  /** The organization's code of the profile; null without one. */
  code: string | null;
}

/** How a member stands by a measurement. */
export interface MeasurementSummary extends MeasurementReference {
  /**
   * satisfied / required, to four decimals; where nothing is required what `emptyScore` says: 1, 0 or null.
   * @minimum 0
   * @maximum 1
   */
  score: number | null;
  /** How many competencies or achievements are required of the member. */
  required: Count;
  /** Validated, or not applicable and validated as such. */
  satisfied: Count;
  /** How many were satisfied once, and are no longer. */
  expired: Count;
  /** How many are not completed; of achievements: pending. */
  notCompleted: Count;
  /** How many competencies are not applicable, with those that were validated as such. 0 of achievements. */
  notApplicable: Count;
  /** How many competencies need training. 0 of achievements. */
  needsTraining: Count;
  /** How many competencies the member assessed, and nobody else. 0 of achievements. */
  selfAssessed: Count;
  /** How many are submitted for validation. */
  submitted: Count;
  /** How many competencies are validated. 0 of achievements. */
  validated: Count;
}

/**
 * A member in a department by a measurement.
 * @example { "department": { "id": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "name": "Drilling", "code": "D1" }, "member": { "id": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "name": "Grace Hopper", "code": "E-1906" }, "primaryProfile": { "id": "7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2918", "name": "Shift lead", "code": null }, "measurement": { "key": 3, "name": "Critical Competencies", "score": 0.875, "required": 8, "satisfied": 7, "expired": 1, "notCompleted": 0, "notApplicable": 0, "needsTraining": 0, "selfAssessed": 0, "submitted": 0, "validated": 7 } }
 */
export interface ComplianceSummary {
  /** The department. */
  department: DepartmentReference;
  /** The member. */
  member: MemberReference;
  /** The member's, of whichever department; null where they have none. */
  primaryProfile: ProfileReference | null;
  /** What is measured, and how it stands. */
  measurement: MeasurementSummary;
}
