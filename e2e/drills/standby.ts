import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import type { Cleanup } from '../scratch/cleanup.js';
import { commandLine, makeReader, migrate, startService } from '../scratch/services.js';
import type { Drill, Row } from './drill.js';
import { type Cluster, createCluster, createStandby } from './postgres.js';
import { startReports } from './reports.js';

const TIMES = 20;
const ANSWERS = 10;
const PERSON_TYPES = '/reporting/achievement-gaps/person-types';

/** Reports that are read from two standbys which are killed, lag behind, cancel their queries or are promoted. */
export const drill: Drill = async function* ({ cleanup, times = TIMES, say }): AsyncGenerator<Row> {
  const replicated = await startReplicated(cleanup);
  say('one of two standbys is killed');
  yield await killOne(replicated, times);
  say('one of two standbys lags');
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
  readonly url: string;
  readonly secret: string;
  readonly metricsPort: number;
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
  const metricsPort = await getPort();
  const env = {
    ...process.env,
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: standbys.map(({ url }) => url).join(),
    REPLICA_MAX_LAG: '5s',
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'silent',
    RATE_LIMIT_DEFAULT: 'off',
    RATE_LIMIT_REPORTS: 'off',
    SESSION_SECRET: 'a'.repeat(32),
  };
  const { secret } = await makeReader(commandLine(env));
  for (const standby of standbys) await catchUp(primary, standby);
  const { url } = await startService('reporting', env, cleanup);
  const replicated = { primary, standbys, url, secret, metricsPort };
  await untilUsable(replicated, [true, true]);
  return replicated;
}

async function killOne(replicated: Replicated, times: number): Promise<Row> {
  const { standbys, url, secret } = replicated;
  const beside = { calls: 0, 'calls beside that failed': 0 };
  const reports = await startReports(url, secret);
  for (let time = 0; time < times; time++) {
    const killed = time % 2;
    await standbys[killed]!.kill();
    for (const path of ['/me/client-secret', '/diagnostic/health']) {
      beside.calls += 1;
      if ((await ask(replicated, path)).status !== 200) beside['calls beside that failed'] += 1;
    }
    await untilUsable(replicated, [killed !== 0, killed !== 1]);
    await standbys[killed]!.start();
    await untilUsable(replicated, [true, true]);
  }
  const counted = { ...(await reports.finish()), ...beside };
  return {
    what: 'one of two standbys of reports killed and started again',
    times,
    counted,
    holds: failures(counted) + beside['calls beside that failed'] === 0 && counted.reports > 0,
  };
}

/** The standby that is paused is left out once it lags too far: then only what the primary has is answered. */
async function pauseOne(replicated: Replicated, times: number): Promise<Row> {
  const { primary, standbys } = replicated;
  const answers = { 'while it is left out, of now': 0, 'when it is back, of now': 0, otherwise: 0 };
  const count = async (when: 'while it is left out, of now' | 'when it is back, of now') => {
    for (let answer = 0; answer < ANSWERS; answer++) {
      const { status, text } = await ask(replicated, PERSON_TYPES);
      answers[status === 200 && text.includes(`renamed ${round}"`) ? when : 'otherwise'] += 1;
    }
  };
  let round = 0;
  for (; round < times; round++) {
    const paused = round % 2;
    await standbys[paused]!.query('select pg_wal_replay_pause()');
    await primary.query(`update reporting.member set person_type = 'renamed ${round}'`);
    await untilUsable(replicated, [paused !== 0, paused !== 1]);
    await count('while it is left out, of now');
    await standbys[paused]!.query('select pg_wal_replay_resume()');
    await catchUp(primary, standbys[paused]!);
    await untilUsable(replicated, [true, true]);
    await count('when it is back, of now');
  }
  return {
    what: 'one of two standbys of reports lags, then catches up',
    times,
    counted: answers,
    holds: answers.otherwise === 0,
  };
}

async function killBoth(replicated: Replicated, times: number): Promise<Row> {
  const { standbys, url, secret } = replicated;
  const reports = await startReports(url, secret);
  for (let time = 0; time < times; time++) {
    await Promise.all(standbys.map(standby => standby.kill()));
    await untilUsable(replicated, [false, false]);
    await Promise.all(standbys.map(standby => standby.start()));
    await untilUsable(replicated, [true, true]);
  }
  const counted = await reports.finish();
  return {
    what: 'both standbys of reports killed and started again',
    times,
    counted: { ...counted },
    holds: failures(counted) === 0 && counted.reports > 0,
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
async function promoteOne(replicated: Replicated): Promise<Row> {
  const { standbys, url, secret } = replicated;
  const reports = await startReports(url, secret);
  await standbys[0].query('select pg_promote()');
  await wait(5_000);
  await untilUsable(replicated, [true, true]);
  const counted = await reports.finish();
  return {
    what: 'one of two standbys of reports promoted',
    times: 1,
    counted: { ...counted },
    holds: failures(counted) === 0 && counted.reports > 0,
  };
}

function failures(counted: { refused: number; 'cut off': number; wrong: number }): number {
  return counted.refused + counted['cut off'] + counted.wrong;
}

/** Waits until the service says so of each standby. */
async function untilUsable(replicated: Replicated, usable: readonly boolean[]): Promise<void> {
  const { standbys, metricsPort } = replicated;
  const lines = standbys.map(
    ({ port }, n) =>
      `reporting_standby_usable{standby="127.0.0.1:${port}/postgres"} ${Number(usable[n])}\n`,
  );
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    const text = await response.text();
    if (lines.every(line => text.includes(line))) return;
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
