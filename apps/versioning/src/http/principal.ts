/** What a key may do; `keys` is issuing and revoking others. */
export type Scope = 'read' | 'write' | 'delete' | 'keys';

export interface Access {
  readonly scopes: readonly Scope[];
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

/** A stored key. Expired ones are found as well, so that the answer can say so. */
export interface FoundKey extends KeyPrincipal {
  readonly isExpired: boolean;
}
