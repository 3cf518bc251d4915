import pLimit from 'p-limit';

/** Runs work as soon as the queue has room for it. */
export type RunQueued = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface BoundedQueue {
  readonly concurrency: number;
  /** How much may wait; what comes then is refused. */
  readonly maxWaiting: number;
  /** What it is refused with. */
  readonly refuse: () => Error;
}

/** Runs `concurrency` at once and the rest in order; p-limit has no bound on what waits. */
export function createBoundedQueue({ concurrency, maxWaiting, refuse }: BoundedQueue): RunQueued {
  const limit = pLimit(concurrency);
  return async work => {
    if (limit.activeCount + limit.pendingCount >= concurrency + maxWaiting) throw refuse();
    return limit(work);
  };
}
