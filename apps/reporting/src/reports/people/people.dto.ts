import type {
  AffiliationFunction,
  DepartmentReference,
  MeasurementReference,
} from '../../compliance/compliance.dto';
import type { Timestamp, Uuid } from '../../http/wire-format';
import type {
  MeasurementSummary,
  MemberReference,
  ProfileReference,
} from '../compliance/compliance-summary.dto';

/**
 * A member; the example is one of the demonstration's.
 * @pattern ^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$ must be a UUID
 * @format uuid
 * @example "c86f3e56-b06c-59ae-8526-2e6155d90dd6"
 */
export type MemberId = string;

/** The person. */
export interface PersonMember extends MemberReference {
  /** The member's e-mail address; null without one. */
  email: string | null;
  /** The person type, one of the organization's; null without one. */
  personType: string | null;
  /** The job title; null without one. */
  jobTitle: string | null;
  /** The member's account, which is named when the member has left. */
  accountId: Uuid;
}

/** A department that the member is in. */
export interface PersonAffiliation {
  /** The department. */
  department: DepartmentReference;
  /** What the member is in it. */
  function: AffiliationFunction;
}

/** A profile that is assigned to the member. */
export interface PersonProfile extends ProfileReference {
  /** The profile. */
  id: Uuid;
  /** The department in which it is assigned. */
  department: DepartmentReference;
  /** Whether it is the member's primary profile. */
  isPrimary: boolean;
  /** Whether it requires compliance. */
  requiresCompliance: boolean;
}

/** How the member stands in a department by a measurement: a row of the compliance summary. */
export interface PersonMeasurement {
  /** The department. */
  department: DepartmentReference;
  /** What is measured, and how it stands. */
  measurement: MeasurementSummary;
}

/** What wrote a record last: an import, or a person. */
export enum RequirementSource {
  Import = 'import',
  Hand = 'hand',
}

/** What a requirement is. */
export enum RequirementKind {
  Competency = 'competency',
  Achievement = 'achievement',
}

/** The status now, as the compliance summary counts it: of a competency its standing, of an achievement its ticket. */
export enum RequirementStatus {
  NotCompleted = 'Not Completed',
  SelfAssessed = 'Self-Assessed',
  NeedsTraining = 'Needs Training',
  NotApplicable = 'Not Applicable',
  Validated = 'Validated',
  Missing = 'missing',
  Pending = 'Pending',
  Valid = 'Valid',
  Submitted = 'Submitted',
  Expired = 'Expired',
}

/** A competency or an achievement. */
export interface RequiredItem {
  /** Whether it is a competency or an achievement. */
  kind: RequirementKind;
  /** The competency or the achievement. */
  id: Uuid;
  /** The organization's number of the competency; null for achievements. */
  number: string | null;
  /** The name of the competency or the achievement. */
  name: string;
  /** The measurement that counts it. */
  measurement: MeasurementReference;
}

/** A competency of the member's profiles, or an achievement that they are to hold or have a ticket for: once for each ticket that counts in some of the departments. */
export interface Requirement extends RequiredItem {
  /** The status now; `missing` is an achievement without a ticket. */
  status: RequirementStatus;
  /** Whether it is required: by an assigned profile that requires compliance, or by a ticket. */
  isRequired: boolean;
  /** When the competency was validated, or the ticket issued; null where it never was. */
  heldSince: Timestamp | null;
  /** When it expires or expired; null where it never does. */
  expiresAt: Timestamp | null;
  /** Who validated the competency; null where nobody is recorded, and for achievements. */
  validatorName: string | null;
  /** Whether it is satisfied now: an achievement that is Valid, a competency that is Validated, or Not Applicable once that was validated. */
  isSatisfied: boolean;
  /** The departments in which it is required, by name: those of the profiles that require it, and every one that counts where a ticket does; empty where it is not required. */
  departments: DepartmentReference[];
  /** The ticket that counts; null for competencies, and without one. */
  ticketId: Uuid | null;
  /** What its certificate says; null without one. */
  certificateNumber: string | null;
  /** What else there is to know of the ticket; null where that is nothing. */
  note: string | null;
  /** What wrote the ticket or the standing last; null where there is none. */
  source: RequirementSource | null;
  /** How to get it, as `achievements.csv` or `competencies.csv` says; null where it says nothing. */
  howToGet: string | null;
  /** The page where people get it, an https URL; null without one. */
  link: string | null;
}

/**
 * What is required of a person, and how they stand.
 * @example { "asOf": "2026-11-21T10:00:00.000+00:00", "member": { "id": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "name": "Grace Hopper", "code": "E-1906", "email": "grace@example.org", "personType": "Operator", "jobTitle": "Shift lead", "accountId": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11" }, "affiliations": [{ "department": { "id": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "name": "Drilling", "code": "D1" }, "function": "Department" }], "profiles": [{ "id": "7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2918", "name": "Shift lead", "code": null, "department": { "id": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "name": "Drilling", "code": "D1" }, "isPrimary": true, "requiresCompliance": true }], "measurements": [{ "department": { "id": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "name": "Drilling", "code": "D1" }, "measurement": { "key": 3, "name": "Critical Competencies", "score": 0.875, "required": 8, "satisfied": 7, "expired": 1, "notCompleted": 0, "notApplicable": 0, "needsTraining": 0, "selfAssessed": 0, "submitted": 0, "validated": 7 } }], "requirements": [{ "kind": "competency", "id": "5c1b7a3e-9f2d-4b6c-8e0a-1d2c3b4a5f06", "number": "C-017", "name": "Muster point", "measurement": { "key": 3, "name": "Critical Competencies" }, "status": "Expired", "isRequired": true, "heldSince": "2023-11-01T00:00:00.000+00:00", "expiresAt": "2026-11-01T00:00:00.000+00:00", "validatorName": "Ada Lovelace", "isSatisfied": false, "departments": [{ "id": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "name": "Drilling", "code": "D1" }], "ticketId": null, "certificateNumber": null, "note": null, "source": "import", "howToGet": "Ask your shift lead for a walk to the muster point.", "link": null }] }
 */
export interface PersonCompliance {
  /** When it was calculated. */
  asOf: Timestamp;
  member: PersonMember;
  /** By department name; every function, Employee too. */
  affiliations: PersonAffiliation[];
  /** By department name and profile name. */
  profiles: PersonProfile[];
  /** By department name and measurement: the twelve of each department that counts. */
  measurements: PersonMeasurement[];
  /** By measurement and name. */
  requirements: Requirement[];
}
