/**
 * Repeating a request under the same key changes nothing a second time: for 24 hours the first answer is
 * given again, with `Idempotent-Replayed: true`. Use a new random value for each request that is meant anew.
 * @pattern ^[!-~]{1,255}$
 * @example "7f3c9d1e-build-4711"
 */
export type IdempotencyKey = string;
