import type { Uuid } from '../../http/identifiers';
import type { Page } from '../../http/pages.dto';

/** Whose rows the reports show: everybody's, those of the departments that the member administers, or of departments that are named. */
export enum ReportScope {
  Organization = 'organization',
  Administered = 'administered',
  Departments = 'departments',
}

/** What the sign-on provider gives beside what is given by hand. */
export interface ProviderRights {
  /** Whether it makes the account an operator. */
  isOperator: boolean;
  /** Whether it gives API access. */
  apiAccess: boolean;
  /** Whether it gives report access; includes API access. */
  reportAccess: boolean;
  /** Whose rows that report access shows: everybody's, or those of the departments that the member administers. */
  reportScope: ReportScope;
  /** When these rights, and those in organizations, lapse unless the person signs in there again; ISO 8601. */
  until: string;
}

/** What the sign-on provider gives in an organization. */
export interface ProviderMembership {
  /** Whether it opens the organization to the account. */
  hasAccess: boolean;
  /** Whether it gives the Developer role in it. */
  isDeveloper: boolean;
}

/** An organization that the account is a member of. */
export interface AccountOrganization {
  /** What X-Company names it by. */
  handle: string;
  /** Given by hand. Without access the membership gives none. */
  hasAccess: boolean;
  /** Whether the account has the Developer role in it, by hand. */
  isDeveloper: boolean;
  /** Whose rows the reports show the member there. */
  reportScope: ReportScope;
  /** The departments of the scope `departments`, else none; those that do not exist any more show nobody. */
  reportDepartments: Uuid[];
  /** Whether the account imports and exports its records. */
  keepsRecords: boolean;
  /** The member's code there; null for none. */
  code: string | null;
  /** The person type; null for none. */
  personType: string | null;
  /** The job title; null for none. */
  jobTitle: string | null;
  /** What the sign-on provider gives in it besides; null where it gives nothing. */
  fromProvider: ProviderMembership | null;
}

/**
 * An account, and what it may do.
 * @example { "id": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "email": "grace@example.org", "name": "Grace Hopper", "isOperator": false, "apiAccess": true, "reportAccess": true, "fromProvider": null, "isEnabled": true, "hasPassword": true, "secretPrefix": null, "organizations": [{ "handle": "acme", "hasAccess": true, "isDeveloper": true, "keepsRecords": false, "reportScope": "organization", "reportDepartments": [], "code": "P-1001", "personType": "Employee", "jobTitle": "Safety manager", "fromProvider": null }] }
 */
export interface Account {
  /** A UUID. */
  id: string;
  /** Its e-mail address; null for a person without one, who has no password, mail or secret. */
  email: string | null;
  /** The name of its owner. */
  name: string;
  /** Whether it is an operator by hand, who reaches every organization without membership, and the operator endpoints; it needs the same grants. */
  isOperator: boolean;
  /** Whether it may hold and use secrets, by hand. */
  apiAccess: boolean;
  /** Whether it may read the reports that need it, by hand; includes API access. */
  reportAccess: boolean;
  /** What the sign-on provider gives besides; null where it gives nothing. */
  fromProvider: ProviderRights | null;
  /** Whether it may sign in and call at all. */
  isEnabled: boolean;
  /** Whether it can sign in with a password. */
  hasPassword: boolean;
  /** The beginning of its personal secret; null when it has none. */
  secretPrefix: string | null;
  /** By handle. */
  organizations: AccountOrganization[];
}

/**
 * A page of accounts.
 * @example { "items": [{ "id": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "email": "grace@example.org", "name": "Grace Hopper", "isOperator": false, "apiAccess": true, "reportAccess": true, "fromProvider": null, "isEnabled": true, "hasPassword": true, "secretPrefix": null, "organizations": [{ "handle": "acme", "hasAccess": true, "isDeveloper": true, "keepsRecords": false, "reportScope": "organization", "reportDepartments": [], "code": "P-1001", "personType": "Employee", "jobTitle": "Safety manager", "fromProvider": null }] }], "total": 42, "page": 1, "pageSize": 1 }
 */
export interface AccountPage extends Page {
  /** By name. */
  items: Account[];
}

/**
 * The grants to change.
 * @example { "reportAccess": true }
 */
export interface GrantsChange {
  /** False takes report access with it. Left out: as it is. */
  apiAccess?: boolean;
  /** True grants API access with it. Left out: as it is. */
  reportAccess?: boolean;
}

/**
 * Both grants, as they now are.
 * @example { "apiAccess": true, "reportAccess": true }
 */
export interface Grants {
  /** Whether the account may hold and use secrets. */
  apiAccess: boolean;
  /** Whether it may read the reports that need it. */
  reportAccess: boolean;
}

/**
 * The e-mail address of an account. It is unique in any case of letters.
 * @minLength 3
 * @maxLength 254
 * @pattern ^[^\s@<>(),:;"\\\[\]\u0000-\u001f\u007f-\u009f]+@[^\s@<>(),:;"\\\[\]\u0000-\u001f\u007f-\u009f]+$ must be an e-mail address, such as ada@example.org
 */
export type NewEmail = string;

/**
 * The name of a person.
 * @minLength 1
 * @maxLength 200
 * @pattern ^(?=.*\S)[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$ must have letters, and no line breaks, control characters or direction marks
 */
export type PersonName = string;

/**
 * What X-Company names the organization by.
 * @minLength 1
 * @maxLength 100
 * @pattern ^[^\u0000-\u001f\u007f]*$ must not hold control characters
 * @example "acme"
 */
export type MembershipHandle = string;

/** A membership of a new account. */
export interface NewMembership {
  /** The handle of the organization. */
  company: MembershipHandle;
  /** Whether the account has the Developer role there. */
  isDeveloper: boolean;
  /** Whether the organization is open to the account. */
  hasAccess: boolean;
  /** Whether the account imports and exports its records. Left out: no. */
  keepsRecords?: boolean;
}

/**
 * A new account, without a password.
 * @example { "email": "ada@example.org", "name": "Ada Lovelace", "reportAccess": true, "memberships": [{ "company": "acme", "isDeveloper": false, "hasAccess": true }] }
 */
export interface AccountRequest {
  /** What it signs in with. Null or left out: none, and no password, mail or secret. */
  email?: NewEmail | null;
  /** The name of its owner. */
  name: PersonName;
  /** Whether it is an operator. Left out: no. */
  isOperator?: boolean;
  /** Whether it may hold and use secrets. Left out: with report access, and an operator. */
  apiAccess?: boolean;
  /** Whether it may read the reports that need it; includes API access. Left out: an operator. */
  reportAccess?: boolean;
  /**
   * The organizations that it is a member of, each once.
   * @maxItems 100
   */
  memberships?: NewMembership[];
}

/** The account that was created. */
export interface CreatedAccount extends Account {
  /** Whether an invitation is sent by mail. Else POST /security/accounts/{accountId}/password-link makes a link. */
  isInvited: boolean;
}

/**
 * What is to change of an account; what is left out stays as it is.
 * @example { "name": "Ada King", "isDisabled": false }
 */
export interface AccountChange {
  /** Another address ends the links that were sent to the one before. */
  email?: NewEmail;
  /** The name of its owner. */
  name?: PersonName;
  /** True ends its sessions, and refuses its secrets while it is so. */
  isDisabled?: boolean;
  /** Whether it is an operator, by hand. */
  isOperator?: boolean;
}

/**
 * What is given by hand in an organization.
 * @example { "hasAccess": true, "isDeveloper": true, "jobTitle": "Safety manager" }
 */
export interface MembershipRequest {
  /** Whether the organization is open to the account. */
  hasAccess: boolean;
  /** Whether the account has the Developer role there. */
  isDeveloper: boolean;
  /** Whose rows the reports show. Left out: as it is; everybody's of a new membership. */
  reportScope?: ReportScope;
  /**
   * The departments of the scope `departments`, which needs them; no other scope has any.
   * @maxItems 200
   */
  reportDepartments?: Uuid[];
  /** Whether the account imports and exports the records there. Left out: as it is. */
  keepsRecords?: boolean;
  /**
   * The member's code there; null removes it. Left out: as it is.
   * @maxLength 100
   * @pattern ^(?=.*\S)[^\u0000-\u001f\u007f]*$ must have letters, and no control characters
   */
  code?: string | null;
  /**
   * The person type; null removes it. Left out: as it is.
   * @maxLength 100
   * @pattern ^(?=.*\S)[^\u0000-\u001f\u007f]*$ must have letters, and no control characters
   */
  personType?: string | null;
  /**
   * The job title; null removes it. Left out: as it is.
   * @maxLength 200
   * @pattern ^(?=.*\S)[^\u0000-\u001f\u007f]*$ must have letters, and no control characters
   */
  jobTitle?: string | null;
}

export interface AccountHeaders {
  /** Changes whenever the account or one of its memberships does: send it as If-Match. */
  ETag: string;
}

export interface CreatedAccountHeaders extends AccountHeaders {
  /** The path of the account, with the proxy's prefix. */
  Location: string;
}

/** A right that is given by hand. */
export enum AccountRight {
  Operator = 'operator',
  Api = 'api',
  Reports = 'reports',
  Developer = 'developer',
  Records = 'records',
}

/** What an account is. */
export enum AccountState {
  Enabled = 'enabled',
  Disabled = 'disabled',
  NoEmail = 'no-email',
  NoAccess = 'no-access',
}
