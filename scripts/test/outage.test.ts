import path from 'node:path';
import { definitions } from '../../apps/reporting/src/main/definitions';
import { migrate } from '../../packages/db/src';
import { type RestartableServer, restartableServer } from '../../packages/db/testing';
import { waitUntil } from '../../packages/http/testing';
import { type ServiceProcess, startServiceProcess } from '../../packages/service/testing';

const KEY = 'k'.repeat(40);
const apps = path.join(__dirname, '../../apps');

const SERVICES = {
  versioning: {
    health: '/api/health',
    path: '/api/packages',
    environment: { VERSIONING_API_KEYS: KEY },
    headers: { Authorization: `Bearer ${KEY}` },
  },
  reporting: {
    health: '/diagnostic/health',
    path: '/security/companies',
    environment: { SERVICE_KEY: KEY, SESSION_SECRET: 'a session secret that only the tests know' },
    headers: { 'X-Api-Key': KEY },
  },
};

let server: RestartableServer;
beforeAll(async () => {
  server = await restartableServer();
  for (const each of [null, definitions]) await migrate(server.url, each);
}, 120_000);
const started: { service: ServiceProcess; ask: () => Promise<number> }[] = [];
afterAll(async () => {
  await Promise.all(started.map(({ service }) => service.kill('SIGTERM')));
  await server.close();
});

/** Counts log lines above `info` or about the database, by message. */
function linesOf(service: ServiceProcess): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of service.output().split('\n').filter(Boolean)) {
    const { level, msg } = JSON.parse(line) as { level: string; msg: string };
    if (level === 'info' && !/database|resolved$/.test(msg)) continue;
    counts[msg] = (counts[msg] ?? 0) + 1;
  }
  return counts;
}

test('requests and background loops log an outage once when it begins and once when it ends', async () => {
  await Promise.all(
    Object.entries(SERVICES).map(async ([name, { health, path: target, environment, headers }]) => {
      const cli = path.join(apps, name, 'dist', 'cli.js');
      const settings = { DATABASE_URL: server.url, ...environment };
      const service = await startServiceProcess({ cli, health }, settings);
      const ask = async () => (await fetch(`${service.url}${target}`, { headers })).status;
      started.push({ service, ask });
    }),
  );
  const areAll = (status: number) => async () =>
    (await Promise.all(started.map(({ ask }) => ask()))).every(each => each === status);
  await waitUntil(areAll(200));
  await server.stop();
  await waitUntil(areAll(503));
  const logged = (service: ServiceProcess, text: string) => text in linesOf(service);
  const of = (name: string) =>
    started.find(({ service }) => service.output().includes(`"service":"${name}"`))!.service;
  const [versioning, reporting] = [of('versioning'), of('reporting')];
  await waitUntil(() => logged(versioning, 'audit events are not numbered'));
  await waitUntil(() => logged(reporting, 'jobs are waiting for the database'));
  await server.start();
  await waitUntil(async () => {
    await Promise.all(started.map(({ ask }) => ask()));
    return (
      started.every(({ service }) => logged(service, 'database available again')) &&
      logged(versioning, 'audit events are not numbered: resolved') &&
      logged(reporting, 'jobs have the database again')
    );
  });
  expect(linesOf(versioning)).toEqual({
    'database unavailable: requests fail with 503': 1,
    'database available again': 1,
    'audit events are not numbered': 1,
    'audit events are not numbered: resolved': 1,
  });
  expect(linesOf(reporting)).toEqual({
    'database unavailable: requests fail with 503': 1,
    'database available again': 1,
    'jobs are waiting for the database': 1,
    'jobs have the database again': 1,
  });
}, 120_000);
