import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cleanup } from '../../scratch/cleanup.js';
import {
  type Cluster,
  copyServer,
  createCluster,
  createStandby,
  postgres,
  urlOf,
} from '../postgres.js';
import type { Failover } from './failover.js';
import { startHaproxy } from './haproxy.js';

/** A server that rejoins needs what was written since the timelines parted, or it never accepts connections. */
const SETTINGS = { wal_keep_size: '1GB' };

/** A primary and a synchronous standby behind HAProxy; whoever watches them promotes the standby. */
export async function createPair(cleanup: Cleanup): Promise<Failover> {
  let primary = await createCluster(cleanup, { settings: SETTINGS });
  await primary.start();
  let standby = await createStandby(primary, cleanup, SETTINGS);
  await standby.start();
  await demandSynchrony(primary);
  const { primaryPort, standbyPort } = await balance([primary, standby], cleanup);

  return {
    primaryUrl: database => urlOf(primaryPort, database),
    standbyUrl: database => urlOf(standbyPort, database),
    async fail() {
      await primary.kill();
      [primary, standby] = [standby, primary];
      await primary.query('select pg_promote()');
      // Alone until the other has rejoined: commits must not wait for it.
      await setSynchronousStandbys(primary, '');
    },
    async rejoin() {
      await rewind(standby, primary);
      await standby.start();
      await demandSynchrony(primary);
    },
  };
}

/** HAProxy in front of two standbys. Returns the URL that leads to those that are in recovery and up to date. */
export async function balanceStandbys(
  standbys: readonly [Cluster, Cluster],
  database: string,
  cleanup: Cleanup,
): Promise<string> {
  return urlOf((await balance(standbys, cleanup)).standbyPort, database);
}

function balance([one, two]: readonly [Cluster, Cluster], cleanup: Cleanup) {
  const servers = { SERVER_1: `127.0.0.1:${one.port}`, SERVER_2: `127.0.0.1:${two.port}` };
  return startHaproxy(path.join(import.meta.dirname, 'pair.cfg'), servers, cleanup);
}

/** Makes a server that was killed a standby of the one that took its place; where need be, from a new copy. */
async function rewind(target: Cluster, source: Cluster): Promise<void> {
  // Rewinding compares with the source's last checkpoint, which has to be of its own timeline.
  await source.query('checkpoint');
  const from = ['--source-server', source.url, '--write-recovery-conf'];
  try {
    await postgres('pg_rewind', ['--target-pgdata', target.folder, ...from]);
  } catch {
    // What the server had before the timelines parted may be gone.
    await copyServer(source, target.folder);
  }
}

async function demandSynchrony(primary: Cluster): Promise<void> {
  await setSynchronousStandbys(primary, '*');
  const state = 'select coalesce(max(sync_state), $$$$) from pg_stat_replication';
  while ((await primary.query(state)) !== 'sync') await wait(100);
}

async function setSynchronousStandbys(primary: Cluster, names: string): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = '${names}'`);
  await primary.query('select pg_reload_conf()');
}
