import type { Drill } from './drill.js';
import { runTest } from './test-run.js';

/**
 * Two organizations with marked records: every operation, parameter, id and credential of one aimed at the
 * other, in both directions; then the reports without their conditions on the organization.
 */
export const drill: Drill = async function* ({ say }) {
  const { passed, output } = await runTest('apps/reporting/test/isolation', { ISOLATION: 'full' });
  if (!passed) say(output);
  const requests = [...output.matchAll(/(\d+) requests/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
  yield {
    what: "every operation, parameter, id and credential of one organization aimed at another's records",
    times: requests,
    counted: { 'leaked or changed': passed ? 0 : 'some' },
    holds: passed,
  };
};
