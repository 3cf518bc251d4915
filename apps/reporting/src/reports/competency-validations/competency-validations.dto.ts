import type { Page, Timestamp, Uuid } from '../../http/wire-format';

/** The status of a member's competency. */
export type CompetencyStanding =
  | 'Not Completed'
  | 'Self-Assessed'
  | 'Submitted'
  | 'Validated'
  | 'Needs Training'
  | 'Not Applicable'
  | 'Expired';

/** Whether a competency is critical. */
export type CompetencyCriticality = 'Critical' | 'Non-Critical';

/** The record of a member's competency. */
export interface CompetencyValidation {
  /** The member's ID, as in directory contacts. */
  memberId: Uuid;
  /** The member's name. */
  memberName: string;
  /** The competency's ID. */
  competencyId: Uuid;
  /** The organization's number for the competency. */
  competencyNumber: string;
  /** The competency's name. */
  competencyName: string;
  /** Whether the competency is critical. */
  criticality: CompetencyCriticality;
  /** The current status. Validated, and Not Applicable if it was validated, become Expired after the expiry. */
  status: CompetencyStanding;
  /** When it was validated; null if never. */
  validatedAt: Timestamp | null;
  /** When it expires or expired; null if it never expires. */
  expiresAt: Timestamp | null;
  /** The member ID of the validator; null if unknown. */
  validatorId: Uuid | null;
  /** The validator's name; null if unknown. */
  validatorName: string | null;
  /** The member's code, or null. */
  memberCode: string | null;
}

/**
 * A page of competency validations.
 * @example { "items": [{ "memberId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "memberName": "Grace Hopper", "competencyId": "5c1b7a3e-9f2d-4b6c-8e0a-1d2c3b4a5f06", "competencyNumber": "C-017", "competencyName": "Muster point", "criticality": "Critical", "status": "Validated", "validatedAt": "2026-03-01T15:30:00.000+00:00", "expiresAt": "2029-03-01T00:00:00.000+00:00", "validatorId": "9e8d7c6b-5a4f-4e3d-8c2b-1a0f9e8d7c6b", "validatorName": "Ada Lovelace", "memberCode": "E-1906" }], "total": 1874, "page": 1, "pageSize": 1 }
 */
export interface CompetencyValidationPage extends Page {
  /** Sorted by member name and competency number. */
  items: CompetencyValidation[];
}
