import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import type { Service } from '../../scripts/services.mjs';
import type { Drill, Row } from '../drill.js';
import { repeat } from '../scratch/eventually.js';
import { prepareServices, type ServiceName, startService } from '../scratch/services.js';
import { type Cluster, newFolder, startCluster } from './postgres.js';

const CONNECTIONS_AT_ONCE = 100;
/** In milliseconds. */
const MAX_CONNECTION_TIME = 500;
/** How much memory a busy process may grow by. */
const MAX_GROWTH_MEGABYTES = 128;
/** Connections that the database pool may open in the meantime. */
const POOL_SIZE = 10;

interface Watched extends Service {
  readonly log: string;
  readonly metrics: string;
}

interface Storm {
  readonly service: Watched;
  /** Sent by regular callers during the storm. */
  readonly beside: readonly Request[];
  /** Returns the nth request of a connection as raw HTTP. */
  readonly request: (connection: number, nth: number) => string;
  /** Counts requests that took effect but were not logged. */
  readonly notLogged: () => Promise<number>;
}

/**
 * Opens connections that pipeline 2 to 50 requests of all kinds and close at random moments, beside regular callers.
 * Afterwards, a service must hold no more resources than before, and must have logged every request that took effect.
 */
export const drill: Drill = async function* ({
  cleanup,
  times = 10_000,
  say,
}): AsyncGenerator<Row> {
  const cluster = await startCluster(cleanup);
  const { env, key, reader } = await prepareServices(cluster.url, { LOG_LEVEL: 'info' });
  const folder = newFolder(cleanup);
  const start = async (name: ServiceName): Promise<Watched> => {
    const [port, log] = [await getPort(), `${folder}/${name}.log`];
    const watched = { ...env, METRICS_PORT: String(port) };
    const service = await startService(name, watched, cleanup, { log });
    return { ...service, log, metrics: `http://127.0.0.1:${port}/metrics` };
  };
  const versioning = await start('versioning');
  const reporting = await start('reporting');
  const increment = { method: 'POST', headers: { Authorization: `Bearer ${key}` } };
  const storms: Storm[] = [
    {
      service: versioning,
      beside: [
        new Request(`${versioning.url}/api/packages/beside/increment/patch`, increment),
        new Request(`${versioning.url}/api/health`),
      ],
      request: ofVersioning(key),
      notLogged: () => packagesNotLogged(cluster, versioning),
    },
    {
      service: reporting,
      beside: [
        new Request(`${reporting.url}/me/compliance`, { headers: { 'X-Api-Key': reader.secret } }),
        new Request(`${reporting.url}/diagnostic/health`),
      ],
      request: ofReporting(reader.secret),
      notLogged: () => reportsNotLogged(cluster, reporting),
    },
  ];
  for (const storm of storms) {
    say(`${times} connections to ${storm.service.name}`);
    yield await runStorm(storm, times);
  }
};

async function packagesNotLogged(cluster: Cluster, versioning: Watched): Promise<number> {
  const logged = new Set(linesOf(versioning).map(({ slug }) => slug));
  const slugs = await cluster.query(
    "select slug from versioning.package where slug like 'pipelined-%'",
  );
  return slugs.split('\n').filter(slug => slug !== '' && !logged.has(slug)).length;
}

async function reportsNotLogged(cluster: Cluster, reporting: Watched): Promise<number> {
  const events = await cluster.query(
    "select count(*) from reporting.audit_event where kind = 'report-run'",
  );
  const lines = linesOf(reporting).filter(({ route }) => route?.startsWith('/reporting/'));
  return Math.max(0, Number(events) - lines.length);
}

const pick = <Item>(items: readonly Item[]): Item =>
  items[Math.floor(Math.random() * items.length)]!;

/** Returns a request as raw HTTP. */
function text(line: string, headers: readonly string[] = [], body = ''): string {
  const length = body === '' ? [] : [`Content-Length: ${body.length}`];
  const head = [`${line} HTTP/1.1`, 'Host: a', 'Content-Type: application/json', ...headers];
  return `${[...head, ...length].join('\r\n')}\r\n\r\n${body}`;
}

function ofVersioning(key: string): Storm['request'] {
  const known = [`Authorization: Bearer ${key}`];
  return (connection, nth) =>
    pick([
      text(`POST /api/packages/pipelined-${connection}-${nth}/increment/minor`, known),
      text('POST /api/packages/shared/increment/patch', known),
      text('POST /api/packages', known, JSON.stringify({ Slug: `created-${connection}` })),
      text('GET /api/packages', known),
      text('GET /api/packages/shared/history', known),
      text('GET /api/packages/unknown', known),
      text('GET /api/packages'),
      text('GET /swagger/openapi.json'),
      text('GET /swagger/swagger-ui-bundle.js'),
    ]);
}

function ofReporting(secret: string): Storm['request'] {
  const known = [`X-Api-Key: ${secret}`];
  const signIn = JSON.stringify({ email: 'nobody@example.com', password: 'not the password' });
  return () =>
    pick([
      text('GET /reporting/directory-contacts', known),
      text('GET /reporting/directory-contacts?format=csv', known),
      text('GET /reporting/competency-validations?format=xlsx', known),
      text('GET /reporting/compliance-overview', known),
      text('GET /reporting/achievement-gaps/achievements', known),
      text('POST /auth/login', [], signIn),
      text('GET /reporting/compliance-overview'),
      text('GET /swagger/openapi.json'),
      text('GET /console/'),
    ]);
}

async function runStorm(storm: Storm, connections: number): Promise<Row> {
  const { service } = storm;
  const idle = await readResources(service);
  await run(storm, Math.ceil(connections / 20));
  const before = await settled(service, idle);
  const statuses: number[] = [];
  const calling = repeat(async loop => {
    statuses.push(await statusOf(storm.beside[loop]!));
    await wait(100);
  }, storm.beside.length);
  const requests = await run(storm, connections);
  await calling.stop();
  const after = await settled(service, before);
  const notLogged = await storm.notLogged();
  const failed = statuses.filter(status => status !== 200).length;
  return {
    what: `connections to ${service.name} that pipeline 2 to 50 requests and close at random moments`,
    times: connections,
    counted: {
      requests,
      'calls beside': statuses.length,
      'failed calls': failed,
      'effective requests not logged': notLogged,
      descriptors: `${before.descriptors} → ${after.descriptors}`,
      timers: `${before.timers} → ${after.timers}`,
      'memory, MB': `${before.megabytes} → ${after.megabytes}`,
      'slots held afterwards': after.slots,
    },
    holds:
      failed + notLogged === 0 &&
      isAsBefore(after, before) &&
      after.megabytes <= before.megabytes + MAX_GROWTH_MEGABYTES,
  };
}

/** Returns 0 without a response. */
async function statusOf(request: Request): Promise<number> {
  const response = await fetch(request.clone()).catch(() => null);
  await response?.arrayBuffer();
  return response?.status ?? 0;
}

/** Runs all connections, some of them concurrently. Returns the number of requests sent. */
async function run({ service, request }: Storm, connections: number): Promise<number> {
  let [begun, requests] = [0, 0];
  await Promise.all(
    Array.from({ length: CONNECTIONS_AT_ONCE }, async () => {
      while (begun < connections) {
        const connection = ++begun;
        const count = 2 + Math.floor(Math.random() * 49);
        requests += count;
        const all = Array.from({ length: count }, (_, nth) => request(connection, nth));
        await pipelineAndLeave(service, all.join(''));
      }
    }),
  );
  return requests;
}

/** Reads the responses on half of the connections. */
async function pipelineAndLeave({ url }: Service, requests: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  if (Math.random() < 0.5) socket.resume();
  socket.write(requests);
  await wait(Math.random() * MAX_CONNECTION_TIME);
  socket.destroy();
}

type Held = Awaited<ReturnType<typeof readResources>>;

/** Waits up to a minute, in which idle connections close, until a service holds no more than `before`. */
async function settled(service: Watched, before: Held): Promise<Held> {
  for (let attempt = 0; ; attempt++) {
    await wait(2_000);
    const held = await readResources(service);
    if (attempt === 30 || isAsBefore(held, before)) return held;
  }
}

function isAsBefore(after: Held, before: Held): boolean {
  return (
    after.descriptors <= before.descriptors + POOL_SIZE &&
    after.timers <= before.timers &&
    after.slots === 0
  );
}

async function readResources({ child, metrics }: Watched) {
  const text = await (await fetch(metrics)).text();
  const sum = (pattern: RegExp) =>
    [...text.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0);
  return {
    descriptors: readdirSync(`/proc/${child.pid}/fd`).length,
    timers: sum(/^nodejs_active_resources\{type="Timeout"\} (\d+)$/gm),
    slots: sum(/^\w+_slots_held\{.*\} (\d+)$/gm),
    megabytes: Math.round(sum(/^process_resident_memory_bytes (\d+)$/gm) / 1024 / 1024),
  };
}

function linesOf({ log }: Watched) {
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as { msg: string; route?: string; slug?: string })
    .filter(({ msg }) => msg === 'request');
}
