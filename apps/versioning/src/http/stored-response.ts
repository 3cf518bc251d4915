/** A response whose bytes are known before it is sent, so that it can be stored and replayed. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** It is the response of an earlier request under the same Idempotency-Key. */
  readonly isReplay?: boolean;
}

/** A request with an Idempotency-Key, as its response is stored under. */
export interface IdempotencyRequest {
  /** Of the caller: two callers may use the same idempotency key. */
  readonly owner: Buffer;
  readonly key: string;
  /** SHA-256 of method, path, body and, where they are sent, line and pre: a key is for one request. */
  readonly fingerprint: Buffer;
  /** The Build-Commit, in lower case: a key is for requests of one commit, and those that name none. */
  readonly commit: string | null;
}
