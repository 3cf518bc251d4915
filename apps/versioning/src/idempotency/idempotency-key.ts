import { createHash } from 'node:crypto';
import { around } from '@platform/http';
import type { Request } from 'express';
import type { OperationController } from '../http/controller';
import type { IdempotencyRequest } from '../http/stored-response';

/**
 * Repeating a request with the same key has no further effect: for 24 hours the first response is replayed, with
 * `Idempotent-Replayed: true`. A request with a different Build-Commit is a different request. Use a new random value
 * for each new request.
 * @pattern ^[!-~]{1,255}$ must be 1 to 255 visible ASCII characters
 * @example "7f3c9d1e-build-4711"
 */
export type IdempotencyKey = string;

/**
 * Sets `this.idempotency` from the header Idempotency-Key and refuses a second request with the same key while one is
 * in progress. The method must also declare the header, which documents and validates it.
 */
export function Idempotent() {
  return around<OperationController>((controller, run) => {
    const { context, key, request } = controller;
    const idempotency = readIdempotencyRequest(key.owner, request);
    controller.idempotency = idempotency;
    return idempotency === null ? run() : context.requestsInFlight.hold(idempotency, run);
  });
}

/** Null without an Idempotency-Key. */
function readIdempotencyRequest(owner: Buffer, request: Request): IdempotencyRequest | null {
  const key = request.get('Idempotency-Key');
  if (key === undefined) return null;
  const { line, pre, once } = request.query;
  const content = JSON.stringify([
    request.method,
    decodeURIComponent(request.path),
    (request.body as unknown) ?? null,
    ...(line === undefined && pre === undefined ? [] : [line ?? null, pre ?? null]),
    ...(once === undefined ? [] : [{ once }]),
  ]);
  const fingerprint = createHash('sha256').update(content).digest();
  return { owner, key, fingerprint, commit: request.get('Build-Commit')?.toLowerCase() ?? null };
}
