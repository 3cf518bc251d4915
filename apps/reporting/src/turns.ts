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
export function createTurns({ atOnce, waiting: most, refuse }: Turns): TakeTurn {
  const waiting: (() => void)[] = [];
  let free = atOnce;

  /** Who leaves gives its place to the first that waits, so that nobody comes between. */
  function leave() {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }

  return async work => {
    if (free > 0) free--;
    else if (waiting.length >= most) throw refuse();
    else await new Promise<void>(resolve => waiting.push(resolve));
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
