/** A secret of the developer settings; never its value. */
export interface ClientSecret {
  /** A UUID. */
  id: string;
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

/** @example { "name": "nightly export", "expiresAt": "2030-12-31T00:00:00.000Z" } */
export interface ClientSecretRequest {
  /**
   * What people call it.
   * @minLength 1
   * @maxLength 100
   * @pattern ^[^\u0000-\u001f\u007f]*$ must not hold control characters
   */
  name: string;
  /** When it is to stop working, ISO 8601, in the future; left out or null: never. */
  expiresAt?: Date | null;
}

/** A new secret: this answer is the only place where it stands. */
export interface NewClientSecret {
  /** A UUID. */
  id: string;
  name: string;
  secret: string;
  /** Its beginning, by which people tell it from others. */
  prefix: string;
  /** ISO 8601. */
  generatedAt: string;
  /** When it stops working, ISO 8601; null: never. */
  expiresAt: string | null;
}
