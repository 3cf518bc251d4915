import { setTimeout as wait } from 'node:timers/promises';
import type { Drill, Row } from '../drill.js';
import { prepareServices, startService } from '../scratch/services.js';
import { startCluster, startStandby } from './postgres.js';
import { READERS, type ReportLoad, startReports } from './reports.js';

/** Kills, restarts and finally promotes the standby for reports; the primary must take over. */
export const drill: Drill = async function* ({ cleanup, times = 20, say }): AsyncGenerator<Row> {
  const primary = await startCluster(cleanup);
  const { env, reader } = await prepareServices(primary.url);
  const standby = await startStandby(primary, cleanup);
  const replicated = { ...env, DATABASE_REPLICA_URL: standby.url };
  const { url } = await startService('reporting', replicated, cleanup);

  async function disturb(
    what: string,
    count: number,
    act: (reports: ReportLoad) => Promise<void>,
  ): Promise<Row> {
    say(what);
    const reports = await startReports(url, reader.secret);
    for (let time = 0; time < count; time++) {
      while ((await standby.query(READERS)) === '0') await wait(100);
      await act(reports);
    }
    const counted = await reports.finish();
    const holds = counted.refused + counted['cut off'] + counted.wrong === 0;
    return { what, times: count, counted: { ...counted }, holds };
  }

  yield await disturb('the standby for reports killed and restarted', times, async reports => {
    await standby.kill();
    await reports.progress(10);
    await standby.start();
  });
  yield await disturb('the standby for reports promoted', 1, async reports => {
    await standby.query('select pg_promote()');
    await reports.progress(100);
  });
};
