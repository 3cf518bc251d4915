import type { Language } from '../../http/principal';
import type { Page, Timestamp, Uuid } from '../../http/wire-format';

/** The rows that reports show: of the whole organization, of the departments that the member administers, or of specific departments. */
export type ReportScope = 'organization' | 'administered' | 'departments';

/** Rights granted by the sign-on provider, in addition to manually granted ones. */
export interface ProviderRights {
  /** Whether the account is an operator. */
  isOperator: boolean;
  /** Whether the account has API access. */
  apiAccess: boolean;
  /** Whether the account has report access, which includes API access. */
  reportAccess: boolean;
  /** The rows that this report access shows: of the whole organization, or of the departments that the member administers. */
  reportScope: ReportScope;
  /** When these rights, including those in organizations, expire unless the person signs in again. */
  until: Timestamp;
}

/** Rights granted by the sign-on provider in an organization. */
export interface ProviderMembership {
  /** Whether the account has access to the organization. */
  hasAccess: boolean;
  /** Whether the account has the Developer role. */
  isDeveloper: boolean;
}

/** An organization that the account is a member of. */
export interface AccountOrganization {
  /** The organization's handle, as in X-Company. */
  handle: string;
  /** Whether access was granted manually. Without access, the membership grants no rights. */
  hasAccess: boolean;
  /** Whether the account has the manually assigned Developer role. */
  isDeveloper: boolean;
  /** The rows that reports show the member. */
  reportScope: ReportScope;
  /** The departments of the scope `departments`, empty otherwise. Departments that no longer exist show no rows. */
  reportDepartments: Uuid[];
  /** Whether the account keeps the organization's records, that is, may import and export them. */
  keepsRecords: boolean;
  /** The member's code, or null. */
  code: string | null;
  /** The person type, or null. */
  personType: string | null;
  /** The job title, or null. */
  jobTitle: string | null;
  /** Additional rights from the sign-on provider; null if there are none. */
  fromProvider: ProviderMembership | null;
}

/**
 * An account with its rights.
 * @example { "id": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "email": "grace@example.org", "name": "Grace Hopper", "language": null, "isOperator": false, "apiAccess": true, "reportAccess": true, "fromProvider": null, "isEnabled": true, "hasPassword": true, "secretPrefix": null, "organizations": [{ "handle": "acme", "hasAccess": true, "isDeveloper": true, "keepsRecords": false, "reportScope": "organization", "reportDepartments": [], "code": "P-1001", "personType": "Employee", "jobTitle": "Safety manager", "fromProvider": null }] }
 */
export interface Account {
  /** The account's ID. */
  id: Uuid;
  /** The e-mail address; null for accounts without one, which have no password, emails or secrets. */
  email: string | null;
  /** The owner's name. */
  name: string;
  /** The language of emails and of the console; null for emails in that of the organization. */
  language: Language | null;
  /** Whether the account is a manually appointed operator, with access to all organizations and the operator endpoints. Operators require the same grants. */
  isOperator: boolean;
  /** Whether the account has manually granted API access, which allows it to use secrets. */
  apiAccess: boolean;
  /** Whether the account has manually granted report access, which includes API access. */
  reportAccess: boolean;
  /** Additional rights from the sign-on provider; null if there are none. */
  fromProvider: ProviderRights | null;
  /** Whether the account can sign in and send requests. */
  isEnabled: boolean;
  /** Whether the account has a password. */
  hasPassword: boolean;
  /** The prefix of the personal secret; null if there is none. */
  secretPrefix: string | null;
  /** The organizations, ordered by handle. */
  organizations: AccountOrganization[];
}

/**
 * A page of accounts.
 * @example { "items": [{ "id": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "email": "grace@example.org", "name": "Grace Hopper", "language": null, "isOperator": false, "apiAccess": true, "reportAccess": true, "fromProvider": null, "isEnabled": true, "hasPassword": true, "secretPrefix": null, "organizations": [{ "handle": "acme", "hasAccess": true, "isDeveloper": true, "keepsRecords": false, "reportScope": "organization", "reportDepartments": [], "code": "P-1001", "personType": "Employee", "jobTitle": "Safety manager", "fromProvider": null }] }], "total": 42, "page": 1, "pageSize": 1 }
 */
export interface AccountPage extends Page {
  /** The accounts, ordered by name. */
  items: Account[];
}

/**
 * A change of grants.
 * @example { "reportAccess": true }
 */
export interface GrantsChange {
  /** False also withdraws report access. Unchanged if omitted. */
  apiAccess?: boolean;
  /** True also grants API access. Unchanged if omitted. */
  reportAccess?: boolean;
}

/**
 * The current grants.
 * @example { "apiAccess": true, "reportAccess": true }
 */
export interface Grants {
  /** Whether the account has API access, which allows it to use secrets. */
  apiAccess: boolean;
  /** Whether the account has report access. */
  reportAccess: boolean;
}

/**
 * The e-mail address of an account, which is unique regardless of case.
 * @minLength 3
 * @maxLength 254
 * @pattern ^[^\s@<>(),:;"\\\[\]\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f]+@[^\s@<>(),:;"\\\[\]\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f]+$ must be an e-mail address, such as ada@example.org
 */
export type NewEmail = string;

/**
 * The name of a person.
 * @minLength 1
 * @maxLength 200
 * @pattern ^(?=.*[^\s\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8])[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$ must not be blank or contain line breaks, control characters or direction marks
 */
export type PersonName = string;

/**
 * The organization's handle, as in X-Company.
 * @minLength 1
 * @maxLength 100
 * @pattern ^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$ must not contain control characters
 * @example "acme"
 */
export type MembershipHandle = string;

/** A membership of a new account. */
export interface NewMembership {
  /** The handle of the organization. */
  company: MembershipHandle;
  /** Whether the account has the Developer role. */
  isDeveloper: boolean;
  /** Whether the account has access to the organization. */
  hasAccess: boolean;
  /** Whether the account keeps the organization's records. Defaults to false. */
  keepsRecords?: boolean;
}

/**
 * A new account without a password.
 * @example { "email": "ada@example.org", "name": "Ada Lovelace", "reportAccess": true, "memberships": [{ "company": "acme", "isDeveloper": false, "hasAccess": true }] }
 */
export interface AccountRequest {
  /** The e-mail address for signing in. If null or omitted, the account has no password, emails or secrets. */
  email?: NewEmail | null;
  /** The owner's name. */
  name: PersonName;
  /** The language of emails and of the console. If null or omitted, emails are in that of the organization. */
  language?: Language | null;
  /** Whether the account is an operator. Defaults to false. */
  isOperator?: boolean;
  /** Whether to grant API access. Defaults to true for operators and with report access. */
  apiAccess?: boolean;
  /** Whether to grant report access, which includes API access. Defaults to true for operators. */
  reportAccess?: boolean;
  /**
   * The organizations to join, without duplicates.
   * @maxItems 100
   */
  memberships?: NewMembership[];
}

/** The created account. */
export interface CreatedAccount extends Account {
  /** Whether an invitation is sent by email. Otherwise, create a link with POST /security/accounts/{accountId}/password-link. */
  isInvited: boolean;
}

/**
 * A change of an account; omitted fields are unchanged.
 * @example { "name": "Ada King", "isDisabled": false }
 */
export interface AccountChange {
  /** A new address invalidates links sent to the previous one. */
  email?: NewEmail;
  /** The owner's name. */
  name?: PersonName;
  /** The language of emails and of the console; null for emails in that of the organization. */
  language?: Language | null;
  /** True ends the account's sessions, and its secrets are rejected while it is disabled. */
  isDisabled?: boolean;
  /** Whether the account is a manually appointed operator. */
  isOperator?: boolean;
}

/**
 * Manually granted rights in an organization.
 * @example { "hasAccess": true, "isDeveloper": true, "jobTitle": "Safety manager" }
 */
export interface MembershipRequest {
  /** Whether the account has access to the organization. */
  hasAccess: boolean;
  /** Whether the account has the Developer role. */
  isDeveloper: boolean;
  /** The rows that reports show. Unchanged if omitted; for a new membership, defaults to the whole organization. */
  reportScope?: ReportScope;
  /**
   * The departments; required for the scope `departments`, not allowed otherwise.
   * @maxItems 200
   */
  reportDepartments?: Uuid[];
  /** Whether the account keeps the organization's records. Unchanged if omitted. */
  keepsRecords?: boolean;
  /**
   * The member's code; null removes it. Unchanged if omitted.
   * @maxLength 100
   * @pattern ^(?=.*\S)[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$ must not be blank or contain control characters
   */
  code?: string | null;
  /**
   * The person type; null removes it. Unchanged if omitted.
   * @maxLength 100
   * @pattern ^(?=.*\S)[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$ must not be blank or contain control characters
   */
  personType?: string | null;
  /**
   * The job title; null removes it. Unchanged if omitted.
   * @maxLength 200
   * @pattern ^(?=.*\S)[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$ must not be blank or contain control characters
   */
  jobTitle?: string | null;
}

export interface AccountHeaders {
  /** Changes whenever the account or one of its memberships changes; send it as If-Match. */
  ETag: string;
}

export interface CreatedAccountHeaders extends AccountHeaders {
  /** The path of the account, including the proxy's prefix. */
  Location: string;
}

/** A manually granted right. */
export type AccountRight = 'operator' | 'api' | 'reports' | 'developer' | 'records';

/** The state of an account. */
export type AccountState = 'enabled' | 'disabled' | 'no-email' | 'no-access';
