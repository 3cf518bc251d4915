import { setTimeout as wait } from 'node:timers/promises';
import type { Cleanup } from '../scratch/cleanup.js';
import { commandLine, makeReader, migrate, startService } from '../scratch/services.js';
import type { Drill, Row } from './drill.js';
import { balanceStandbys } from './failover/pair.js';
import { type Cluster, createCluster, createStandby, psql } from './postgres.js';
import { type ReportCount, startReports } from './reports.js';

const TIMES = 20;
const ANSWERS = 10;
const PERSON_TYPES = '/reporting/achievement-gaps/person-types';

/** Reports of two standbys behind HAProxy, which are killed, paused, cancel their queries or are promoted. */
export const drill: Drill = async function* ({ cleanup, times = TIMES, say }): AsyncGenerator<Row> {
  const replicated = await startReplicated(cleanup);
  say('one of two standbys is killed');
  yield await killOne(replicated, times);
  say('one of two standbys is paused');
  yield await pauseOne(replicated, times);
  say('both standbys are killed');
  yield await killBoth(replicated, times);
  say('the standbys cancel queries');
  yield await cancelQueries(replicated, times * 100);
  say('one of two standbys is promoted');
  yield await promoteOne(replicated);
};

/** A service whose reports are read from two standbys. */
interface Replicated {
  readonly primary: Cluster;
  readonly standbys: readonly [Cluster, Cluster];
  /** By way of HAProxy. */
  readonly standbyUrl: string;
  readonly url: string;
  readonly secret: string;
}

async function startReplicated(cleanup: Cleanup): Promise<Replicated> {
  const primary = await createCluster(cleanup);
  await primary.start();
  const standbys = [
    await createStandby(primary, cleanup),
    await createStandby(primary, cleanup),
  ] as const;
  for (const standby of standbys) await standby.start();
  await migrate(primary.url);
  const standbyUrl = await balanceStandbys(standbys, 'postgres', cleanup);
  const env = {
    ...process.env,
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: standbyUrl,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_DEFAULT: 'off',
    RATE_LIMIT_REPORTS: 'off',
    SESSION_SECRET: 'a'.repeat(32),
  };
  const { secret } = await makeReader(commandLine(env));
  for (const standby of standbys) await catchUp(primary, standby);
  await untilBalanced(standbyUrl, standbys);
  const { url } = await startService('reporting', env, cleanup);
  return { primary, standbys, standbyUrl, url, secret };
}

async function killOne({ standbys, standbyUrl, ...service }: Replicated, times: number) {
  const reports = await startReports(service.url, service.secret);
  for (let time = 0; time < times; time++) {
    const killed = standbys[time % 2]!;
    await killed.kill();
    await untilBalanced(standbyUrl, [standbys[1 - (time % 2)]!]);
    await killed.start();
    await untilBalanced(standbyUrl, standbys);
  }
  return judge(
    'one of two standbys of reports killed and started again',
    times,
    await reports.finish(),
  );
}

async function killBoth({ standbys, standbyUrl, ...service }: Replicated, times: number) {
  const reports = await startReports(service.url, service.secret);
  for (let time = 0; time < times; time++) {
    await Promise.all(standbys.map(standby => standby.kill()));
    await untilBalanced(standbyUrl, []);
    await Promise.all(standbys.map(standby => standby.start()));
    await untilBalanced(standbyUrl, standbys);
  }
  return judge('both standbys of reports killed and started again', times, await reports.finish());
}

/** HAProxy leaves out the standby that is paused: then only what the primary has is answered. */
async function pauseOne(replicated: Replicated, times: number): Promise<Row> {
  const { primary, standbys, standbyUrl } = replicated;
  const answers = { 'while it is left out, of now': 0, 'when it is back, of now': 0, otherwise: 0 };
  const count = async (when: 'while it is left out, of now' | 'when it is back, of now') => {
    for (let answer = 0; answer < ANSWERS; answer++) {
      const { status, text } = await ask(replicated, PERSON_TYPES);
      answers[status === 200 && text.includes(`renamed ${round}"`) ? when : 'otherwise'] += 1;
    }
  };
  let round = 0;
  for (; round < times; round++) {
    const paused = standbys[round % 2]!;
    const other = standbys[1 - (round % 2)]!;
    await paused.query('select pg_wal_replay_pause()');
    await primary.query(`update reporting.member set person_type = 'renamed ${round}'`);
    await primary.query(`select pg_logical_emit_message(true, 'drill', repeat('lag', 1000000))`);
    await catchUp(primary, other);
    await untilBalanced(standbyUrl, [other]);
    await count('while it is left out, of now');
    await paused.query('select pg_wal_replay_resume()');
    await catchUp(primary, paused);
    await untilBalanced(standbyUrl, standbys);
    await count('when it is back, of now');
  }
  return {
    what: 'one of two standbys of reports is paused, then catches up',
    times,
    counted: answers,
    holds: answers.otherwise === 0,
  };
}

async function cancelQueries(replicated: Replicated, times: number): Promise<Row> {
  const { primary, standbys, url, secret } = replicated;
  // Replay waits for no query: each that is in its way is cancelled.
  for (const standby of standbys) {
    await standby.query('alter system set max_standby_streaming_delay = 0');
    await standby.query('select pg_reload_conf()');
  }
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
    what: 'replay on the standbys conflicts with the queries of reports',
    times,
    counted: { ...counted },
    holds: counted.wrong === 0 && counted.refused > 0,
  };
}

/** As at a failover, but that the old primary stays: nothing is written meanwhile. */
async function promoteOne({ standbys, standbyUrl, ...service }: Replicated): Promise<Row> {
  const reports = await startReports(service.url, service.secret);
  await standbys[0].query('select pg_promote()');
  await untilBalanced(standbyUrl, [standbys[1]]);
  return judge('one of two standbys of reports promoted', 1, await reports.finish());
}

function judge(what: string, times: number, counted: ReportCount): Row {
  const failures = counted.refused + counted['cut off'] + counted.wrong;
  return { what, times, counted: { ...counted }, holds: failures === 0 && counted.reports > 0 };
}

const askForPort = `select current_setting('port') from pg_sleep(0.5)`;

/** Waits until HAProxy leads to exactly these. */
async function untilBalanced(standbyUrl: string, standbys: readonly Cluster[]): Promise<void> {
  const expected = standbys.map(({ port }) => `${port}`).sort();
  for (;;) {
    // At the same time: one connection alone leads to the server of the fewest.
    const calls = Array.from({ length: 6 }, () => psql(standbyUrl, askForPort).catch(() => null));
    const found = new Set((await Promise.all(calls)).filter(port => port !== null));
    if ([...found].sort().join() === expected.join()) return;
    await wait(100);
  }
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
