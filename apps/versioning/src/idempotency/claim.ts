import { createHash } from 'node:crypto';
import type { Request } from 'express';

/** An Idempotency-Key as one API key used it, for one request. */
export interface IdempotencyRequest {
  /** SHA-256 of the API key. */
  readonly owner: Buffer;
  readonly key: string;
  /** What the request was, its method, path and body: a key answers one request only. */
  readonly fingerprint: Buffer;
}

/** What `request` claims; null when it sent no Idempotency-Key. */
export function readIdempotencyRequest(
  owner: Buffer,
  key: string | undefined,
  request: Request,
): IdempotencyRequest | null {
  if (key === undefined) return null;
  const said = JSON.stringify([
    request.method,
    decodeURIComponent(request.path),
    (request.body as unknown) ?? null,
  ]);
  return { owner, key, fingerprint: createHash('sha256').update(said).digest() };
}
