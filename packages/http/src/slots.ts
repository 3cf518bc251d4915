export interface SlotOptions {
  readonly total: number;
  readonly perCaller?: number;
  /** Max running plus waiting claims of one caller. */
  readonly maxPerCaller?: number;
  readonly maxWaiting?: number;
  /** Max waiting time in milliseconds. */
  readonly timeout?: number;
  /** Creates the error for a rejected claim; `isOwn` if the caller's own limit is reached. */
  readonly refuse: (claim: Claim, isOwn: boolean) => Error;
}

export interface Claim {
  /** Null disables the limits per caller. */
  readonly caller?: string | number | null;
  /** While other groups wait, a group gets at most half of the slots. */
  readonly group?: string | number | null;
  /**
   * A claim starts earlier the fewer claims of its first share run or wait on arrival; further shares break ties. Many
   * claims thus delay only one's own. All claims have the same number of shares.
   */
  readonly shares?: readonly string[];
  /** Added to the first share's count. */
  readonly handicap?: number;
  readonly signal?: AbortSignal | undefined;
}

interface Waiting {
  readonly claim: Claim;
  readonly rank: readonly number[];
  readonly start: () => void;
  readonly giveUp: (reason: Error) => void;
}

/** Limits concurrent work. Claims over the limit wait; those with the smallest shares start first, then by arrival. */
export class Slots {
  private running = 0;
  private readonly byCaller = new Map<unknown, number>();
  private readonly byGroup = new Map<unknown, number>();
  /** Counts running and waiting claims. */
  private readonly byShare = new Map<unknown, number>();
  private readonly queue: Waiting[] = [];

  constructor(private readonly options: SlotOptions) {}

  get held(): number {
    return this.running;
  }

  get waiting(): number {
    return this.queue.length;
  }

  /** @throws the error from `work`, the error from `refuse`, or the signal's reason */
  async run<Result>(claim: Claim, work: () => Promise<Result>): Promise<Result> {
    claim.signal?.throwIfAborted();
    await this.take(claim);
    try {
      claim.signal?.throwIfAborted();
      return await work();
    } finally {
      this.count(claim, -1);
      this.countShares(claim, -1);
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
        this.queue.splice(this.queue.indexOf(waiting), 1);
      };
      const giveUp = (reason: Error) => {
        leave();
        this.countShares(claim, -1);
        reject(reason);
      };
      const abort = () => giveUp(signal?.reason as Error);
      const expire = () => giveUp(refuse(claim, this.isAtLimit(claim)));
      const timer = timeout === undefined ? undefined : setTimeout(expire, timeout);
      signal?.addEventListener('abort', abort);
      const start = () => {
        leave();
        this.count(claim, 1);
        resolve();
      };
      const waiting = { claim, rank: this.rankOf(claim), start, giveUp };
      this.countShares(claim, 1);
      const ahead = this.queue.findLastIndex(other => !isBefore(waiting.rank, other.rank));
      this.queue.splice(ahead + 1, 0, waiting);
      this.startNext();
      if (this.queue.includes(waiting)) this.refuseOne(waiting);
    });
  }

  private rankOf({ shares = [], handicap = 0 }: Claim): number[] {
    const [first = 0, ...others] = shares.map(share => this.byShare.get(share) ?? 0);
    return [first + handicap, ...others];
  }

  private startNext(): void {
    for (let next = this.next(); next !== null; next = this.next()) next.start();
  }

  /** Among callers below their limit, prefers the first whose group has less than half of the slots. */
  private next(): Waiting | null {
    if (this.running >= this.options.total) return null;
    let first: Waiting | null = null;
    for (const waiting of this.queue) {
      if (this.isAtLimit(waiting.claim)) continue;
      if (!this.hasHalf(waiting.claim)) return waiting;
      first ??= waiting;
    }
    return first;
  }

  private isAtLimit({ caller = null }: Claim): boolean {
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

  private countShares({ shares = [] }: Claim, by: number): void {
    for (const share of shares) add(this.byShare, share, by);
  }

  /** Refuses the last claim if the queue is too long, or the new claim if its caller has too many. */
  private refuseOne(arrived: Waiting): void {
    const { maxPerCaller = Infinity, maxWaiting = Infinity, refuse } = this.options;
    const last = this.queue.at(-1)!;
    if (this.queue.length > maxWaiting) {
      last.giveUp(refuse(last.claim, this.isAtLimit(last.claim)));
    } else if (this.countOf(arrived.claim) > maxPerCaller) {
      arrived.giveUp(refuse(arrived.claim, true));
    }
  }

  private countOf({ caller = null }: Claim): number {
    if (caller === null) return 0;
    const waiting = this.queue.filter(({ claim }) => claim.caller === caller);
    return waiting.length + (this.byCaller.get(caller) ?? 0);
  }
}

function isBefore(rank: readonly number[], other: readonly number[]): boolean {
  const at = rank.findIndex((place, index) => place !== other[index]);
  return at !== -1 && rank[at]! < other[at]!;
}

function add(counts: Map<unknown, number>, key: unknown, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
