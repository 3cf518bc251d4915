import { Problem } from '@platform/http';

/** Runs a report to the end of its answer. @throws Problem busy */
export type RunReport = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Seconds, about what a report takes. */
const RETRY_AFTER = '5';

/**
 * Lets so many reports run at once. The next one is refused, not queued: those that wait would hold their
 * clients for as long, and the database would be no faster.
 */
export function createReportRuns(most: number): RunReport {
  let running = 0;
  return async work => {
    if (running >= most) {
      throw new Problem(
        'busy',
        'As many reports as may run at once are running. Try again after Retry-After seconds.',
        { headers: { 'Retry-After': RETRY_AFTER } },
      );
    }
    running++;
    try {
      return await work();
    } finally {
      running--;
    }
  };
}
