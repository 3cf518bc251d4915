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
 * The ID of a member. The example exists in the demo organization.
 * @pattern ^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$ must be a UUID
 * @format uuid
 * @example "c86f3e56-b06c-59ae-8526-2e6155d90dd6"
 */
export type MemberId = string;

/** The person. */
export interface PersonMember extends MemberReference {
  /** The member's e-mail address, or null. */
  email: string | null;
  /** The person type, or null. */
  personType: string | null;
  /** The job title, or null. */
  jobTitle: string | null;
  /** The ID of the member's account, which is required to record that the member has left. */
  accountId: Uuid;
}

/** An affiliation of the member. */
export interface PersonAffiliation {
  /** The department. */
  department: DepartmentReference;
  /** The member's function in the department. */
  function: AffiliationFunction;
}

/** A profile assigned to the member. */
export interface PersonProfile extends ProfileReference {
  /** The profile's ID. */
  id: Uuid;
  /** The department in which it is assigned. */
  department: DepartmentReference;
  /** Whether it is the member's primary profile. */
  isPrimary: boolean;
  /** Whether it requires compliance. */
  requiresCompliance: boolean;
}

/** The member's compliance in a department by a measurement: a row of the compliance summary. */
export interface PersonMeasurement {
  /** The department. */
  department: DepartmentReference;
  /** The measurement with its counts. */
  measurement: MeasurementSummary;
}

/** How a record was last written: by an import, or by hand. */
export type RequirementSource = 'import' | 'hand';

/** The kind of a requirement. */
export type RequirementKind = 'competency' | 'achievement';

/** The current status of a competency or of the ticket for an achievement, as in the compliance summary. */
export type RequirementStatus =
  | 'Not Completed'
  | 'Self-Assessed'
  | 'Needs Training'
  | 'Not Applicable'
  | 'Validated'
  | 'missing'
  | 'Pending'
  | 'Valid'
  | 'Submitted'
  | 'Expired';

/** A competency or an achievement. */
export interface RequiredItem {
  /** Whether it is a competency or an achievement. */
  kind: RequirementKind;
  /** The ID of the competency or achievement. */
  id: Uuid;
  /** The organization's number for the competency; null for achievements. */
  number: string | null;
  /** The name of the competency or achievement. */
  name: string;
  /** The measurement that counts it. */
  measurement: MeasurementReference;
}

/** A competency in the member's profiles, or an achievement that a profile requires or the member has a ticket for. Each ticket that counts in a department is listed separately. */
export interface Requirement extends RequiredItem {
  /** The current status; `missing` means an achievement without a ticket. */
  status: RequirementStatus;
  /** Whether it is required by an assigned profile that requires compliance, or by a ticket. */
  isRequired: boolean;
  /** When the competency was validated or the ticket issued; null if never. */
  heldSince: Timestamp | null;
  /** When it expires or expired; null if it never expires. */
  expiresAt: Timestamp | null;
  /** The name of the validator of the competency; null if unknown, and for achievements. */
  validatorName: string | null;
  /** Whether it is currently satisfied: an achievement that is Valid, or a competency that is Validated, or Not Applicable and validated as such. */
  isSatisfied: boolean;
  /** The departments in which it is required, sorted by name: those of profiles that require it, or every department that counts if a ticket requires it. Empty if it is not required. */
  departments: DepartmentReference[];
  /** The ID of the ticket that counts; null for competencies and without a ticket. */
  ticketId: Uuid | null;
  /** The number of the certificate, or null. */
  certificateNumber: string | null;
  /** A note about the ticket, or null. */
  note: string | null;
  /** How the ticket or standing was last written; null if there is none. */
  source: RequirementSource | null;
  /** How to get it, from `achievements.csv` or `competencies.csv`; or null. */
  howToGet: string | null;
  /** The https URL of the page where people get it, or null. */
  link: string | null;
}

/**
 * The requirements of a person with their status.
 * @example { "asOf": "2026-11-21T10:00:00.000+00:00", "member": { "id": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "name": "Grace Hopper", "code": "E-1906", "email": "grace@example.org", "personType": "Operator", "jobTitle": "Shift lead", "accountId": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11" }, "affiliations": [{ "department": { "id": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "name": "Drilling", "code": "D1" }, "function": "Department" }], "profiles": [{ "id": "7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2918", "name": "Shift lead", "code": null, "department": { "id": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "name": "Drilling", "code": "D1" }, "isPrimary": true, "requiresCompliance": true }], "measurements": [{ "department": { "id": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "name": "Drilling", "code": "D1" }, "measurement": { "key": 3, "name": "Critical Competencies", "score": 0.875, "required": 8, "satisfied": 7, "expired": 1, "notCompleted": 0, "notApplicable": 0, "needsTraining": 0, "selfAssessed": 0, "submitted": 0, "validated": 7 } }], "requirements": [{ "kind": "competency", "id": "5c1b7a3e-9f2d-4b6c-8e0a-1d2c3b4a5f06", "number": "C-017", "name": "Muster point", "measurement": { "key": 3, "name": "Critical Competencies" }, "status": "Expired", "isRequired": true, "heldSince": "2023-11-01T00:00:00.000+00:00", "expiresAt": "2026-11-01T00:00:00.000+00:00", "validatorName": "Ada Lovelace", "isSatisfied": false, "departments": [{ "id": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "name": "Drilling", "code": "D1" }], "ticketId": null, "certificateNumber": null, "note": null, "source": "import", "howToGet": "Ask your shift lead for a walk to the muster point.", "link": null }] }
 */
export interface PersonCompliance {
  /** When it was calculated. */
  asOf: Timestamp;
  member: PersonMember;
  /** Sorted by department name, with all functions including Employee. */
  affiliations: PersonAffiliation[];
  /** Sorted by department name and profile name. */
  profiles: PersonProfile[];
  /** The twelve measurements of each department that counts, sorted by department name and measurement. */
  measurements: PersonMeasurement[];
  /** Sorted by measurement and name. */
  requirements: Requirement[];
}
