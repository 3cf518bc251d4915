import { type Database, query, readStatement } from '@platform/db';
import type { Log } from '@platform/http';
import type { PrimaryPositions, Replay } from './primary-positions';
import { ReportServer } from './report-server';

export interface StandbyOptions {
  /** Without credentials, for the log and the metrics. */
  readonly name: string;
  readonly reads: Database;
  /** Of one connection: what is read must not keep a check waiting. */
  readonly checks: Database;
  /** Seconds. */
  readonly maxLag: number;
  readonly log: Log;
}

type State = 'unknown' | 'usable' | 'lagging' | 'away';

/** Milliseconds; one that hangs must not hold up a report for as long as a statement may take. */
const BEGIN_TIMEOUT = 2_000;

const statement = readStatement<Replay>(__dirname, 'replay-position.sql');

/** A server beside the primary, with what is known of it. */
export class Standby extends ReportServer {
  #state: State = 'unknown';
  #lag = Number.NaN;

  constructor(private readonly options: StandbyOptions) {
    super(options.reads, BEGIN_TIMEOUT);
  }

  get name(): string {
    return this.options.name;
  }

  get isKnown(): boolean {
    return this.#state !== 'unknown';
  }

  get isUsable(): boolean {
    return this.#state === 'usable';
  }

  /** Seconds; NaN while it is away. */
  get lag(): number {
    return this.#lag;
  }

  async check(positions: PrimaryPositions): Promise<void> {
    try {
      const [replay] = await query(this.options.checks, statement);
      this.#lag = positions.lagOf(replay!);
      this.#become(this.#lag > this.options.maxLag ? 'lagging' : 'usable');
    } catch (error) {
      this.fail(error);
    }
  }

  /** Leaves it out until a check succeeds. */
  override fail(error: unknown): boolean {
    this.#lag = Number.NaN;
    this.#become('away', error);
    return true;
  }

  override async close(): Promise<void> {
    await Promise.all([super.close(), this.options.checks.close()]);
  }

  #become(state: State, err?: unknown): void {
    const before = this.#state;
    this.#state = state;
    if (state === before) return;
    const { name, log } = this.options;
    const found = { standby: name, lag: Number.isNaN(this.#lag) ? undefined : this.#lag };
    if (state === 'away') log.warn({ ...found, err }, 'a standby is away: no report reads it');
    else if (state === 'lagging') log.warn(found, 'a standby lags: no report reads it');
    else if (before !== 'unknown') log.info(found, 'a standby is back: reports read it');
  }
}
