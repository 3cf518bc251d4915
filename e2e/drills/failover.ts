import { setTimeout as wait } from 'node:timers/promises';
import type { Drill, Row } from '../drill.js';
import { prepareServices, startService } from '../scratch/services.js';
import { startReplicas } from './haproxy.js';
import { startIncrements } from './increments.js';
import { startPatroni } from './patroni.js';
import { startReports } from './reports.js';
import { prepareImport } from './whole-import.js';

/**
 * Kills the primary's node under load, with Patroni and HAProxy as in deploy/patroni. No version may be lost or assigned
 * twice; reports must be complete or rejected, imports complete or absent.
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
  let partial = 0;
  for (let time = 1; time <= times; time++) {
    const running = await importing.start();
    await wait(importing.duration * (0.3 + Math.random() * 0.7));
    await nodes.fail();
    await increments.progress(20);
    await running.exited;
    if ((await running.found()) === 'a part') partial += 1;
    await nodes.rejoin();
    say(`${time} of ${times}`);
  }
  const taken = await increments.finish();
  const { wrong, ...read } = await reports.finish();
  yield {
    what: "the primary's node killed, Patroni behind HAProxy",
    times,
    counted: {
      ...taken,
      'longest interruption': increments.longestPause(),
      ...read,
      'wrong reports': wrong,
      'partial imports': partial,
    },
    holds: taken.lost + taken.twice + taken.failed + wrong + partial === 0 && read.reports > 0,
  };
};
