/**
 * Whether the account has a personal secret; never the secret.
 * @example { "exists": true, "prefix": "vsk_live_Zk3aQ9xW", "generatedAt": "2026-10-31T23:00:00.000+00:00", "lastUsedAt": null }
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
}

/**
 * A new secret: this answer is the only place where it stands.
 * @example { "secret": "vsk_live_Zk3aQ9xWkq2nYd0mJp4sVt6uBx8cEz1fGh3jKl5nMq7", "prefix": "vsk_live_Zk3aQ9xW", "generatedAt": "2026-10-31T23:00:00.000+00:00" }
 */
export interface NewPersonalSecret {
  /** The secret, `vsk_<environment>_<43 characters>`. It is not shown again. */
  secret: string;
  /** Its beginning, by which people tell it from others. */
  prefix: string;
  /** ISO 8601. */
  generatedAt: string;
}
