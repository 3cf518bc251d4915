import type { Language } from '../../http/principal';
import type { Timestamp, Uuid } from '../../http/wire-format';
import type {
  Grants,
  MembershipHandle,
  ProviderRights,
  ReportScope,
} from '../accounts/accounts.dto';
import type { SecretRights } from '../secrets/secrets.dto';

/**
 * The credentials and organization of a sign-in.
 * @example { "email": "ada@example.org", "password": "correct horse battery staple", "company": "acme" }
 */
export interface SignInRequest {
  /**
   * The e-mail address of the account, in any case.
   * @minLength 1
   * @maxLength 254
   * @pattern ^[^\u0000-\u001f\u007f]*$ must not contain control characters
   */
  email: string;
  /**
   * The password of the account.
   * @minLength 1
   * @maxLength 1000
   */
  password: string;
  /** The handle of the organization, which is the default for requests of the session without X-Company. */
  company?: MembershipHandle;
}

/**
 * The available sign-in methods.
 * @example { "password": true, "singleSignOn": false }
 */
export interface SignInMethods {
  /** Whether to sign in with e-mail and password, using POST /auth/login. */
  password: boolean;
  /** Whether to sign in with single sign-on, using GET /auth/sso/login. */
  singleSignOn: boolean;
}

/** An organization that the session may specify in X-Company. */
export interface SessionOrganization {
  /** The ID. */
  id: Uuid;
  /** The organization's handle, as in X-Company. */
  handle: string;
  /** The organization's name. */
  name: string;
  /** The language of emails to people whose account has none. */
  language: Language;
  /** Whether the account has the Developer role. */
  isDeveloper: boolean;
  /** The account's rights in the organization. */
  rights: OrganizationRights;
}

/** An account's rights in an organization, and the rows that reports show. */
export interface OrganizationRights extends SecretRights {
  /** The rows that reports show. */
  reportScope: ReportScope;
  /** The departments that reports show, ordered by name; null for all. */
  reportDepartments: Uuid[] | null;
}

/** The signed-in account. */
export interface SessionAccount {
  /** The ID. */
  id: Uuid;
  /** The e-mail address, or null. */
  email: string | null;
  /** The owner's name. */
  name: string;
  /** The language of emails and of the console; null for emails in that of the organization. */
  language: Language | null;
}

/**
 * The language of an account.
 * @example { "language": "de" }
 */
export interface LanguageChange {
  /** The language of emails and of the console; null for emails in that of the organization. */
  language: Language | null;
}

/**
 * The current session with the account and its rights.
 * @example { "account": { "id": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "email": "grace@example.org", "name": "Grace Hopper", "language": null }, "organizations": [{ "id": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "handle": "acme", "name": "Acme Energy", "language": "en", "isDeveloper": true, "rights": { "apiAccess": true, "reportAccess": true, "developerRole": true, "keepsRecords": false, "reportScope": "organization", "reportDepartments": null } }], "roles": { "isOperator": false, "apiAccess": true, "reportAccess": true }, "fromProvider": null, "mail": "server", "expiresAt": "2026-11-01T07:00:00.000+00:00" }
 */
export interface CurrentSession {
  /** The signed-in account. */
  account: SessionAccount;
  /** The organizations that the account can access, ordered by name. */
  organizations: SessionOrganization[];
  /** The account's rights that apply to all organizations. */
  roles: SessionRoles;
  /** The rights granted by the sign-on provider; null if there are none. */
  fromProvider: ProviderRights | null;
  /** How this service sends emails: not at all, using a server, or to a folder that operators can read at /notification/outbox. */
  mail: 'none' | 'server' | 'folder';
  /** When the session expires; it is not extended. */
  expiresAt: Timestamp;
}

/** The account's rights. */
export interface SessionRoles extends Grants {
  /** Whether the account is an operator, with access to all organizations and the operator endpoints. Operators require the same grants. */
  isOperator: boolean;
}

/**
 * At least 12 characters and at most 72 bytes; not the e-mail address or a common password.
 * @minLength 1
 * @maxLength 1000
 */
export type NewPassword = string;

/**
 * The current and the new password.
 * @example { "current": "correct horse battery staple", "new": "seven lamps on a quiet street" }
 */
export interface PasswordChange {
  /**
   * The current password.
   * @minLength 1
   * @maxLength 1000
   */
  current: string;
  new: NewPassword;
}

/**
 * A request to reset a password.
 * @example { "email": "grace@example.org" }
 */
export interface PasswordResetRequest {
  /**
   * The e-mail address of the account, in any case.
   * @minLength 3
   * @maxLength 254
   * @pattern ^[^\u0000-\u001f\u007f]+@[^\u0000-\u001f\u007f]+$ must be an e-mail address, such as ada@example.org
   */
  email: string;
}

/**
 * The token of a link and the password to set.
 * @example { "token": "Zk3aQ9xWkq2nYd0mJp4sVt6uBx8cEz1fGh3jKl5nMq7", "new": "seven lamps on a quiet street" }
 */
export interface PasswordByLink {
  /**
   * The text after `token=` in the link.
   * @minLength 1
   * @maxLength 100
   */
  token: string;
  new: NewPassword;
}

/**
 * A link to the console page for setting a password, which is returned only in this response.
 * @example { "url": "https://reporting.example.org/console/set-password#token=Zk3aQ9xWkq2nYd0mJp4sVt6uBx8cEz1fGh3jKl5nMq7", "expiresAt": "2026-11-08T07:00:00.000+00:00" }
 */
export interface PasswordLink {
  /** The link; anyone who opens it can set the password. */
  url: string;
  /** When the link expires. */
  expiresAt: Timestamp;
}

export interface SessionHeaders {
  /** Sets or clears the session cookie, and sets the device cookie at sign-in; HttpOnly and Secure. */
  'Set-Cookie': string;
}
