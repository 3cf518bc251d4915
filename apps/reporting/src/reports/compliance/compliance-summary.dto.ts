import type {
  AffiliationFunction,
  DepartmentReference,
  MeasurementKey,
  MeasurementReference,
} from '../../compliance/compliance.dto';
import type { Count, Uuid } from '../../http/wire-format';

/** Which profiles of a member count: all, those that require compliance, or the primary one. */
export type SummaryProfileCondition = 'all' | 'compliance' | 'primary';

/** How to treat rows that require nothing: score 1, score 0, score null, or no row. */
export type EmptyScore = 'compliant' | 'nonCompliant' | 'notScored' | 'excluded';

/**
 * Requires at least one department, or members together with measurements. Empty lists other than `members` are ignored.
 * @example { "departments": ["7e2f4ce5-b60e-5236-94b5-26a8d75e28dd"], "measurements": [3, 4] }
 */
export interface ComplianceSummaryRequest {
  /** IDs of departments, as in directory contacts. If null or omitted, every department of the members. */
  departments?: Uuid[] | null;
  /**
   * IDs of members, as in directory contacts. If null or omitted, everybody in the departments.
   * @minItems 1 is empty; name members, or omit it for everybody in the departments
   */
  members?: Uuid[] | null;
  /** Keys of measurements. If null or omitted, all twelve. */
  measurements?: MeasurementKey[] | null;
  /** The functions of affiliations that count. If null or omitted, Department, Organization and Administration. */
  functions?: AffiliationFunction[] | null;
  /** Which profiles count. Defaults to `compliance`. */
  profileCondition?: SummaryProfileCondition;
  /** Whether to exclude members without a profile. Defaults to false. */
  memberMustHaveProfile?: boolean;
  /** How to treat rows that require nothing. Defaults to `compliant`. */
  emptyScore?: EmptyScore;
}

/** A member in a report. */
export interface MemberReference {
  /** The member's ID, as in directory contacts. */
  id: Uuid;
  /** The member's name. */
  name: string;
  /** The organization's code for the member, or null. */
  code: string | null;
}

/** A profile: the requirements of a position. */
export interface ProfileReference {
  /** The ID of the member's primary profile. */
  id: Uuid;
  /** The profile's name. */
  name: string;
  /** The organization's code for the profile, or null. */
  code: string | null;
}

/** A member's compliance by a measurement. */
export interface MeasurementSummary extends MeasurementReference {
  /**
   * satisfied / required, to four decimals; if nothing is required, 1, 0 or null according to `emptyScore`.
   * @minimum 0
   * @maximum 1
   */
  score: number | null;
  /** The number of competencies or achievements required of the member. */
  required: Count;
  /** Validated competencies, those validated as not applicable, and valid achievements. */
  satisfied: Count;
  /** Competencies or achievements that were satisfied and have expired. */
  expired: Count;
  /** Competencies that are not completed, or pending achievements. */
  notCompleted: Count;
  /** Competencies that are not applicable, including those validated as such. 0 for achievements. */
  notApplicable: Count;
  /** Competencies that need training. 0 for achievements. */
  needsTraining: Count;
  /** Competencies assessed only by the member. 0 for achievements. */
  selfAssessed: Count;
  /** Competencies or achievements submitted for validation. */
  submitted: Count;
  /** Validated competencies. 0 for achievements. */
  validated: Count;
}

/**
 * The compliance of a member in a department by a measurement.
 * @example { "department": { "id": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "name": "Drilling", "code": "D1" }, "member": { "id": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "name": "Grace Hopper", "code": "E-1906" }, "primaryProfile": { "id": "7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2918", "name": "Shift lead", "code": null }, "measurement": { "key": 3, "name": "Critical Competencies", "score": 0.875, "required": 8, "satisfied": 7, "expired": 1, "notCompleted": 0, "notApplicable": 0, "needsTraining": 0, "selfAssessed": 0, "submitted": 0, "validated": 7 } }
 */
export interface ComplianceSummary {
  /** The department. */
  department: DepartmentReference;
  /** The member. */
  member: MemberReference;
  /** The member's primary profile in any department, or null. */
  primaryProfile: ProfileReference | null;
  /** The measurement with its counts. */
  measurement: MeasurementSummary;
}
