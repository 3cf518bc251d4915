/** What a key may do. */
export type KeyScope = 'read' | 'write' | 'delete' | 'keys';

/**
 * A line of versions, `<major>` or `<major>.<minor>`.
 * @pattern ^(0|[1-9]\d{0,9})(\.(0|[1-9]\d{0,9}))?$ must be <major> or <major>.<minor>, such as 1 or 1.4
 * @example "1.4"
 */
export type AllowedLine = string;

/**
 * The rules of a key: which changes it may make to the packages that its scopes and slugs allow.
 * @example { "Components": ["Patch"], "PreReleases": "never", "Lines": ["1.4"] }
 */
export interface Allows {
  /**
   * The components that it may increment. Defaults to all.
   * @minItems 1
   * @maxItems 3
   */
  Components?: ('Major' | 'Minor' | 'Patch')[];
  /** `only`: only pre-releases; `never`: only releases. If omitted, both. */
  PreReleases?: 'only' | 'never';
  /**
   * The lines in which it may make versions. Defaults to all.
   * @minItems 1
   * @maxItems 100
   */
  Lines?: AllowedLine[];
  /** Whether it may create packages. */
  Create?: boolean;
  /** Whether it may set versions, adopt them (with `Create`), and release withdrawn versions again. */
  Set?: boolean;
}

export interface Access {
  readonly scopes: readonly KeyScope[];
  /** Null if scopes and slugs are the only restrictions. */
  readonly allows: Allows | null;
  /** Slugs, or prefixes ending in `*`; null allows every slug. */
  readonly slugPatterns: readonly string[] | null;
  readonly expiresAt: Date | null;
}

/** The caller of a request, identified by an API key or a pipeline's token. */
export interface KeyPrincipal extends Access {
  /** The ID of the key's row; null for bootstrap keys and tokens. */
  readonly id: number | null;
  /** The name recorded in the history and the log. */
  readonly name: string;
  /** The part of the credential that may be logged. */
  readonly credential: string;
  /** A hash under which idempotency keys and limits are stored; not affected by rotating the secret. */
  readonly owner: Buffer;
}

export type BootstrapKey = KeyPrincipal & { readonly hash: Buffer };

/** A stored key, which may have expired, so that the response can say so. */
export type FoundKey = KeyPrincipal & { readonly isExpired: boolean };
