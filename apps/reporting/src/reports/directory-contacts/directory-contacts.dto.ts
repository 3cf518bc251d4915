import type { AffiliationFunction } from '../../compliance/compliance.dto';
import type { Uuid } from '../../http/wire-format';

/** A department of the organization. */
export interface ContactDepartment {
  /** The department's ID, for filters of reports. */
  id: Uuid;
  /** The department's name. */
  name: string;
}

/** A member of the organization. */
export interface ContactMember {
  /** The member's ID, for filters of reports. */
  id: Uuid;
  /** The member's name. */
  name: string;
  /** The member's e-mail address, or null. */
  email: string | null;
  /** The member's code, which distinguishes members with the same name; or null. */
  code: string | null;
}

/** A member in a department. */
export interface ContactAffiliation {
  /** The ID of one of `members`. */
  memberId: Uuid;
  /** The ID of one of `departments`. */
  departmentId: Uuid;
  /** The member's function in the department. */
  function: AffiliationFunction;
}

/**
 * Departments, members and affiliations.
 * @example { "departments": [{ "id": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "name": "Drilling" }], "members": [{ "id": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "name": "Grace Hopper", "email": "grace@example.org", "code": "E-1906" }], "affiliations": [{ "memberId": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "departmentId": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "function": "Department" }] }
 */
export interface DirectoryContacts {
  /** The departments in `affiliations`, sorted by name. */
  departments: ContactDepartment[];
  /** Sorted by name. */
  members: ContactMember[];
  /** Sorted by member and department name, with all functions including Employee. */
  affiliations: ContactAffiliation[];
}
