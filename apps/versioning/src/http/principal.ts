/** What a key may do; `keys` is issuing and revoking others. */
export type Scope = 'read' | 'write' | 'delete' | 'keys';

/**
 * The versions that a line holds, `<major>` or `<major>.<minor>`.
 * @pattern ^(0|[1-9]\d{0,9})(\.(0|[1-9]\d{0,9}))?$ must be <major> or <major>.<minor>, such as 1 or 1.4
 * @example "1.4"
 */
export type AllowedLine = string;

/**
 * The rules of a key: what it changes of the packages that its scopes and slugs reach.
 * @example { "Components": ["Patch"], "PreReleases": "never", "Lines": ["1.4"] }
 */
export interface Allows {
  /**
   * What it increments. Omitted: every component.
   * @minItems 1
   * @maxItems 3
   */
  Components?: ('Major' | 'Minor' | 'Patch')[];
  /** `only`: it makes pre-releases and no releases; `never`: releases and no pre-releases. Omitted: both. */
  PreReleases?: 'only' | 'never';
  /**
   * The lines of the versions that it makes. Omitted: every one.
   * @minItems 1
   * @maxItems 100
   */
  Lines?: AllowedLine[];
  /** Whether it creates packages. */
  Create?: boolean;
  /** Whether it sets versions, adopts them (with `Create`), and releases what was withdrawn. */
  Set?: boolean;
}

export interface Access {
  readonly scopes: readonly Scope[];
  /** Null: everything that scopes and slugs allow. */
  readonly allows: Allows | null;
  /** Slugs, or prefixes ending in `*`; null allows every slug. */
  readonly slugPatterns: readonly string[] | null;
  /** Null where it does not expire. */
  readonly expiresAt: Date | null;
}

/** Who makes a request, by whatever credential it sent. */
export interface KeyPrincipal extends Access {
  /** The key's row; null for bootstrap keys and for tokens of pipelines. */
  readonly id: number | null;
  /** The name that the history and the log record. */
  readonly name: string;
  /** The part of the credential that the log may show. */
  readonly credential: string;
  /** SHA-256 of what stays the same when the secret is rotated: idempotency keys and limits are stored under it. */
  readonly owner: Buffer;
}

export interface BootstrapKey extends KeyPrincipal {
  readonly hash: Buffer;
}

/** A stored key. Expired ones are found as well, so that the response can say so. */
export interface FoundKey extends KeyPrincipal {
  readonly isExpired: boolean;
}
