import type { Uuid } from '../../http/identifiers';
import type { ProviderRights, ReportScope } from '../accounts/accounts.dto';
import type { SecretRights } from '../secrets/secrets.dto';

/**
 * Who signs in, and to which organization.
 * @example { "email": "ada@example.org", "password": "correct horse battery staple", "company": "acme" }
 */
export interface SignInRequest {
  /**
   * The e-mail address of the account, in capitals or not.
   * @minLength 1
   * @maxLength 254
   * @pattern ^[^\u0000-\u001f\u007f]*$ must not hold control characters
   */
  email: string;
  /**
   * The password of the account.
   * @minLength 1
   * @maxLength 1000
   */
  password: string;
  /**
   * The handle of the organization to sign in to. Calls of the session that send no X-Company are about it.
   * @minLength 1
   * @maxLength 100
   * @pattern ^[^\u0000-\u001f\u007f]*$ must not hold control characters
   */
  company?: string;
}

/**
 * The ways to sign in here.
 * @example { "password": true, "singleSignOn": false }
 */
export interface SignInMethods {
  /** With e-mail and password, by POST /auth/login. */
  password: boolean;
  /** With the identity provider of the deployment, by GET /auth/sso/login. */
  singleSignOn: boolean;
}

/** An organization that the session may name in X-Company. */
export interface SessionOrganization {
  /** A UUID. */
  id: string;
  /** What X-Company names it by. */
  handle: string;
  /** Its name. */
  name: string;
  /** Whether the account has the Developer role in it. */
  isDeveloper: boolean;
  /** What the account may do in it. */
  rights: OrganizationRights;
}

/** What an account may do in an organization, and whose rows reports show it there. */
export interface OrganizationRights extends SecretRights {
  /** Whose rows the reports show. */
  reportScope: ReportScope;
  /** The departments that the reports show, by name; null for all of them. */
  reportDepartments: Uuid[] | null;
}

/** The account that is signed in. */
export interface SessionAccount {
  /** A UUID. */
  id: string;
  /** Its e-mail address; null without one. */
  email: string | null;
  /** The name of its owner. */
  name: string;
}

/**
 * Who is signed in, until when, and what the account may do.
 * @example { "account": { "id": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "email": "grace@example.org", "name": "Grace Hopper" }, "organizations": [{ "id": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "handle": "acme", "name": "Acme Energy", "isDeveloper": true, "rights": { "apiAccess": true, "reportAccess": true, "developerRole": true, "keepsRecords": false, "reportScope": "organization", "reportDepartments": null } }], "roles": { "isOperator": false, "apiAccess": true, "reportAccess": true }, "fromProvider": null, "mail": "server", "expiresAt": "2026-11-01T07:00:00.000+00:00" }
 */
export interface CurrentSession {
  /** Who is signed in. */
  account: SessionAccount;
  /** The organizations that the account has access to, by name. */
  organizations: SessionOrganization[];
  /** What the account may do, in whichever organization. */
  roles: SessionRoles;
  /** Which of that the sign-on provider gives; null where it gives nothing. */
  fromProvider: ProviderRights | null;
  /** How this service sends mail: not at all, by a server, or to a folder that operators read at /notification/outbox. */
  mail: 'none' | 'server' | 'folder';
  /** When the session ends, ISO 8601; it is never extended. */
  expiresAt: string;
}

/** What the account may do. */
export interface SessionRoles {
  /** Whether it is an operator, who reaches every organization without membership, and the operator endpoints; it needs the same grants. */
  isOperator: boolean;
  /** Whether the account may hold and use secrets. */
  apiAccess: boolean;
  /** Whether it may read the reports that need it. */
  reportAccess: boolean;
}

/**
 * The password that ends, and the one that begins.
 * @example { "current": "correct horse battery staple", "new": "seven lamps on a quiet street" }
 */
export interface PasswordChange {
  /**
   * The password until now.
   * @minLength 1
   * @maxLength 1000
   */
  current: string;
  /**
   * At least 12 characters, at most 72 bytes, not the e-mail address, not among the common ones.
   * @minLength 1
   * @maxLength 1000
   */
  new: string;
}

/**
 * Whose password is forgotten.
 * @example { "email": "grace@example.org" }
 */
export interface PasswordResetRequest {
  /**
   * The e-mail address of the account, in capitals or not.
   * @minLength 3
   * @maxLength 254
   * @pattern ^[^\u0000-\u001f\u007f]+@[^\u0000-\u001f\u007f]+$ must be an e-mail address, such as ada@example.org
   */
  email: string;
}

/**
 * The token of a link, and the password to set.
 * @example { "token": "Zk3aQ9xWkq2nYd0mJp4sVt6uBx8cEz1fGh3jKl5nMq7", "new": "seven lamps on a quiet street" }
 */
export interface PasswordByLink {
  /**
   * What follows `token=` in the link.
   * @minLength 1
   * @maxLength 100
   */
  token: string;
  /**
   * At least 12 characters, at most 72 bytes, not the e-mail address, not among the common ones.
   * @minLength 1
   * @maxLength 1000
   */
  new: string;
}

/**
 * A link to the page of the console that sets a password. Only this response contains it.
 * @example { "url": "https://reporting.example.org/console/set-password#token=Zk3aQ9xWkq2nYd0mJp4sVt6uBx8cEz1fGh3jKl5nMq7", "expiresAt": "2026-11-08T07:00:00.000+00:00" }
 */
export interface PasswordLink {
  /** Whoever opens it can set the password. */
  url: string;
  /** Until when, ISO 8601. */
  expiresAt: string;
}

export interface SessionHeaders {
  /** The session, or its end; at sign-in also the device: HttpOnly, Secure. */
  'Set-Cookie': string;
}
