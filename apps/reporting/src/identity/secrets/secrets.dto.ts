import type { Instant, Timestamp, Uuid } from '../../http/wire-format';
import type { Grants } from '../accounts/accounts.dto';

/**
 * The status of the personal secret, without its value.
 * @example { "exists": true, "prefix": "vsk_live_Zk3aQ9xW", "generatedAt": "2026-10-31T23:00:00.000+00:00", "lastUsedAt": null, "companyId": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "companyHandle": "acme", "rights": { "apiAccess": true, "reportAccess": true, "developerRole": true, "keepsRecords": false } }
 */
export interface SecretStatus {
  /** Whether the account has a personal secret. */
  exists: boolean;
  /** The secret's prefix, up to the eighth random character; null if there is no secret. */
  prefix: string | null;
  /** When the secret was generated; null if there is no secret. */
  generatedAt: Timestamp | null;
  /** When the secret was last used, to the minute; null if never. */
  lastUsedAt: Timestamp | null;
  /** The ID of the organization to which the secret is bound; null if there is no secret. */
  companyId: Uuid | null;
  /** The handle of that organization; null if there is no secret. */
  companyHandle: string | null;
  /** The current rights in that organization or, without a secret, in the organization of the request. */
  rights: SecretRights;
}

/** The current rights of an account's secrets in an organization. */
export interface SecretRights extends Grants {
  /** Whether its secrets can read reports: the account has the Developer role or is an operator. */
  developerRole: boolean;
  /** Whether the account can import and export records: it is a record keeper or an operator. */
  keepsRecords: boolean;
}

/**
 * A new secret, which is returned only in this response.
 * @example { "secret": "vsk_live_Zk3aQ9xWkq2nYd0mJp4sVt6uBx8cEz1fGh3jKl5nMq7", "prefix": "vsk_live_Zk3aQ9xW", "generatedAt": "2026-10-31T23:00:00.000+00:00" }
 */
export interface NewPersonalSecret {
  /** The secret, `vsk_<environment>_<43 characters>`, which is not shown again. */
  secret: string;
  /** The secret's prefix, which identifies it. */
  prefix: string;
  /** When the secret was generated. */
  generatedAt: Timestamp;
}

/**
 * A client secret without its value.
 * @example { "id": "3e9a4b7c-1d2f-4a6b-8c5d-7e0f9a1b2c3d", "name": "nightly export", "prefix": "vsk_live_Qm7xTz2K", "companyId": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "generatedAt": "2026-10-31T23:00:00.000+00:00", "expiresAt": null, "lastUsedAt": null }
 */
export interface ClientSecret {
  /** The secret's ID. */
  id: Uuid;
  /** The secret's name. */
  name: string;
  /** The secret's prefix, up to the eighth random character. */
  prefix: string;
  /** The ID of the organization to which the secret is bound. */
  companyId: Uuid;
  /** When the secret was generated. */
  generatedAt: Timestamp;
  /** When the secret expires; null for never. */
  expiresAt: Timestamp | null;
  /** When the secret was last used, to the minute; null if never. */
  lastUsedAt: Timestamp | null;
}

/**
 * The name and expiry of a new secret.
 * @example { "name": "nightly export", "expiresAt": "2030-12-31T00:00:00.000Z" }
 */
export interface ClientSecretRequest {
  /**
   * The secret's name.
   * @minLength 1
   * @maxLength 100
   * @pattern ^(?=.*\S)[^\u0000-\u001f\u007f]*$ must not be blank or contain control characters
   */
  name: string;
  /** When the secret expires: a future time in ISO 8601 with an offset; never if omitted or null. */
  expiresAt?: Instant | null;
}

/**
 * A new secret, which is returned only in this response.
 * @example { "id": "3e9a4b7c-1d2f-4a6b-8c5d-7e0f9a1b2c3d", "name": "nightly export", "secret": "vsk_live_Qm7xTz2Kwq9nYd4mJp8sVt2uBx6cEz0fGh3jKl7nMq5", "prefix": "vsk_live_Qm7xTz2K", "generatedAt": "2026-10-31T23:00:00.000+00:00", "expiresAt": null }
 */
export interface NewClientSecret extends NewPersonalSecret {
  /** The secret's ID. */
  id: Uuid;
  /** The secret's name. */
  name: string;
  /** When the secret expires; null for never. */
  expiresAt: Timestamp | null;
}
