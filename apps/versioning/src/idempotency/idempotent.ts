import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { RequestController } from '../http/controller';
import type { IdempotencyRequest } from '../http/stored-response';

/**
 * Repeating a request under the same key changes nothing a second time: for 24 hours the first response is
 * repeated, with `Idempotent-Replayed: true`. A request of another Build-Commit is another one. Use a new random
 * value for a new request.
 * @pattern ^[!-~]{1,255}$
 * @example "7f3c9d1e-build-4711"
 */
export type IdempotencyKey = string;

/**
 * Of a route that takes an Idempotency-Key, which the method finds in `this.idempotency` and declares as a
 * header too: that documents and validates it. A second request under a key in use is refused.
 */
export function Idempotent() {
  return (_class: object, _name: string, descriptor: PropertyDescriptor): void => {
    const method = descriptor.value as Method;
    descriptor.value = function (this: RequestController, ...args: never[]) {
      const { context, key, request } = this;
      this.idempotency = readIdempotencyRequest(key.owner, request);
      const run = () => method.apply(this, args);
      return this.idempotency === null
        ? run()
        : context.requestsInFlight.hold(this.idempotency, run);
    } satisfies Method;
  };
}

type Method = (this: RequestController, ...args: never[]) => Promise<unknown>;

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
