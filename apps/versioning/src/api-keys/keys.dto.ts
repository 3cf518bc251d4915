import type { Allows, KeyScope } from '../http/principal';
import type { KeyRecord } from './key-records';
import type { IssuedKey } from './keys';

/**
 * A slug, or a prefix ending in `*`.
 * @minLength 1
 * @maxLength 102
 * @pattern ^(?=.{1,100}(/?\*)?$)(\*|@?[A-Za-z0-9][A-Za-z0-9._-]*(/(?!\.{1,2}(/|$))[A-Za-z0-9._-]+)*(/?\*)?)$ must be a slug, or the beginning of slugs and `*`
 * @example "team-a-*"
 */
export type SlugPattern = string;

/**
 * The ID of a key, as returned by the list.
 * @pattern ^([1-9][0-9]{0,9}|bootstrap-[1-9][0-9]{0,3})$ must be the Id of a key
 * @example "12"
 */
export type KeyId = string;

/**
 * A date and time with an offset, ISO 8601.
 * @pattern ^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$ must be a date and time with an offset, such as 2026-01-01T00:00:00Z
 * @format date-time
 * @example "2027-01-31T00:00:00Z"
 */
export type Instant = string;

/**
 * A key to issue. It cannot exceed the caller's access or outlive it.
 * @example { "Name": "team-a", "Scopes": ["read", "write"], "Slugs": ["team-a-*"] }
 */
export interface NewApiKey {
  /**
   * Who uses it, 1 to 100 characters after trimming; recorded in the history. Must differ from the names of active
   * keys, also visually, and from names used by the service, in any case: `bootstrap-1`, `command line`, `advance`, and
   * names that begin with a trusted issuer's name and `: `.
   */
  Name: string;
  /**
   * What it may do; `keys` allows issuing, rotating and revoking keys.
   * @minItems 1
   * @maxItems 4
   */
  Scopes: KeyScope[];
  /**
   * The slugs that it allows; null for every slug. Defaults to those of the caller.
   * @minItems 1
   * @maxItems 100
   */
  Slugs?: SlugPattern[] | null;
  /**
   * Its rules; null for none. With rules, it creates packages and sets versions only if they allow it. Defaults to
   * those of the caller.
   */
  Allows?: Allows | null;
  /** When it expires, in the future and with an offset; null for never. Defaults to the expiry of the caller. */
  ExpiresAt?: Instant | null;
}

/**
 * How a key is rotated.
 * @example { "OverlapSeconds": 3600 }
 */
export interface KeyRotation {
  /**
   * How long the previous secret keeps working. Defaults to 3600.
   * @isInt must be a whole number from 0 to 604800
   * @minimum 0 must be a whole number from 0 to 604800
   * @maximum 604800 must be a whole number from 0 to 604800
   */
  OverlapSeconds?: number;
}

/**
 * A key without its secret.
 * @example { "Id": "12", "Name": "team-a", "Prefix": "vrk_live_wdAUGnkL", "Scopes": ["read", "write"], "Slugs": ["team-a-*"], "Allows": null, "CreatedBy": "command line", "CreatedAt": "2026-11-02T14:05:12.480Z", "ExpiresAt": null, "LastUsedAt": null }
 */
export interface ApiKey {
  /** Stays the same when the key is rotated. */
  Id: string;
  /** Who uses it; recorded in the history. */
  Name: string;
  /** The beginning of the key, to recognize it by. */
  Prefix: string;
  /** What it may do. */
  Scopes: KeyScope[];
  /** Slugs, or prefixes ending in `*`; null for every slug. */
  Slugs: string[] | null;
  /** Its rules; null for none. */
  Allows: Allows | null;
  /** The name of the key that issued it, or `command line`. */
  CreatedBy: string;
  /** When it was issued, UTC. */
  CreatedAt: Date;
  /** When it expires, UTC; null for never. */
  ExpiresAt: Date | null;
  /** When it was last used, accurate to the minute; null for never. */
  LastUsedAt: Date | null;
}

/**
 * A key that was issued or rotated.
 * @example { "Id": "12", "Name": "team-a", "Prefix": "vrk_live_wdAUGnkL", "Scopes": ["read", "write"], "Slugs": ["team-a-*"], "Allows": null, "CreatedBy": "command line", "CreatedAt": "2026-11-02T14:05:12.480Z", "ExpiresAt": null, "LastUsedAt": null, "Key": "vrk_live_wdAUGnkLn08CQDMYd1DN7pUJ7R3T-bjYEpkymblYyW8" }
 */
export interface ApiKeyWithSecret extends ApiKey {
  /** The key, shown once. */
  Key: string;
}

export function toApiKey(key: KeyRecord): ApiKey {
  return {
    Id: String(key.id),
    Name: key.name,
    Prefix: key.prefix,
    Scopes: [...key.scopes],
    Slugs: key.slugPatterns === null ? null : [...key.slugPatterns],
    Allows: key.allows,
    CreatedBy: key.createdBy,
    CreatedAt: key.createdAt,
    ExpiresAt: key.expiresAt,
    LastUsedAt: key.lastUsedAt,
  };
}

export function toApiKeyWithSecret(key: IssuedKey): ApiKeyWithSecret {
  return { ...toApiKey(key), Key: key.secret };
}
