import type { Drill, Row } from './drill.js';
import { failOver } from './failover/failover.js';
import { createPair } from './failover/pair.js';

/**
 * The primary killed under load and its synchronous standby promoted, behind HAProxy. What a caller was given is
 * kept and given once; reports are whole or refused; an import is there whole or not at all.
 */
export const drill: Drill = async function* ({ cleanup, times = 20, say }): AsyncGenerator<Row> {
  const failover = await createPair(cleanup);
  const what = 'a primary killed and its synchronous standby promoted, behind HAProxy';
  yield await failOver(what, { failover, cleanup, times, say });
};
