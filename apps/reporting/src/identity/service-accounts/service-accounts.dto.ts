import type { Count, Instant, Page, Timestamp, Uuid } from '../../http/wire-format';
import type { MembershipHandle } from '../accounts/accounts.dto';

/** The rows that reports show a service account: of the whole organization or of specific departments. */
export type ServiceScope = 'organization' | 'departments';

/**
 * The name of a service account, which is unique in its organization regardless of case and Unicode composition.
 * @minLength 1
 * @maxLength 100
 * @pattern ^(?!\x20)(?!.*\x20$)[^\u0000-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u2015\u2028-\u202f\u205f-\u206f\u2212\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8]*$ must not contain control characters, invisible characters, special spaces or hyphens, or leading or trailing spaces
 * @example "power-bi"
 */
export type ServiceAccountName = string;

/**
 * A program that reads the reports of one organization.
 * @example { "id": "1c9d6c1e-35a4-4f0c-8f8e-0a4f0f6b7d21", "name": "power-bi", "company": "acme", "reportScope": "organization", "reportDepartments": [], "expiresAt": null, "createdAt": "2026-11-26T07:00:00.000+00:00", "secrets": 1 }
 */
export interface ServiceAccount {
  id: Uuid;
  /** The name. */
  name: string;
  /** The organization's handle. */
  company: string;
  /** The rows that reports show. */
  reportScope: ServiceScope;
  /** The departments of the scope `departments`, empty otherwise. */
  reportDepartments: Uuid[];
  /** When its secrets expire; null for never. */
  expiresAt: Timestamp | null;
  /** When it was created. */
  createdAt: Timestamp;
  /** The number of secrets. */
  secrets: Count;
}

/**
 * A page of service accounts.
 * @example { "items": [{ "id": "1c9d6c1e-35a4-4f0c-8f8e-0a4f0f6b7d21", "name": "power-bi", "company": "acme", "reportScope": "organization", "reportDepartments": [], "expiresAt": null, "createdAt": "2026-11-26T07:00:00.000+00:00", "secrets": 1 }], "total": 1, "page": 1, "pageSize": 25 }
 */
export interface ServiceAccountPage extends Page {
  /** The service accounts, ordered by name. */
  items: ServiceAccount[];
}

/** The report scope and expiry of a service account. */
export interface ServiceAccountAccess {
  /** The rows that reports show. Defaults to the whole organization; unchanged if omitted in an update. */
  reportScope?: ServiceScope;
  /**
   * The departments; required for the scope `departments`, not allowed otherwise.
   * @maxItems 200
   */
  reportDepartments?: Uuid[];
  /** When its secrets expire: a future time in ISO 8601 with an offset; null for never. */
  expiresAt?: Instant | null;
}

/**
 * A new service account.
 * @example { "name": "power-bi", "company": "acme" }
 */
export interface ServiceAccountRequest extends ServiceAccountAccess {
  name: ServiceAccountName;
  company: MembershipHandle;
}

/**
 * A change of a service account; omitted fields are unchanged.
 * @example { "expiresAt": null }
 */
export interface ServiceAccountChange extends ServiceAccountAccess {
  name?: ServiceAccountName;
}

/**
 * The name of a new secret.
 * @example { "name": "gateway" }
 */
export interface ServiceSecretRequest {
  /**
   * The name.
   * @minLength 1
   * @maxLength 100
   * @pattern ^(?=.*\S)[^\u0000-\u001f\u007f]*$ must not be blank or contain control characters
   */
  name: string;
}
