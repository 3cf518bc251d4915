import { Problem } from '@platform/http';
import { createTurns } from '../turns';
import { createReportSlots, type RunReport } from './report-slots';

/** Lists that run at once: each has a connection beside those of the reports. */
export const LISTS_AT_ONCE = 2;

/** Lists of one account that run or wait: what a page shows at once, and what it asked for before. */
const PER_ACCOUNT = 4;

/** Lists that wait: some seconds, at a tenth of a second each. */
const WAITING = 50;

/**
 * Runs the lists beside the reports in their order. They are short, and a page shows several: one waits where
 * a report would be refused.
 */
export function createListTurns(): RunReport {
  const admit = createReportSlots({
    total: Number.POSITIVE_INFINITY,
    perAccount: PER_ACCOUNT,
    what: 'lists',
  });
  const takeTurn = createTurns({ atOnce: LISTS_AT_ONCE, waiting: WAITING, refuse: tooManyWait });
  return (account, work) => admit(account, () => takeTurn(work));
}

function tooManyWait(): Problem {
  return new Problem('busy', 'Too many lists are waiting. Try again after Retry-After seconds.', {
    headers: { 'Retry-After': '5' },
  });
}
