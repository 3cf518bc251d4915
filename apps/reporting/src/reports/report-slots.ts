import { Problem } from '@platform/http';

/**
 * Runs a report to the end of its response; null is the platform, which has no limit of its own.
 * @throws Problem busy, rate-limited
 */
export type RunReport = <Result>(
  account: number | null,
  work: () => Promise<Result>,
) => Promise<Result>;

export interface ReportSlots {
  readonly total: number;
  readonly perAccount: number;
  /** What runs, as a refusal says it. */
  readonly what?: 'reports' | 'lists';
}

/** About as long as a report takes. */
const headers = { 'Retry-After': '5' };

/**
 * Limits how many reports run at once. Further ones are refused, not queued: the database would be no faster.
 */
export function createReportSlots({ total, perAccount, what = 'reports' }: ReportSlots): RunReport {
  let running = 0;
  const runningOf = new Map<number, number>();

  return async (account, work) => {
    const own = account === null ? 0 : (runningOf.get(account) ?? 0);
    if (own >= perAccount) {
      throw new Problem(
        'rate-limited',
        `An account runs at most ${perAccount} ${what} at once. Read one to its end, or try again after Retry-After seconds.`,
        { headers },
      );
    }
    if (running >= total) {
      throw new Problem(
        'busy',
        `The service runs as many ${what} as it may. Try again after Retry-After seconds.`,
        { headers },
      );
    }
    running++;
    if (account !== null) runningOf.set(account, own + 1);
    try {
      return await work();
    } finally {
      running--;
      if (account !== null) leave(account);
    }
  };

  function leave(account: number): void {
    const rest = runningOf.get(account)! - 1;
    if (rest === 0) runningOf.delete(account);
    else runningOf.set(account, rest);
  }
}
