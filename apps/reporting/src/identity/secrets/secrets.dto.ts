import type { Instant } from '../../http/times';

/**
 * Whether the account has a personal secret; never the secret.
 * @example { "exists": true, "prefix": "vsk_live_Zk3aQ9xW", "generatedAt": "2026-10-31T23:00:00.000+00:00", "lastUsedAt": null, "companyId": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "companyHandle": "acme", "rights": { "apiAccess": true, "reportAccess": true, "developerRole": true, "keepsRecords": false } }
 */
export interface SecretStatus {
  /** Whether there is one. */
  exists: boolean;
  /** Its beginning, to the eighth random character; null when there is none. */
  prefix: string | null;
  /** When it was generated, ISO 8601; null when there is none. */
  generatedAt: string | null;
  /** When it was last used, to the minute; null when it never was. */
  lastUsedAt: string | null;
  /** The organization that it carries, by its UUID; null when there is none. */
  companyId: string | null;
  /** The handle of that organization; null when there is none. */
  companyHandle: string | null;
  /** The rights as they are now in that organization; without a secret, in the organization of this call. */
  rights: SecretRights;
}

/** What the secrets of an account may do in an organization, as it is now. */
export interface SecretRights {
  /** Whether the account may hold and use secrets. */
  apiAccess: boolean;
  /** Whether it may read the reports that need it. */
  reportAccess: boolean;
  /** Whether its secrets reach reports there: it has the Developer role, or is an operator. */
  developerRole: boolean;
  /** Whether the account imports and exports the records there: it keeps them, or is an operator. */
  keepsRecords: boolean;
}

/**
 * A new secret. Only this response contains it.
 * @example { "secret": "vsk_live_Zk3aQ9xWkq2nYd0mJp4sVt6uBx8cEz1fGh3jKl5nMq7", "prefix": "vsk_live_Zk3aQ9xW", "generatedAt": "2026-10-31T23:00:00.000+00:00" }
 */
export interface NewPersonalSecret {
  /** The secret, `vsk_<environment>_<43 characters>`. It is not shown again. */
  secret: string;
  /** Its beginning, by which people recognize it. */
  prefix: string;
  /** ISO 8601. */
  generatedAt: string;
}

/**
 * A client secret without its value.
 * @example { "id": "3e9a4b7c-1d2f-4a6b-8c5d-7e0f9a1b2c3d", "name": "nightly export", "prefix": "vsk_live_Qm7xTz2K", "companyId": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "generatedAt": "2026-10-31T23:00:00.000+00:00", "expiresAt": null, "lastUsedAt": null }
 */
export interface ClientSecret {
  /** A UUID. */
  id: string;
  /** What people call it. */
  name: string;
  /** Its beginning, to the eighth random character. */
  prefix: string;
  /** The organization that it carries, by its UUID. */
  companyId: string;
  /** ISO 8601. */
  generatedAt: string;
  /** When it stops working, ISO 8601; null: never. */
  expiresAt: string | null;
  /** When it was last used, to the minute; null when it never was. */
  lastUsedAt: string | null;
}

/**
 * What a new secret is called, and how long it works.
 * @example { "name": "nightly export", "expiresAt": "2030-12-31T00:00:00.000Z" }
 */
export interface ClientSecretRequest {
  /**
   * What people call it.
   * @minLength 1
   * @maxLength 100
   * @pattern ^[^\u0000-\u001f\u007f]*$ must not hold control characters
   */
  name: string;
  /** When it is to stop working, ISO 8601 with its offset, in the future; left out or null: never. */
  expiresAt?: Instant | null;
}

/**
 * A new secret. Only this response contains it.
 * @example { "id": "3e9a4b7c-1d2f-4a6b-8c5d-7e0f9a1b2c3d", "name": "nightly export", "secret": "vsk_live_Qm7xTz2Kwq9nYd4mJp8sVt2uBx6cEz0fGh3jKl7nMq5", "prefix": "vsk_live_Qm7xTz2K", "generatedAt": "2026-10-31T23:00:00.000+00:00", "expiresAt": null }
 */
export interface NewClientSecret {
  /** A UUID. */
  id: string;
  /** What people call it. */
  name: string;
  /** The secret, `vsk_<environment>_<43 characters>`. It is not shown again. */
  secret: string;
  /** Its beginning, by which people recognize it. */
  prefix: string;
  /** ISO 8601. */
  generatedAt: string;
  /** When it stops working, ISO 8601; null: never. */
  expiresAt: string | null;
}
