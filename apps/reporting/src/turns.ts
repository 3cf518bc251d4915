import pLimit from 'p-limit';

/** Does work when its turn comes. */
export type TakeTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface Turns {
  readonly atOnce: number;
  /** How many may wait; the next is refused. */
  readonly waiting: number;
  /** What it is refused with. */
  readonly refuse: () => Error;
}

/** Lets so much work run at once; the rest waits in its order. */
export function createTurns({ atOnce, waiting, refuse }: Turns): TakeTurn {
  const limit = pLimit(atOnce);
  return async work => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting) throw refuse();
    return limit(work);
  };
}
