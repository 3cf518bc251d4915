import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Drill, Row } from '../drill.js';
import { eventually } from '../scratch/eventually.js';
import { prepareServices, startService } from '../scratch/services.js';
import { startIncrements } from './increments.js';
import { type Node, startPatroni } from './patroni.js';
import { psql } from './postgres.js';
import { READERS, type ReportLoad, startReports } from './reports.js';

/** Writes more WAL than haproxy.cfg allows a standby to lag. */
const FILL_WAL = `select count(pg_logical_emit_message(false, 'drill', repeat('x', 1000000)))
  from generate_series(1, 20)`;

/** Finds the process that replays WAL on a standby. */
const FIND_REPLAY = `select pid from pg_stat_activity where backend_type = 'startup'`;

/** Milliseconds in which HAProxy checks twice and closes connections to the standby. */
const CHECK_TIME = 5_000;

/**
 * Disturbs one of two standbys for reports behind HAProxy. The other one or the primary must take over, and no report may
 * be older than the lag that HAProxy allows.
 */
export const drill: Drill = async function* ({ cleanup, times = 20, say }): AsyncGenerator<Row> {
  const nodes = await startPatroni(cleanup, ['one', 'two', 'three']);
  const databaseUrl = nodes.primaryUrl('postgres');
  const { env, key, reader } = await prepareServices(databaseUrl, {
    DATABASE_REPLICA_URL: nodes.standbyUrl('postgres'),
  });
  const versioning = await startService('versioning', env, cleanup);
  const reporting = await startService('reporting', env, cleanup);
  let edition = 0;
  const publish = async () => {
    edition += 1;
    await psql(
      databaseUrl,
      `update reporting.achievement
      set name = regexp_replace(name, ' edition \\d+$', '') || ' edition ${edition}'`,
    );
  };
  const findInUse = () =>
    eventually(async () => {
      const node = await nodes.standby();
      assert.notEqual(await node.query(READERS), '0');
      return node;
    }, 180);

  const disturbances: Record<string, (node: Node, reports: ReportLoad) => Promise<void>> = {
    async killed(node, reports) {
      await node.kill();
      await reports.progress(20);
      node.start();
    },
    async paused(node, reports) {
      node.signal('SIGSTOP');
      await reports.progress(20);
      node.signal('SIGCONT');
    },
    async lagging(node, reports) {
      // Patroni would resume a replay paused with pg_wal_replay_pause().
      const replay = Number(await node.query(FIND_REPLAY));
      process.kill(replay, 'SIGSTOP');
      await publish();
      await psql(databaseUrl, FILL_WAL);
      await eventually(async () => assert.equal(await node.is('replica?lag=16MB'), false), 180);
      await wait(CHECK_TIME);
      reports.expectEdition(edition);
      await reports.progress(20);
      process.kill(replay, 'SIGCONT');
    },
    async promoted(_, reports) {
      await nodes.switchOver();
      await reports.progress(20);
    },
    async 'cut off from HAProxy'(node, reports) {
      for (const relay of Object.values(node.relays)) relay.cut();
      await reports.progress(20);
      for (const relay of Object.values(node.relays)) relay.mend();
    },
  };

  for (const [what, disturb] of Object.entries(disturbances)) {
    const slug = what.replaceAll(' ', '-').toLowerCase();
    const increments = startIncrements({ url: versioning.url, key, slug }, 2);
    const reports = await startReports(reporting.url, reader.secret, 4);
    for (let time = 1; time <= times; time++) {
      const node = await findInUse();
      await disturb(node, reports);
      await increments.progress(20);
      say(`${what}: ${time} of ${times}`);
    }
    const taken = await increments.finish();
    const { wrong, ...read } = await reports.finish();
    const stale = reports.stale();
    yield {
      what: `one of two standbys ${what}`,
      times,
      counted: {
        ...taken,
        'longest interruption': increments.longestPause(),
        ...read,
        stale,
        wrong,
      },
      holds: taken.lost + taken.twice + taken.failed + stale + wrong === 0,
    };
  }
};
