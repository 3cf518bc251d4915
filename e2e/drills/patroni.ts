import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:https';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import { type Cleanup, stopAtEnd } from '../scratch/cleanup.js';
import { eventually } from '../scratch/eventually.js';
import { type Certificate, makeCertificate, requireProgram, root } from '../scratch/programs.js';
import { startHaproxy, startRelay } from './haproxy.js';
import { account, newFolder, programs, psql, signalServer } from './postgres.js';

const CONFIGURATION = path.join(root, 'deploy', 'patroni');
const PASSWORD = 'of-the-drill';

/** In seconds; longer than copying a node and catching up takes on a busy machine. */
const RECOVERY_TIMEOUT = 180;

/** Milliseconds in which HAProxy checks its servers a few times. */
const CHECK_TIME = 3_000;

/**
 * Starts Patroni nodes on one etcd, behind the two addresses of HAProxy, with the unchanged files of deploy/patroni.
 * @throws AssertionError if a node accepts changes without credentials
 */
export async function startPatroni(cleanup: Cleanup, names: readonly string[] = ['one', 'two']) {
  const subject = ['-subj', '/CN=patroni', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const certificate = await makeCertificate(newFolder(cleanup), subject, account());
  const etcd = await startEtcd(certificate, cleanup);
  const nodes: Node[] = [];
  for (const name of names) nodes.push(await createNode(name, etcd, certificate, cleanup));
  for (const node of nodes) node.start();
  const find = (role: string) =>
    eventually(async () => {
      const shuffled = nodes.toSorted(() => Math.random() - 0.5);
      for (const node of shuffled) if (await node.is(role)) return node;
      throw new Error(`No Patroni node is ${role}.`);
    }, RECOVERY_TIMEOUT);
  await find('sync');
  for (const node of nodes) {
    await eventually(() => expectAuthentication(node, certificate), RECOVERY_TIMEOUT);
  }
  const { primaryPort, standbyPort } = await startBalancer(nodes, certificate, cleanup);
  const url = (port: number) => (database: string) =>
    `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;
  let killed: Node | undefined;

  return {
    primaryUrl: url(primaryPort),
    standbyUrl: url(standbyPort),
    /** Resolves to a random standby that HAProxy may send reports to. */
    standby: () => find('replica?lag=16MB'),
    /** Promotes the synchronous standby. */
    async switchOver() {
      const from = await find('primary');
      await find('sync');
      const status = await callApi(from.apiPort, certificate, '/switchover', {
        method: 'POST',
        ...operatorOf(certificate),
        body: JSON.stringify({ leader: from.name }),
      });
      assert.equal(status, 200);
      await eventually(async () => assert.ok(await from.is('replica')), RECOVERY_TIMEOUT);
    },
    /** Kills the primary's node; resolves once the standby has been promoted. */
    async fail() {
      killed = await find('primary');
      await killed.kill();
      await find('primary');
    },
    /** Restarts the killed node; resolves once it is a synchronous standby. */
    async rejoin() {
      killed?.start();
      await find('sync');
    },
  };
}

async function startBalancer(
  nodes: readonly Node[],
  { certificate }: Certificate,
  cleanup: Cleanup,
) {
  const [primaryPort, standbyPort] = [await getPort(), await getPort()];
  const env = {
    ...process.env,
    PRIMARY_BIND: `127.0.0.1:${primaryPort}`,
    STANDBY_BIND: `127.0.0.1:${standbyPort}`,
    PATRONI_CA: certificate,
    ...Object.fromEntries(
      nodes.flatMap(({ relays: { database, api } }, index) => [
        [`NODE_${index + 1}`, `127.0.0.1:${database.port}`],
        [`NODE_${index + 1}_API`, String(api.port)],
      ]),
    ),
  };
  startHaproxy(path.join(CONFIGURATION, 'haproxy.cfg'), env, cleanup);
  // Until the first check, HAProxy also treats standbys as primaries.
  await wait(CHECK_TIME);
  return { primaryPort, standbyPort };
}

/** @throws AssertionError unless changes require both a certificate and the password */
async function expectAuthentication({ apiPort }: Node, known: Certificate): Promise<void> {
  const change = (path: string, method: string, sent: object) =>
    callApi(apiPort, known, path, { method, ...sent });
  const { auth, ...key } = operatorOf(known);
  for (const [method, path] of [
    ['PATCH', '/config'],
    ['POST', '/restart'],
    ['POST', '/reload'],
  ] as const) {
    assert.equal(await change(path, method, {}), 403);
    assert.equal(await change(path, method, { auth }), 403);
    assert.equal(await change(path, method, key), 401);
  }
  assert.equal(await change('/reload', 'POST', { ...key, auth }), 202);
}

/** The credentials required for changes. */
function operatorOf({ key, certificate }: Certificate) {
  return {
    key: readFileSync(key),
    cert: readFileSync(certificate),
    auth: `patroni:${PASSWORD}`,
  };
}

/** Patroni and the PostgreSQL that it runs. */
export type Node = Awaited<ReturnType<typeof createNode>>;

async function createNode(
  name: string,
  etcd: string,
  { certificate, key }: Certificate,
  cleanup: Cleanup,
) {
  const patroni = requireProgram('patroni', 'patroni');
  const [port, apiPort] = [await getPort(), await getPort()];
  const parent = newFolder(cleanup);
  const folder = path.join(parent, 'services');
  const address = `127.0.0.1:${port}`;
  const env = {
    ...process.env,
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: etcd,
    PATRONI_ETCD3_PROTOCOL: 'https',
    PATRONI_ETCD3_CACERT: certificate,
    PATRONI_ETCD3_CERT: certificate,
    PATRONI_ETCD3_KEY: key,
    PATRONI_RESTAPI_CERTFILE: certificate,
    PATRONI_RESTAPI_KEYFILE: key,
    PATRONI_RESTAPI_CAFILE: certificate,
    PATRONI_RESTAPI_USERNAME: 'patroni',
    PATRONI_RESTAPI_PASSWORD: PASSWORD,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${apiPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${apiPort}`,
    PATRONI_POSTGRESQL_LISTEN: address,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: address,
    PATRONI_POSTGRESQL_DATA_DIR: folder,
    PATRONI_POSTGRESQL_BIN_DIR: programs(),
    PATRONI_POSTGRESQL_PGPASS: path.join(parent, 'pgpass'),
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
    PATRONI_REWIND_PASSWORD: PASSWORD,
    PATRONI_LOG_LEVEL: 'ERROR',
  };
  let child: ChildProcess;
  let exited: Promise<unknown>;
  /** Sends a signal to all processes of the node's PostgreSQL. */
  const signal = (name: NodeJS.Signals) => {
    const file = path.join(folder, 'postmaster.pid');
    if (existsSync(file)) signalServer(Number(readFileSync(file, 'utf8').split('\n')[0]), name);
  };

  return {
    name,
    apiPort,
    /** The ports through which HAProxy reaches PostgreSQL and Patroni. */
    relays: {
      database: await startRelay([port], cleanup),
      api: await startRelay([apiPort], cleanup),
    },
    signal,
    query: (sql: string) => psql(`postgresql://postgres:${PASSWORD}@${address}/postgres`, sql),
    start() {
      const file = path.join(CONFIGURATION, 'patroni.yml');
      child = spawn(patroni, [file], { ...account(), env, stdio: 'ignore' });
      exited = stopAtEnd(child, cleanup);
    },
    /** Kills Patroni and all processes of PostgreSQL. */
    async kill() {
      child.kill('SIGKILL');
      await exited;
      signal('SIGKILL');
    },
    /** Whether the node has a role according to Patroni, such as `primary` or `sync`. */
    is: async (role: string) => (await callApi(apiPort, { certificate }, `/${role}`)) === 200,
  };
}

/** Calls Patroni's API. Returns the status, or null without a response. */
function callApi(
  port: number,
  { certificate }: Pick<Certificate, 'certificate'>,
  path: string,
  { body, ...options }: { body?: string } & RequestOptions = {},
): Promise<number | null> {
  const ca = readFileSync(certificate);
  return new Promise(resolve => {
    request({ host: '127.0.0.1', port, path, ca, agent: false, ...options }, response => {
      response.resume().once('close', () => resolve(response.statusCode ?? null));
    })
      .once('error', () => resolve(null))
      .end(body);
  });
}

async function startEtcd({ certificate, key }: Certificate, cleanup: Cleanup): Promise<string> {
  const client = `https://127.0.0.1:${await getPort()}`;
  const peer = `http://127.0.0.1:${await getPort()}`;
  const settings = {
    'data-dir': newFolder(cleanup),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
    'log-level': 'error',
    'cert-file': certificate,
    'key-file': key,
    'trusted-ca-file': certificate,
    'client-cert-auth': 'true',
  };
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const etcd = requireProgram('etcd-server', 'etcd');
  void stopAtEnd(spawn(etcd, args, { stdio: 'ignore' }), cleanup);
  return new URL(client).host;
}
