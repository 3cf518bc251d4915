import { Problem } from '@platform/http';
import type { IdempotencyRequest } from './claim';

/**
 * The claims that this process is answering right now. A second call under one of them is told to come
 * back, or that its key is taken; one that reaches another replica waits for the first in the database.
 */
export class RequestsInFlight {
  private readonly fingerprints = new Map<string, Buffer>();

  /** Runs `work` while holding the claim. @throws Problem idempotency-in-progress, idempotency-mismatch */
  async hold<Result>(
    claim: IdempotencyRequest | null,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (claim === null) return work();
    const id = `${claim.owner.toString('hex')} ${claim.key}`;
    const earlier = this.fingerprints.get(id);
    if (earlier) throw earlier.equals(claim.fingerprint) ? inProgress() : mismatch(claim);
    this.fingerprints.set(id, claim.fingerprint);
    try {
      return await work();
    } finally {
      this.fingerprints.delete(id);
    }
  }
}

function inProgress(): Problem {
  return new Problem(
    'idempotency-in-progress',
    'The first request under this Idempotency-Key is still running. Repeat it after Retry-After seconds.',
    { headers: { 'Retry-After': '1' } },
  );
}

/** 422: the key of the claim answered another request (decisions-versioning, "Wire format"). */
export function mismatch({ key }: IdempotencyRequest): Problem {
  return new Problem(
    'idempotency-mismatch',
    `The Idempotency-Key ${key} answered another request. Use a new key for a new request.`,
  );
}
