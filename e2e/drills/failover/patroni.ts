import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import type { Cleanup } from '../../scratch/cleanup.js';
import { requirePrograms, root } from '../../scratch/programs.js';
import { account, killServer, newFolder, programs } from '../postgres.js';
import type { Failover } from './failover.js';
import { startHaproxy } from './haproxy.js';

const CONFIGURATION = path.join(root, 'deploy', 'patroni');
const PASSWORD = 'of-the-drill';

/** Longer than a node takes to be copied and to catch up on a busy machine. */
const RECOVERY_TIMEOUT_MS = 180_000;

/** One node: Patroni and the PostgreSQL that it runs. */
interface Node {
  readonly address: string;
  readonly apiPort: number;
  start(): void;
  /** Ends Patroni and every process of its PostgreSQL with SIGKILL. */
  kill(): Promise<void>;
  /** Whether Patroni says that the node is this: `primary`, `sync`. */
  is(role: string): Promise<boolean>;
}

/** Two nodes of Patroni on one etcd, behind HAProxy: the files of deploy/patroni as they are. */
export async function createPatroni(cleanup: Cleanup): Promise<Failover> {
  const etcd = await startEtcd(cleanup);
  const nodes = [await createNode('one', etcd, cleanup), await createNode('two', etcd, cleanup)];
  for (const node of nodes) node.start();
  const find = (role: string) => eventually(async () => firstThat(nodes, node => node.is(role)));
  await find('sync');
  const [one, two] = nodes as [Node, Node];
  const { primaryPort, standbyPort } = await startHaproxy(
    path.join(CONFIGURATION, 'haproxy.cfg'),
    {
      NODE_1: one.address,
      NODE_1_API: String(one.apiPort),
      NODE_2: two.address,
      NODE_2_API: String(two.apiPort),
    },
    cleanup,
  );
  const url = (port: number, database: string) =>
    `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;
  let killed: Node | undefined;

  return {
    primaryUrl: database => url(primaryPort, database),
    standbyUrl: database => url(standbyPort, database),
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

async function createNode(name: string, etcd: string, cleanup: Cleanup): Promise<Node> {
  const { patroni } = requirePrograms({ patroni: ['patroni'] }, 'patroni');
  const [port, apiPort] = [await getPort(), await getPort()];
  const parent = newFolder(cleanup);
  const folder = path.join(parent, 'services');
  const address = `127.0.0.1:${port}`;
  const env = {
    ...process.env,
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: etcd,
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
  let child: ChildProcess | undefined;
  cleanup.add(async () => {
    await end(child, 'SIGTERM');
  });

  return {
    address,
    apiPort,
    start() {
      child = spawn(patroni, [path.join(CONFIGURATION, 'patroni.yml')], {
        ...account(),
        env,
        stdio: 'ignore',
      });
    },
    async kill() {
      await end(child, 'SIGKILL');
      const file = path.join(folder, 'postmaster.pid');
      if (existsSync(file)) killServer(Number(readFileSync(file, 'utf8').split('\n')[0]));
    },
    async is(role) {
      const response = await fetch(`http://127.0.0.1:${apiPort}/${role}`).catch(() => null);
      return response?.status === 200;
    },
  };
}

async function startEtcd(cleanup: Cleanup): Promise<string> {
  const { etcd } = requirePrograms({ etcd: ['etcd'] }, 'etcd-server');
  const [client, peer] = [await getPort(), await getPort()].map(port => `http://127.0.0.1:${port}`);
  const settings = {
    'data-dir': newFolder(cleanup),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
    'log-level': 'error',
  };
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(etcd, args, { stdio: 'ignore' });
  cleanup.add(() => end(child, 'SIGTERM'));
  return new URL(client!).host;
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child?.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise(resolve => child.once('exit', resolve));
  child.kill(signal);
  await exited;
}

async function firstThat(nodes: Node[], holds: (node: Node) => Promise<boolean>) {
  for (const node of nodes) if (await holds(node)) return node;
  return undefined;
}

async function eventually<Result>(find: () => Promise<Result | undefined>): Promise<Result> {
  const deadline = performance.now() + RECOVERY_TIMEOUT_MS;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error('Patroni did not get on in time.');
    await wait(200);
  }
}
