import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:https';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import { type Cleanup, stopAtEnd } from '../scratch/cleanup.js';
import { eventually } from '../scratch/eventually.js';
import { requirePrograms, root, run } from '../scratch/programs.js';
import { account, newFolder, programs, psql, signalServer } from './postgres.js';
import { type Relay, startRelay } from './relay.js';

const CONFIGURATION = path.join(root, 'deploy', 'patroni');
const PASSWORD = 'of-the-drill';

/** Seconds: longer than a node takes to be copied and to catch up on a busy machine. */
const RECOVERY_TIMEOUT = 180;

/** Milliseconds until HAProxy has checked its servers a few times. */
const CHECKED = 3_000;

/** Servers of PostgreSQL behind two addresses. */
interface Nodes {
  /** The address that always leads to the primary. */
  readonly primaryUrl: (database: string) => string;
  /** The address that leads to a standby. */
  readonly standbyUrl: (database: string) => string;
  /** Resolves to any of the standbys that HAProxy may send reports to. */
  standby(): Promise<Node>;
  /** Makes the synchronous standby the primary. */
  switchOver(): Promise<void>;
  /** Kills the node of the primary; resolves when the standby has taken its place. */
  fail(): Promise<void>;
  /** Resolves when the node that was killed is a synchronous standby. */
  rejoin(): Promise<void>;
}

/** Files of the one certificate of the drill, which is its own authority. */
interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** One node: Patroni and the PostgreSQL that it runs. */
export interface Node {
  readonly name: string;
  readonly apiPort: number;
  /** How HAProxy reaches its PostgreSQL and its Patroni. */
  readonly relays: Readonly<Record<'database' | 'api', Relay>>;
  start(): void;
  /** Ends Patroni and every process of its PostgreSQL with SIGKILL. */
  kill(): Promise<void>;
  /** Sends a signal to every process of its PostgreSQL. */
  signal(name: NodeJS.Signals): void;
  /** The unaligned output of one statement. */
  query(sql: string): Promise<string>;
  /** Whether Patroni says that the node has this role: `primary`, `sync`. */
  is(role: string): Promise<boolean>;
}

/**
 * Nodes of Patroni on one etcd, behind HAProxy: the files of deploy/patroni as they are.
 * @throws AssertionError when a node lets a stranger change something
 */
export async function startPatroni(
  cleanup: Cleanup,
  names: readonly string[] = ['one', 'two'],
): Promise<Nodes> {
  const certificate = await makeCertificate(newFolder(cleanup));
  const etcd = await startEtcd(certificate, cleanup);
  const nodes: Node[] = [];
  for (const name of names) nodes.push(await createNode(name, etcd, certificate, cleanup));
  for (const node of nodes) node.start();
  const find = (role: string) =>
    eventually(async () => {
      const inAnyOrder = nodes.toSorted(() => Math.random() - 0.5);
      for (const node of inAnyOrder) if (await node.is(role)) return node;
      throw new Error(`No node of Patroni is ${role}.`);
    }, RECOVERY_TIMEOUT);
  await find('sync');
  for (const node of nodes) {
    await eventually(() => refusesStrangers(node, certificate), RECOVERY_TIMEOUT);
  }
  const { primaryPort, standbyPort } = await startHaproxy(nodes, certificate, cleanup);
  const url = (port: number) => (database: string) =>
    `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;
  let killed: Node | undefined;

  return {
    primaryUrl: url(primaryPort),
    standbyUrl: url(standbyPort),
    standby: () => find('replica?lag=16MB'),
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
    async fail() {
      killed = await find('primary');
      await killed.kill();
      await find('primary');
    },
    async rejoin() {
      killed?.start();
      await find('sync');
    },
  };
}

async function startHaproxy(
  nodes: readonly Node[],
  { certificate }: Certificate,
  cleanup: Cleanup,
) {
  const { haproxy } = requirePrograms({ haproxy: ['haproxy'] }, 'haproxy');
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
  const file = path.join(CONFIGURATION, 'haproxy.cfg');
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  void stopAtEnd(spawn(haproxy, ['-q', '-db', '-f', file], { env, stdio: [...stdio] }), cleanup);
  // Until they have been checked, a standby counts as a primary, too.
  await wait(CHECKED);
  return { primaryPort, standbyPort };
}

/** Fails where a call that changes something needs less than a certificate and the password. */
async function refusesStrangers({ apiPort }: Node, known: Certificate): Promise<void> {
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

/** What a call needs that changes something. */
function operatorOf({ key, certificate }: Certificate) {
  return {
    key: readFileSync(key),
    cert: readFileSync(certificate),
    auth: `patroni:${PASSWORD}`,
  };
}

async function makeCertificate(folder: string): Promise<Certificate> {
  const { openssl } = requirePrograms({ openssl: ['openssl'] }, 'openssl');
  const files = { certificate: path.join(folder, 'node.pem'), key: path.join(folder, 'node.key') };
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-subj', '/CN=patroni', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const out = ['-keyout', files.key, '-out', files.certificate];
  await run(openssl, ['req', '-x509', '-days', '1', ...kind, ...names, ...out], account());
  return files;
}

async function createNode(
  name: string,
  etcd: string,
  certificate: Certificate,
  cleanup: Cleanup,
): Promise<Node> {
  const { patroni } = requirePrograms({ patroni: ['patroni'] }, 'patroni');
  const [port, apiPort] = [await getPort(), await getPort()];
  const parent = newFolder(cleanup);
  const folder = path.join(parent, 'services');
  const address = `127.0.0.1:${port}`;
  const env = environment({ name, etcd, certificate, parent, address, apiPort });
  const relays = {
    database: await startRelay(port, cleanup),
    api: await startRelay(apiPort, cleanup),
  };
  let child: ChildProcess | undefined;
  const signal = (name: NodeJS.Signals) => {
    const file = path.join(folder, 'postmaster.pid');
    if (existsSync(file)) signalServer(Number(readFileSync(file, 'utf8').split('\n')[0]), name);
  };
  cleanup.add(async () => {
    await end(child, 'SIGTERM');
  });

  return {
    name,
    apiPort,
    relays,
    signal,
    query: sql => psql(`postgresql://postgres:${PASSWORD}@${address}/postgres`, sql),
    start() {
      child = spawn(patroni, [path.join(CONFIGURATION, 'patroni.yml')], {
        ...account(),
        env,
        stdio: 'ignore',
      });
    },
    async kill() {
      await end(child, 'SIGKILL');
      signal('SIGKILL');
    },
    is: async role => (await callApi(apiPort, certificate, `/${role}`)) === 200,
  };
}

interface NodeSettings {
  readonly name: string;
  readonly etcd: string;
  readonly certificate: Certificate;
  readonly parent: string;
  readonly address: string;
  readonly apiPort: number;
}

function environment(node: NodeSettings): NodeJS.ProcessEnv {
  const { name, etcd, certificate, parent, address, apiPort } = node;
  return {
    ...process.env,
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: etcd,
    PATRONI_ETCD3_PROTOCOL: 'https',
    PATRONI_ETCD3_CACERT: certificate.certificate,
    PATRONI_ETCD3_CERT: certificate.certificate,
    PATRONI_ETCD3_KEY: certificate.key,
    PATRONI_RESTAPI_CERTFILE: certificate.certificate,
    PATRONI_RESTAPI_KEYFILE: certificate.key,
    PATRONI_RESTAPI_CAFILE: certificate.certificate,
    PATRONI_RESTAPI_USERNAME: 'patroni',
    PATRONI_RESTAPI_PASSWORD: PASSWORD,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${apiPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${apiPort}`,
    PATRONI_POSTGRESQL_LISTEN: address,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: address,
    PATRONI_POSTGRESQL_DATA_DIR: path.join(parent, 'services'),
    PATRONI_POSTGRESQL_BIN_DIR: programs(),
    PATRONI_POSTGRESQL_PGPASS: path.join(parent, 'pgpass'),
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
    PATRONI_REWIND_PASSWORD: PASSWORD,
    PATRONI_LOG_LEVEL: 'ERROR',
  };
}

/** The status of a call of Patroni's interface; null where nobody answers. */
function callApi(
  port: number,
  { certificate }: Certificate,
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
  const { etcd } = requirePrograms({ etcd: ['etcd'] }, 'etcd-server');
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
  void stopAtEnd(spawn(etcd, args, { stdio: 'ignore' }), cleanup);
  return new URL(client).host;
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child?.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise(resolve => child.once('exit', resolve));
  child.kill(signal);
  await exited;
}
