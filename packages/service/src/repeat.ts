import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@platform/http';

/** While work fails, the pause grows up to this, or to the interval if that is longer. */
const MAX_PAUSE_MS = 60_000;

interface Repetition {
  /** Milliseconds between two runs. */
  readonly interval: number;
  /** The log message while work fails, such as `audit events are not numbered`. */
  readonly failure: string;
  readonly signal: AbortSignal;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Runs work until the signal; each run catches up. A failure is logged when it begins and when it ends. */
export async function repeat(
  { interval, failure, signal, log }: Repetition,
  work: () => Promise<unknown>,
): Promise<void> {
  let failingSince: number | null = null;
  let pause = interval;
  const isStopped = () => signal.aborted;
  while (!isStopped()) {
    try {
      await work();
      if (failingSince !== null) {
        const seconds = Math.round((performance.now() - failingSince) / 1_000);
        log.info({ seconds }, `${failure}: resolved`);
      }
      failingSince = null;
      pause = interval;
    } catch (error) {
      if (failingSince === null && !isStopped()) log.warn({ err: error }, failure);
      failingSince ??= performance.now();
      pause = Math.max(interval, Math.min(2 * pause, MAX_PAUSE_MS));
    }
    await wait(pause, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
