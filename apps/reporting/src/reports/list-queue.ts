import { Problem } from '@platform/http';
import { createBoundedQueue } from '../bounded-queue';
import { createReportSlots, type RunReport } from './report-slots';

/** Lists that run at once: each has a connection beside those of the reports. */
export const LISTS_AT_ONCE = 2;

/** Lists of one account that run or wait. */
const PER_ACCOUNT = 20;

/** A few seconds of work, at a tenth of a second for each list. */
const MAX_WAITING = 50;

/**
 * Runs the lists in order, beside the reports. Lists are short and a page shows several, so a list waits where a
 * report is refused.
 */
export function createListQueue(): RunReport {
  const admit = createReportSlots({
    total: Number.POSITIVE_INFINITY,
    perAccount: PER_ACCOUNT,
    what: 'lists',
  });
  const runQueued = createBoundedQueue({
    concurrency: LISTS_AT_ONCE,
    maxWaiting: MAX_WAITING,
    refuse: tooManyWait,
  });
  return (account, work) => admit(account, () => runQueued(work));
}

function tooManyWait(): Problem {
  return new Problem('busy', 'Too many lists are waiting. Try again after Retry-After seconds.', {
    headers: { 'Retry-After': '5' },
  });
}
