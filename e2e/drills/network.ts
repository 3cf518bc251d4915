import { setTimeout as wait } from 'node:timers/promises';
import {
  commandLine,
  issueKey,
  makeReader,
  migrate,
  type Reader,
  WITHOUT_LIMITS,
} from '../scratch/services.js';
import type { Drill, Row } from './drill.js';
import { type Fault, type FaultyProxy, startFaultyProxy } from './faulty-proxy.js';
import { startIncrements } from './increments.js';
import { createCluster } from './postgres.js';
import { startReplicas } from './replicas.js';
import { startSecrets } from './secrets.js';

const TIMES = 50;

const FAULTS: Record<Fault, string> = {
  cut: 'connections cut before the answer',
  reset: 'connections reset at a request',
  delay: 'connections delayed by 1.5 s',
};

/**
 * Connections cut, reset and delayed, between the services and PostgreSQL and between callers and two replicas,
 * while versions are taken and secrets replaced.
 */
export const drill: Drill = async function* ({ cleanup, times = TIMES, say }): AsyncGenerator<Row> {
  const cluster = await createCluster(cleanup);
  await cluster.start();
  await migrate(cluster.url);
  const toDatabase = await startFaultyProxy(cluster.url, cleanup);
  const direct = {
    ...process.env,
    DATABASE_URL: cluster.url,
    ...WITHOUT_LIMITS,
  };
  const key = await issueKey(commandLine(direct));
  const reader = await makeReader(commandLine(direct));
  const proxied = new URL(cluster.url);
  proxied.port = String(toDatabase.port);
  const env = { ...direct, DATABASE_URL: proxied.href };
  const versioning = await startReplicas('versioning', 2, env, cleanup);
  const reporting = await startReplicas('reporting', 2, env, cleanup);
  const toVersioning = await startFaultyProxy(versioning.url, cleanup);
  const toReporting = await startFaultyProxy(reporting.url, cleanup);

  const places = {
    'between the services and PostgreSQL': [toDatabase],
    'between callers and the services': [toVersioning, toReporting],
  };
  const load = { versioning: toVersioning, reporting: toReporting, key, reader };
  for (const [place, proxies] of Object.entries(places)) {
    for (const [fault, name] of Object.entries(FAULTS) as [Fault, string][]) {
      const what = `${name}, ${place}`;
      say(what);
      yield await disturb(what, load, times, () => {
        for (const proxy of proxies) proxy.disturb(fault);
      });
    }
  }
};

/** The ways to the services, and the callers that use them. */
interface Load {
  readonly versioning: FaultyProxy;
  readonly reporting: FaultyProxy;
  readonly key: string;
  readonly reader: Reader;
}

async function disturb(
  what: string,
  { versioning, reporting, key, reader }: Load,
  times: number,
  disturbOnce: () => void,
): Promise<Row> {
  const url = ({ port }: FaultyProxy) => `http://127.0.0.1:${port}`;
  const slug = what.replace(/[^a-z0-9]+/gi, '-');
  const increments = startIncrements({ url: url(versioning), key, slug }, 10);
  const secrets = await startSecrets(url(reporting), reader);
  for (let time = 0; time < times; time++) {
    await wait(100 + Math.random() * 400);
    disturbOnce();
  }
  const ofIncrements = await increments.finish();
  const ofSecrets = await secrets.finish();
  const lost = ofIncrements.lost + ofSecrets.lost;
  const twice = ofIncrements.twice + ofSecrets.twice;
  const { failed } = ofIncrements;
  return {
    what,
    times,
    counted: {
      increments: ofIncrements.taken,
      secrets: ofSecrets.secrets,
      lost,
      twice,
      failed,
      'longest pause': `${(increments.longestPause() / 1000).toFixed(1)} s`,
    },
    holds: lost + twice + failed === 0 && ofIncrements.taken > 0 && ofSecrets.secrets > 0,
  };
}
