import type { Language } from '../../http/principal';
import type { Count, Page, Uuid } from '../../http/wire-format';

/** An organization. */
export interface RegisteredOrganization {
  /** The organization's ID. */
  id: Uuid;
  /** The organization's handle, as in X-Company. */
  handle: string;
  /** The organization's name. */
  name: string;
  /** The language of emails to people whose account has none. */
  language: Language;
  /** The number of members, with and without access. */
  members: Count;
}

/**
 * A page of organizations.
 * @example { "items": [{ "id": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "handle": "acme", "name": "Acme Energy", "language": "en", "members": 412 }], "total": 60, "page": 1, "pageSize": 1 }
 */
export interface OrganizationPage extends Page {
  /** The organizations, ordered by name. */
  items: RegisteredOrganization[];
}

/**
 * A change of an organization.
 * @example { "language": "de" }
 */
export interface OrganizationChange {
  /** The language of emails to people whose account has none. */
  language: Language;
}
