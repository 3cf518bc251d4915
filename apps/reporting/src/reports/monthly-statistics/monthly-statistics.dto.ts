import type { AffiliationFunction } from '../../compliance/compliance.dto';
import type { Count, Month, Timestamp, Uuid } from '../../http/wire-format';

/**
 * The compliance of a member in a facility department with a category of critical competencies, from the last snapshot of a month.
 * @example { "id": "4c8a1e5f-2d7b-5c3a-9f6e-0b1d2c3e4f5a", "companyId": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "departmentId": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "memberId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "companyName": "Acme Energy", "departmentName": "Drilling", "departmentRole": "Department", "memberName": "Grace Hopper", "itemNumber": 1, "itemName": "Critical competencies, primary profile", "listDomain": "Competency", "listFolder": "Compliance", "tagCriticality": "Critical", "tagNecessity": "Mandatory", "tagPrimacy": "Primary", "required": 8, "validated": 6, "expired": 1, "notCompleted": 0, "notApplicable": 1, "notApplicableValidated": 1, "needsTraining": 0, "selfAssessed": 0, "submitted": 0, "completed": 7, "progress": 0.875, "score": 0.875, "asAt": "2026-11-15T02:00:00.000+00:00" }
 */
export interface MonthlyStatistic {
  /** The ID, which does not change if another snapshot of the month is taken. */
  id: Uuid;
  /** The organization's ID. */
  companyId: Uuid;
  /** The department's ID, as in directory contacts. */
  departmentId: Uuid;
  /** The member's ID, as in directory contacts and compliance summaries. */
  memberId: Uuid;
  /** The organization's name when the snapshot was taken. */
  companyName: string;
  /** The department's name when the snapshot was taken. */
  departmentName: string;
  /** The member's function in the department. */
  departmentRole: AffiliationFunction;
  /** The member's name when the snapshot was taken. */
  memberName: string;
  /** 1: competencies of the primary profile. 2: competencies only of secondary profiles that require compliance. */
  itemNumber: Count;
  /** `Critical competencies, primary profile` or `Critical competencies, secondary profiles`. */
  itemName: string;
  /** `Competency`. */
  listDomain: string;
  /** `Compliance`. */
  listFolder: string;
  /** `Critical`. */
  tagCriticality: string;
  /** `Mandatory`. */
  tagNecessity: string;
  /** `Primary` or `Secondary`. */
  tagPrimacy: string;
  /**
   * The number of competencies that the profiles require; the sum of those validated, not applicable, expired, not
   * completed, needing training, self-assessed and submitted.
   */
  required: Count;
  /** Competencies that are validated and have not expired. */
  validated: Count;
  /** Competencies that were validated, possibly as not applicable, and have expired. */
  expired: Count;
  /** Competencies that are recorded as not completed, or not recorded at all. */
  notCompleted: Count;
  /** Competencies that are not applicable, including those validated as such. */
  notApplicable: Count;
  /** Competencies validated as not applicable. */
  notApplicableValidated: Count;
  /** Competencies that need training. */
  needsTraining: Count;
  /** Competencies assessed only by the member. */
  selfAssessed: Count;
  /** Competencies submitted for validation. */
  submitted: Count;
  /** validated + notApplicableValidated */
  completed: Count;
  /** (required - notCompleted - expired) / required, to four decimals; 1 if nothing is required. */
  progress: number;
  /** completed / required, to four decimals; 1 if nothing is required. */
  score: number;
  /** When the snapshot was taken. */
  asAt: Timestamp;
}

/**
 * A statistic with its month.
 * @example { "month": "2026-11", "id": "4c8a1e5f-2d7b-5c3a-9f6e-0b1d2c3e4f5a", "companyId": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "departmentId": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "memberId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "companyName": "Acme Energy", "departmentName": "Drilling", "departmentRole": "Department", "memberName": "Grace Hopper", "itemNumber": 1, "itemName": "Critical competencies, primary profile", "listDomain": "Competency", "listFolder": "Compliance", "tagCriticality": "Critical", "tagNecessity": "Mandatory", "tagPrimacy": "Primary", "required": 8, "validated": 6, "expired": 1, "notCompleted": 0, "notApplicable": 1, "notApplicableValidated": 1, "needsTraining": 0, "selfAssessed": 0, "submitted": 0, "completed": 7, "progress": 0.875, "score": 0.875, "asAt": "2026-11-15T02:00:00.000+00:00" }
 */
export interface MonthlyStatisticOfHistory extends MonthlyStatistic {
  /** The month. */
  month: Month;
}

/**
 * A statistic with the field names of version 4, without counts of zero and empty values.
 * @example { "JoinIdentifier": "4c8a1e5f-2d7b-5c3a-9f6e-0b1d2c3e4f5a", "CompanyIdentifier": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "DepartmentIdentifier": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "UserIdentifier": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "CompanyName": "Acme Energy", "DepartmentName": "Drilling", "DepartmentRole": "Department", "UserName": "Grace Hopper", "ItemNumber": 1, "ItemName": "Critical competencies, primary profile", "ListDomain": "Competency", "ListFolder": "Compliance", "TagCriticality": "Critical", "TagNecessity": "Mandatory", "TagPrimacy": "Primary", "CountRQ": 8, "CountVA": 6, "CountEX": 1, "CountNA": 1, "CountVN": 1, "CountCP": 7, "Progress": 0.875, "Score": 0.875, "AsAt": "2026-11-15T02:00:00.000+00:00" }
 */
export interface LegacyMonthlyStatistic {
  /** `id`. */
  JoinIdentifier: Uuid;
  /** `companyId`. */
  CompanyIdentifier: Uuid;
  /** `departmentId`. */
  DepartmentIdentifier: Uuid;
  /** `memberId`. */
  UserIdentifier: Uuid;
  /** `companyName`. */
  CompanyName: string;
  /** `departmentName`. */
  DepartmentName: string;
  /** `departmentRole`. */
  DepartmentRole: AffiliationFunction;
  /** `memberName`. */
  UserName: string;
  /** `itemNumber`. */
  ItemNumber: Count;
  /** `itemName`. */
  ItemName: string;
  /** `listDomain`. */
  ListDomain: string;
  /** `listFolder`. */
  ListFolder: string;
  /** `tagCriticality`. */
  TagCriticality: string;
  /** `tagNecessity`. */
  TagNecessity: string;
  /** `tagPrimacy`. */
  TagPrimacy: string;
  /** `required`; omitted if 0. */
  CountRQ?: Count;
  /** `validated`; omitted if 0. */
  CountVA?: Count;
  /** `expired`; omitted if 0. */
  CountEX?: Count;
  /** `notCompleted`; omitted if 0. */
  CountNC?: Count;
  /** `notApplicable`; omitted if 0. */
  CountNA?: Count;
  /** `notApplicableValidated`; omitted if 0. */
  CountVN?: Count;
  /** `needsTraining`; omitted if 0. */
  CountNT?: Count;
  /** `selfAssessed`; omitted if 0. */
  CountSA?: Count;
  /** `submitted`; omitted if 0. */
  CountSV?: Count;
  /** `completed`; omitted if 0. */
  CountCP?: Count;
  /** `progress`. */
  Progress: number;
  /** `score`. */
  Score: number;
  /** `asAt`. */
  AsAt: Timestamp;
}
