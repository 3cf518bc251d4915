import type { Drill, Row } from './drill.js';
import { failOver } from './failover/failover.js';
import { createPatroni } from './failover/patroni.js';

/** The same as `failover` of what docs/operations.md recommends: Patroni and HAProxy as deploy/patroni has them. */
export const drill: Drill = async function* ({ cleanup, times = 20, say }): AsyncGenerator<Row> {
  const failover = await createPatroni(cleanup);
  const what = 'the node of the primary killed, Patroni behind HAProxy';
  yield await failOver(what, { failover, cleanup, times, say });
};
