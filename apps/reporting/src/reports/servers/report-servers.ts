import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@platform/http';
import type { ReportSource, ReportSources } from '../../context';
import type { PrimaryPositions } from './primary-positions';
import type { ReportServer } from './report-server';
import type { Standby } from './standby';

export interface ReportServersOptions {
  readonly primary: ReportServer;
  readonly standbys: readonly Standby[];
  readonly positions: PrimaryPositions;
  readonly log: Log;
}

/** Milliseconds between the end of a round of checks and the next. */
const INTERVAL = 1_000;

/** Where reports are read: from standbys that are there and up to date, else from the primary. */
export class ReportServers implements ReportSources {
  readonly primary: ReportServer;
  readonly standbys: readonly Standby[];
  readonly #stopping = new AbortController();
  #round: Promise<void> | null = null;
  #rounds: Promise<void> | null = null;
  #turn = 0;
  #isOnPrimary = false;

  constructor(private readonly options: ReportServersOptions) {
    ({ primary: this.primary, standbys: this.standbys } = options);
  }

  /** Checks every standby from time to time until `close`. */
  start(): void {
    if (this.standbys.length > 0) this.#rounds ??= this.#keepChecking(this.#stopping.signal);
  }

  /** Checks every standby; callers at the same time share a round. */
  check(): Promise<void> {
    this.#round ??= this.#check().finally(() => {
      this.#round = null;
    });
    return this.#round;
  }

  /** Resolves when each standby has been checked once. */
  async ready(): Promise<void> {
    if (!this.standbys.every(({ isKnown }) => isKnown)) await this.check();
  }

  /** The usable standby of the fewest reports, equal ones by turns; the primary where none is left. */
  choose(tried: ReadonlySet<ReportSource>): ReportServer {
    this.#noteFallback();
    const { standbys } = this;
    const inTurn = standbys.map((_, n) => standbys[(this.#turn + n) % standbys.length]!);
    const left = inTurn.filter(standby => standby.isUsable && !tried.has(standby));
    const fewest = Math.min(...left.map(({ running }) => running));
    const chosen = left.find(({ running }) => running === fewest);
    if (!chosen) return this.primary;
    this.#turn = standbys.indexOf(chosen) + 1;
    return chosen;
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#rounds;
    await this.#round;
    const { primary, standbys, positions } = this.options;
    await Promise.all([primary, ...standbys, positions].map(each => each.close()));
  }

  async #keepChecking(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.check();
      await wait(INTERVAL, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #check(): Promise<void> {
    const { positions } = this.options;
    if (this.standbys.length === 0) return;
    await positions.read();
    await Promise.all(this.standbys.map(standby => standby.check(positions)));
    this.#noteFallback();
  }

  #noteFallback(): void {
    const isOnPrimary = this.standbys.length > 0 && !this.standbys.some(each => each.isUsable);
    if (isOnPrimary === this.#isOnPrimary) return;
    this.#isOnPrimary = isOnPrimary;
    const { log } = this.options;
    if (isOnPrimary) log.warn('no standby is usable: reports read the primary');
    else log.info('reports read standbys again');
  }
}
