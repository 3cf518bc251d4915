import type { Uuid } from '../../http/identifiers';
import type { Page } from '../../http/pages.dto';
import type { Instant, Timestamp } from '../../http/times';
import type { MembershipHandle } from '../accounts/accounts.dto';

/** Whose rows the reports show a service account. */
export enum ServiceScope {
  Organization = 'organization',
  Departments = 'departments',
}

/**
 * What people call a service account; unique in its organization in any case of letters.
 * @minLength 1
 * @maxLength 100
 * @pattern ^\S(?:[^\u0000-\u001f\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2011\u2028-\u202f\u2060-\u206f\ufeff]*[^\s\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2011\u2028-\u202f\u2060-\u206f\ufeff])?$ must have no control characters, special spaces or hyphens, and no spaces around
 * @example "power-bi"
 */
export type ServiceAccountName = string;

/**
 * A program that reads the reports of one organization.
 * @example { "id": "1c9d6c1e-35a4-4f0c-8f8e-0a4f0f6b7d21", "name": "power-bi", "company": "acme", "reportScope": "organization", "reportDepartments": [], "expiresAt": null, "createdAt": "2026-11-26T07:00:00.000+00:00", "secrets": 1 }
 */
export interface ServiceAccount {
  id: Uuid;
  /** What people call it. */
  name: string;
  /** The handle of its organization. */
  company: string;
  /** Whose rows the reports show it. */
  reportScope: ServiceScope;
  /** The departments of the scope `departments`, else none. */
  reportDepartments: Uuid[];
  /** When its secrets stop working; null: never. */
  expiresAt: Timestamp | null;
  /** When it was made. */
  createdAt: Timestamp;
  /**
   * How many secrets it has.
   * @isInt
   */
  secrets: number;
}

/**
 * A page of service accounts.
 * @example { "items": [{ "id": "1c9d6c1e-35a4-4f0c-8f8e-0a4f0f6b7d21", "name": "power-bi", "company": "acme", "reportScope": "organization", "reportDepartments": [], "expiresAt": null, "createdAt": "2026-11-26T07:00:00.000+00:00", "secrets": 1 }], "total": 1, "page": 1, "pageSize": 25 }
 */
export interface ServiceAccountPage extends Page {
  /** By name. */
  items: ServiceAccount[];
}

/** Whose rows the reports are to show, and until when. */
export interface ServiceAccountAccess {
  /** Whose rows the reports show. Left out: those of the organization, or as they are. */
  reportScope?: ServiceScope;
  /**
   * The departments of the scope `departments`, which needs them; no other scope has any.
   * @maxItems 200
   */
  reportDepartments?: Uuid[];
  /** When its secrets are to stop working, ISO 8601 with its offset, in the future; null: never. */
  expiresAt?: Instant | null;
}

/**
 * A service account to be made.
 * @example { "name": "power-bi", "company": "acme" }
 */
export interface ServiceAccountRequest extends ServiceAccountAccess {
  name: ServiceAccountName;
  company: MembershipHandle;
}

/**
 * What is to change of a service account; what is left out stays as it is.
 * @example { "expiresAt": null }
 */
export interface ServiceAccountChange extends ServiceAccountAccess {
  name?: ServiceAccountName;
}

/**
 * What a new secret is called.
 * @example { "name": "gateway" }
 */
export interface ServiceSecretRequest {
  /**
   * What people call it.
   * @minLength 1
   * @maxLength 100
   * @pattern ^(?=.*\S)[^\u0000-\u001f\u007f]*$ must have letters, and no control characters
   */
  name: string;
}
