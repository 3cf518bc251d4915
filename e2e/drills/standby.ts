import { setTimeout as wait } from 'node:timers/promises';
import { commandLine, makeReader, migrate, startService } from '../scratch/services.js';
import type { Drill, Row } from './drill.js';
import { type Cluster, createCluster, createStandby } from './postgres.js';
import { startReports } from './reports.js';

const TIMES = 20;

/** Reports that are read from a standby which is cut off, lags behind or cancels their queries. */
export const drill: Drill = async function* ({ cleanup, times = TIMES, say }): AsyncGenerator<Row> {
  const primary = await createCluster(cleanup);
  await primary.start();
  const standby = await createStandby(primary, cleanup);
  await standby.start();
  await migrate(primary.url);
  const env = {
    ...process.env,
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: standby.url,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_DEFAULT: 'off',
    RATE_LIMIT_REPORTS: 'off',
    SESSION_SECRET: 'a'.repeat(32),
  };
  const { secret } = await makeReader(commandLine(env));
  await catchUp(primary, standby);
  const { url } = await startService('reporting', env, cleanup);
  const replicated = { primary, standby, url, secret };

  say('the standby is killed');
  yield await killStandby(replicated, times);
  say('the standby lags');
  yield await lag(replicated, times);
  say('the standby cancels queries');
  yield await cancelQueries(replicated, times * 100);
};

/** A service whose reports are read from a standby. */
interface Replicated {
  readonly primary: Cluster;
  readonly standby: Cluster;
  readonly url: string;
  readonly secret: string;
}

async function killStandby(replicated: Replicated, times: number): Promise<Row> {
  const { standby, url, secret } = replicated;
  const beside = { calls: 0, 'calls beside that failed': 0 };
  const reports = await startReports(url, secret);
  for (let time = 0; time < times; time++) {
    await standby.kill();
    for (const path of ['/me/client-secret', '/diagnostic/health']) {
      beside.calls += 1;
      if ((await ask(replicated, path)).status !== 200) beside['calls beside that failed'] += 1;
    }
    await wait(500);
    await standby.start();
    await wait(500);
  }
  const cut = await reports.finish();
  return {
    what: 'the standby of reports killed and started again',
    times,
    counted: { ...cut, ...beside },
    holds: cut.wrong + beside['calls beside that failed'] === 0 && cut.reports * cut.refused > 0,
  };
}

async function lag(replicated: Replicated, times: number): Promise<Row> {
  const { primary, standby } = replicated;
  const path = '/reporting/achievement-gaps/person-types';
  const lists = { stale: 0, fresh: 0, other: 0 };
  for (let time = 0; time < times; time++) {
    await standby.query('select pg_wal_replay_pause()');
    const before = await ask(replicated, path);
    await primary.query(`update reporting.member set person_type = 'renamed ${time}'`);
    const during = await ask(replicated, path);
    await standby.query('select pg_wal_replay_resume()');
    await catchUp(primary, standby);
    const after = await ask(replicated, path);
    lists[during.status === 200 && during.text === before.text ? 'stale' : 'other'] += 1;
    lists[after.status === 200 && after.text.includes(`renamed ${time}"`) ? 'fresh' : 'other'] += 1;
  }
  return {
    what: 'the standby of reports lags, then catches up',
    times,
    counted: {
      'answered with what the standby had': lists.stale,
      'and then with what it has': lists.fresh,
      otherwise: lists.other,
    },
    holds: lists.other === 0,
  };
}

async function cancelQueries(
  { primary, standby, url, secret }: Replicated,
  times: number,
): Promise<Row> {
  // Replay waits for no query: each that is in its way is cancelled.
  await standby.query('alter system set max_standby_streaming_delay = 0');
  await standby.query('select pg_reload_conf()');
  const reports = await startReports(url, secret);
  await primary.query(`
    do $$ begin
      for n in 1..${times} loop
        lock table reporting.achievement;
        commit;
        perform pg_sleep(0.005);
      end loop;
    end $$`);
  const counted = await reports.finish();
  return {
    what: 'replay on the standby conflicts with the queries of reports',
    times,
    counted: { ...counted },
    holds: counted.wrong === 0 && counted.refused > 0,
  };
}

async function catchUp(primary: Cluster, standby: Cluster): Promise<void> {
  const position = await primary.query('select pg_current_wal_lsn()');
  const behind = `select pg_last_wal_replay_lsn() < '${position}'`;
  while ((await standby.query(behind)) !== 'f') await wait(50);
}

async function ask({ url, secret }: Replicated, path: string) {
  const response = await fetch(url + path, { headers: { 'X-Api-Key': secret } });
  return { status: response.status, text: await response.text() };
}
