import type { AffiliationFunction } from '../compliance/compliance.dto';
import type { Uuid } from '../organization.dto';
import type { Timestamp } from '../tables/timestamp';

/** A member in a facility department by a category of critical competencies, in the last snapshot of a month. */
export interface MonthlyStatistic {
  /** The same however often the snapshot of the month is taken. */
  id: Uuid;
  companyId: Uuid;
  departmentId: Uuid;
  /** As in directory contacts and compliance summaries. */
  memberId: Uuid;
  companyName: string;
  departmentName: string;
  departmentRole: AffiliationFunction;
  memberName: string;
  /**
   * 1: of the primary profile. 2: of secondary profiles that require compliance, and not of the primary.
   * @isInt
   */
  itemNumber: number;
  itemName: string;
  listDomain: string;
  listFolder: string;
  tagCriticality: string;
  tagNecessity: string;
  tagPrimacy: string;
  /** @isInt */
  required: number;
  /** @isInt */
  validated: number;
  /** @isInt */
  expired: number;
  /** @isInt */
  notCompleted: number;
  /**
   * With those that were validated as not applicable.
   * @isInt
   */
  notApplicable: number;
  /** @isInt */
  notApplicableValidated: number;
  /** @isInt */
  needsTraining: number;
  /** @isInt */
  selfAssessed: number;
  /** @isInt */
  submitted: number;
  /**
   * validated + notApplicableValidated
   * @isInt
   */
  completed: number;
  /** (required - notCompleted - expired) / required, to four decimals; 1 where nothing is required. */
  progress: number;
  /** completed / required, to four decimals; 1 where nothing is required. */
  score: number;
  /** When the snapshot was taken. */
  asAt: Timestamp;
}

/** The same under the names of version 4, without counts of zero and empty values. */
export interface LegacyMonthlyStatistic {
  JoinIdentifier: Uuid;
  CompanyIdentifier: Uuid;
  DepartmentIdentifier: Uuid;
  UserIdentifier: Uuid;
  CompanyName: string;
  DepartmentName: string;
  DepartmentRole: AffiliationFunction;
  UserName: string;
  /** @isInt */
  ItemNumber: number;
  ItemName: string;
  ListDomain: string;
  ListFolder: string;
  TagCriticality: string;
  TagNecessity: string;
  TagPrimacy: string;
  /** required
   * @isInt */
  CountRQ?: number;
  /** validated
   * @isInt */
  CountVA?: number;
  /** expired
   * @isInt */
  CountEX?: number;
  /** notCompleted
   * @isInt */
  CountNC?: number;
  /** notApplicable
   * @isInt */
  CountNA?: number;
  /** notApplicableValidated
   * @isInt */
  CountVN?: number;
  /** needsTraining
   * @isInt */
  CountNT?: number;
  /** selfAssessed
   * @isInt */
  CountSA?: number;
  /** submitted
   * @isInt */
  CountSV?: number;
  /** completed
   * @isInt */
  CountCP?: number;
  Progress: number;
  Score: number;
  AsAt: Timestamp;
}
