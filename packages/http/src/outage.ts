import { describeBriefly } from './error-description';
import type { Log } from './log';

/** Milliseconds without a failure after which an outage has ended if something has succeeded. */
const QUIET_MS = 15_000;

export interface OutageLines {
  readonly begins: string;
  readonly ends: string;
}

/**
 * Logs an outage in one line when it begins and in one when it has ended. Some work may succeed while other work fails,
 * such as reads while the disk is full, so a success only ends it once nothing has failed for a while. It need not be
 * followed by another: a quiet service may have its next request hours later.
 */
export class Outage {
  #since: number | null = null;
  #failedAt = 0;
  #ending: NodeJS.Timeout | undefined;

  constructor(
    private readonly log: Pick<Log, 'error' | 'info'>,
    private readonly lines: OutageLines,
  ) {}

  get isOut(): boolean {
    return this.#since !== null;
  }

  fail(error: unknown): void {
    this.#failedAt = performance.now();
    clearTimeout(this.#ending);
    this.#ending = undefined;
    if (this.#since !== null) return;
    this.#since = this.#failedAt;
    this.log.error({ cause: describeBriefly(error) }, this.lines.begins);
  }

  succeed(): void {
    if (this.#since === null) return;
    const left = this.#failedAt + QUIET_MS - performance.now();
    this.#ending ??= setTimeout(() => this.#end(), Math.max(0, left)).unref();
  }

  #end(): void {
    const seconds = Math.round((this.#failedAt - this.#since!) / 1_000);
    this.log.info({ seconds }, this.lines.ends);
    this.#since = null;
    this.#ending = undefined;
  }
}
