import type {
  AffiliationFunction,
  DepartmentReference,
  MeasurementKey,
  MeasurementReference,
} from '../compliance/compliance.dto';
import type { Uuid } from '../organization.dto';

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
 * At least one department, or members together with measurements. An empty list is one that was not given.
 * @example { "departments": ["6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11"], "measurements": [3, 4] }
 */
export interface ComplianceSummaryRequest {
  /** Ids of departments, as directory contacts tell them. Omitted: every department of the members. */
  departments?: Uuid[] | null;
  /** Ids of members. Omitted: everybody in the departments. */
  members?: Uuid[] | null;
  /** Keys of measurements. Omitted: all twelve. */
  measurements?: MeasurementKey[] | null;
  /** The affiliations that count. Omitted: Department, Organization and Administration. */
  functions?: AffiliationFunction[] | null;
  /** Default `compliance`. */
  profileCondition?: SummaryProfileCondition;
  /** Whether members without any profile are left out. Default false. */
  memberMustHaveProfile?: boolean;
  /** Default `compliant`. */
  emptyScore?: EmptyScore;
}

export interface MemberReference {
  id: Uuid;
  name: string;
  code: string | null;
}

export interface ProfileReference {
  id: Uuid;
  name: string;
  code: string | null;
}

/** How a member stands by a measurement. */
export interface MeasurementSummary extends MeasurementReference {
  /**
   * satisfied / required, to four decimals; where nothing is required what `emptyScore` says.
   * @minimum 0
   * @maximum 1
   */
  score: number | null;
  /** @isInt */
  required: number;
  /**
   * Validated, or not applicable and validated as such.
   * @isInt
   */
  satisfied: number;
  /** @isInt */
  expired: number;
  /** @isInt */
  notCompleted: number;
  /** @isInt */
  notApplicable: number;
  /** @isInt */
  needsTraining: number;
  /** @isInt */
  selfAssessed: number;
  /** @isInt */
  submitted: number;
  /** @isInt */
  validated: number;
}

/** A member in a department by a measurement. */
export interface ComplianceSummary {
  department: DepartmentReference;
  member: MemberReference;
  /** The member's, of whichever department. */
  primaryProfile: ProfileReference | null;
  measurement: MeasurementSummary;
}
