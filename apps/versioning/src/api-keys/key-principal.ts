import type { Scope } from './scope';

/** Who calls: one API key, as it was when this very request looked it up. */
export interface KeyPrincipal {
  /** The name that the history and the log record. */
  readonly name: string;
  /** What the log may show of the credential. */
  readonly credential: string;
  /** SHA-256 of the key; idempotency keys and rate limits are counted under it. */
  readonly hash: Buffer;
  readonly scopes: readonly Scope[];
  readonly slugPattern: string | null;
}
