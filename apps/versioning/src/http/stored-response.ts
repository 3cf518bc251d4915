/** A response whose bytes are known before it is sent, so that it can be stored and replayed. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether it is the response to an earlier request with the same Idempotency-Key. */
  readonly isReplay?: boolean;
}

/** Identifies a request with an Idempotency-Key. */
export interface IdempotencyRequest {
  /** The caller; two callers may use the same key. */
  readonly owner: Buffer;
  readonly key: string;
  /** SHA-256 of method, path, body and, if sent, `line`, `pre` and `once`. */
  readonly fingerprint: Buffer;
  /** The Build-Commit in lower case; null if none was sent, which matches any commit. */
  readonly commit: string | null;
}
