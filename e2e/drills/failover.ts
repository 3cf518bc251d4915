import { setTimeout as wait } from 'node:timers/promises';
import { prepareServices, startService } from '../scratch/services.js';
import type { Drill, Row } from './drill.js';
import { startIncrements } from './increments.js';
import { startPatroni } from './patroni.js';
import { startReplicas } from './replicas.js';
import { startReports } from './reports.js';
import { prepareImport } from './whole-import.js';

/**
 * The node of the primary killed under load: Patroni and HAProxy as deploy/patroni has them. What a caller was given
 * is kept and given once; reports are whole or refused; an import is there whole or not at all.
 */
export const drill: Drill = async function* ({ cleanup, times = 20, say }): AsyncGenerator<Row> {
  const nodes = await startPatroni(cleanup);
  const { env, key, reader } = await prepareServices(nodes.primaryUrl('postgres'), {
    DATABASE_REPLICA_URL: nodes.standbyUrl('postgres'),
  });
  const importing = await prepareImport(env, nodes.primaryUrl);
  const { url } = await startReplicas('versioning', env, cleanup);
  const reporting = await startService('reporting', env, cleanup);

  const increments = startIncrements({ url, key, slug: 'failover' });
  const reports = await startReports(reporting.url, reader.secret);
  let parts = 0;
  for (let time = 1; time <= times; time++) {
    const running = await importing.start();
    await wait(importing.duration * (0.3 + Math.random() * 0.7));
    const before = increments.taken();
    await nodes.fail();
    while (increments.taken() < before + 20) await wait(20);
    await running.exited;
    if ((await running.found()) === 'a part') parts += 1;
    await nodes.rejoin();
    say(`${time} of ${times}`);
  }
  const taken = await increments.finish();
  const { wrong, ...answered } = await reports.finish();
  yield {
    what: 'the node of the primary killed, Patroni behind HAProxy',
    times,
    counted: {
      ...taken,
      'longest interruption': increments.longestPause(),
      ...answered,
      'wrong reports': wrong,
      'imports in part': parts,
    },
    holds: taken.lost + taken.twice + taken.failed + wrong + parts === 0 && answered.reports > 0,
  };
};
