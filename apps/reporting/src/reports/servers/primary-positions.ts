import { type Database, query, readStatement } from '@platform/db';

/** What a standby says of itself. */
export interface Replay {
  readonly isInRecovery: boolean;
  /** Null where nothing is in recovery. */
  readonly position: number | null;
  /** Null where nothing has been replayed since the start. */
  readonly secondsSinceCommit: number | null;
}

/** A position of the primary, and when it was the newest: milliseconds of `performance.now()`. */
interface Reached {
  readonly position: number;
  readonly from: number;
  until: number;
}

const statement = readStatement<{ position: number }>(__dirname, 'primary-position.sql');

/**
 * How far the primary was at which time. A standby that has replayed up to one of its positions lags as long as that
 * was left: an idle primary is no lag, and neither is a long transaction, during which no commit is replayed.
 */
export class PrimaryPositions {
  readonly #reached: Reached[] = [];

  /** `remembered` is in milliseconds. */
  constructor(
    private readonly db: Database,
    private readonly remembered: number,
  ) {}

  /** While the primary is away nothing is behind it any further. */
  async read(): Promise<void> {
    const now = performance.now();
    const rows = await query(this.db, statement).catch(() => []);
    for (const { position } of rows) this.#add(position, now);
  }

  /** Seconds that a standby is behind. */
  lagOf({ isInRecovery, position, secondsSinceCommit }: Replay): number {
    if (!isInRecovery) return 0;
    const [oldest] = this.#reached;
    if (position === null || oldest === undefined) return secondsSinceCommit ?? 0;
    const reached = this.#reached.findLast(each => each.position <= position);
    const newest = this.#reached.at(-1)!;
    if (reached) return (newest.until - reached.until) / 1_000;
    return Math.max((newest.until - oldest.from) / 1_000, secondsSinceCommit ?? 0);
  }

  close(): Promise<void> {
    return this.db.close();
  }

  #add(position: number, now: number): void {
    const newest = this.#reached.at(-1);
    if (newest?.position === position) newest.until = now;
    else this.#reached.push({ position, from: now, until: now });
    while (this.#reached[0]!.until < now - this.remembered) this.#reached.shift();
  }
}
