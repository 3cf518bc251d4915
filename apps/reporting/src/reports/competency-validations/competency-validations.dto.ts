import type { Page, Timestamp, Uuid } from '../../http/wire-format';

/** How a member stands to a competency. */
export enum CompetencyStanding {
  NotCompleted = 'Not Completed',
  SelfAssessed = 'Self-Assessed',
  Submitted = 'Submitted',
  Validated = 'Validated',
  NeedsTraining = 'Needs Training',
  NotApplicable = 'Not Applicable',
  Expired = 'Expired',
}

/** Whether a competency is among those that matter most. */
export enum CompetencyCriticality {
  Critical = 'Critical',
  NonCritical = 'Non-Critical',
}

/** What is recorded of a member's competency. */
export interface CompetencyValidation {
  /** The member, as in directory contacts. */
  memberId: Uuid;
  /** The member's name. */
  memberName: string;
  /** The competency. */
  competencyId: Uuid;
  /** The organization's number of the competency. */
  competencyNumber: string;
  /** The competency's name. */
  competencyName: string;
  /** Whether the competency is critical. */
  criticality: CompetencyCriticality;
  /** The standing now: past its expiry, what was validated, or not applicable and validated, is Expired. */
  status: CompetencyStanding;
  /** When it was validated; null where it never was. */
  validatedAt: Timestamp | null;
  /** When it expires or expired; null where it never does. */
  expiresAt: Timestamp | null;
  /** The member who validated it; null where that is not recorded. */
  validatorId: Uuid | null;
  /** The validator's name; null where that is not recorded. */
  validatorName: string | null;
  /** The member's code; null without one. */
  memberCode: string | null;
}

/**
 * A page of what is recorded.
 * @example { "items": [{ "memberId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "memberName": "Grace Hopper", "competencyId": "5c1b7a3e-9f2d-4b6c-8e0a-1d2c3b4a5f06", "competencyNumber": "C-017", "competencyName": "Muster point", "criticality": "Critical", "status": "Validated", "validatedAt": "2026-03-01T15:30:00.000+00:00", "expiresAt": "2029-03-01T00:00:00.000+00:00", "validatorId": "9e8d7c6b-5a4f-4e3d-8c2b-1a0f9e8d7c6b", "validatorName": "Ada Lovelace", "memberCode": "E-1906" }], "total": 1874, "page": 1, "pageSize": 1 }
 */
export interface CompetencyValidationPage extends Page {
  /** By member name and competency number. */
  items: CompetencyValidation[];
}
