import type { AffiliationFunction } from '../../compliance/compliance.dto';
import type { Uuid } from '../../http/wire-format';

/** A department of the organization. */
export interface ContactDepartment {
  /** The department, for the filters of the reports. */
  id: Uuid;
  /** Its name. */
  name: string;
}

/** A member of the organization. */
export interface ContactMember {
  /** The member, for the filters of the reports. */
  id: Uuid;
  /** Their name. */
  name: string;
  /** Their e-mail address; null without one. */
  email: string | null;
  /** Their code, which tells two of one name apart; null without one. */
  code: string | null;
}

/** A member in a department. */
export interface ContactAffiliation {
  /** One of `members`. */
  memberId: Uuid;
  /** One of `departments`. */
  departmentId: Uuid;
  /** What the member is in the department. */
  function: AffiliationFunction;
}

/**
 * Who is in which department.
 * @example { "departments": [{ "id": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "name": "Drilling" }], "members": [{ "id": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "name": "Grace Hopper", "email": "grace@example.org", "code": "E-1906" }], "affiliations": [{ "memberId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "departmentId": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "function": "Department" }] }
 */
export interface DirectoryContacts {
  /** By name; those that `affiliations` names. */
  departments: ContactDepartment[];
  /** By name. */
  members: ContactMember[];
  /** By the names of member and department; every function, Employee too. */
  affiliations: ContactAffiliation[];
}
