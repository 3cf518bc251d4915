export interface SlotOptions {
  readonly total: number;
  readonly perCaller?: number;
  /** Limit of running and waiting claims of one caller. */
  readonly mostOfCaller?: number;
  readonly mostWaiting?: number;
  /** Milliseconds to wait at most. */
  readonly timeout?: number;
  /** Creates the error for a claim that cannot wait; `isOwn`: the caller's own limit is reached. */
  readonly refuse: (claim: Claim, isOwn: boolean) => Error;
}

export interface Claim {
  /** Null: no limit per caller. */
  readonly caller?: string | number | null;
  /** A group gets at most half of the slots while other groups wait. */
  readonly group?: string | number | null;
  /** Ends the wait when the client leaves. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiting {
  readonly claim: Claim;
  readonly start: () => void;
}

/** Limits concurrent work; further claims wait in the order of arrival. */
export class Slots {
  private running = 0;
  private readonly byCaller = new Map<unknown, number>();
  private readonly byGroup = new Map<unknown, number>();
  private readonly queue = new Set<Waiting>();

  constructor(private readonly options: SlotOptions) {}

  get held(): number {
    return this.running;
  }

  get waiting(): number {
    return this.queue.size;
  }

  /** @throws what `work` throws, the refusal of the options, the reason of the signal */
  async run<Result>(claim: Claim, work: () => Promise<Result>): Promise<Result> {
    claim.signal?.throwIfAborted();
    await this.take(claim);
    try {
      claim.signal?.throwIfAborted();
      return await work();
    } finally {
      this.count(claim, -1);
      this.startNext();
    }
  }

  private take(claim: Claim): Promise<void> {
    const { timeout, refuse } = this.options;
    const { signal } = claim;
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.queue.delete(waiting);
      };
      const giveUp = (reason: Error) => {
        leave();
        reject(reason);
      };
      const abort = () => giveUp(signal?.reason as Error);
      const expire = () => giveUp(refuse(claim, this.hasAll(claim)));
      const timer = timeout === undefined ? undefined : setTimeout(expire, timeout);
      signal?.addEventListener('abort', abort);
      const start = () => {
        leave();
        this.count(claim, 1);
        resolve();
      };
      const waiting = { claim, start };
      this.queue.add(waiting);
      this.startNext();
      const refusal = this.queue.has(waiting) && this.refusalOf(claim);
      if (refusal) giveUp(refusal);
    });
  }

  private startNext(): void {
    for (let next = this.next(); next !== null; next = this.next()) next.start();
  }

  /** Of callers below their limit: the first whose group has less than half of the slots, else the first. */
  private next(): Waiting | null {
    if (this.running >= this.options.total) return null;
    let first: Waiting | null = null;
    for (const waiting of this.queue) {
      if (this.hasAll(waiting.claim)) continue;
      if (!this.hasHalf(waiting.claim)) return waiting;
      first ??= waiting;
    }
    return first;
  }

  private hasAll({ caller = null }: Claim): boolean {
    const { perCaller = Infinity } = this.options;
    return caller !== null && (this.byCaller.get(caller) ?? 0) >= perCaller;
  }

  private hasHalf({ group = null }: Claim): boolean {
    return group !== null && (this.byGroup.get(group) ?? 0) >= Math.floor(this.options.total / 2);
  }

  private count({ caller = null, group = null }: Claim, by: number): void {
    this.running += by;
    if (caller !== null) add(this.byCaller, caller, by);
    if (group !== null) add(this.byGroup, group, by);
  }

  private refusalOf(claim: Claim): Error | null {
    const { mostOfCaller = Infinity, mostWaiting = Infinity, refuse } = this.options;
    if (this.queue.size > mostWaiting) return refuse(claim, this.hasAll(claim));
    return mostOfCaller < Infinity && this.countOf(claim) > mostOfCaller
      ? refuse(claim, true)
      : null;
  }

  private countOf({ caller = null }: Claim): number {
    if (caller === null) return 0;
    const waiting = [...this.queue].filter(({ claim }) => claim.caller === caller);
    return waiting.length + (this.byCaller.get(caller) ?? 0);
  }
}

function add(counts: Map<unknown, number>, key: unknown, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
