import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openEmbeddedServer } from '../src/embedded/embedded-server';
import { tcpProxy } from './tcp-proxy';
import { dataFolder } from './test-server';

/** A server of its own, at one address however often it is started. */
export interface RestartableServer {
  readonly url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function restartableServer(): Promise<RestartableServer> {
  const root = await mkdtemp(path.join(await dataFolder(), 'services-restart-'));
  await chmod(root, 0o755);
  const open = () => openEmbeddedServer(path.join(root, 'server'), { durable: false });
  let server = await open();
  const proxy = await tcpProxy(() => server.url);
  /** At once, whoever is connected. */
  const stop = async () => {
    const record = path.join(server.directory, 'data', 'postmaster.pid');
    const pid = Number((await readFile(record, 'utf8')).split('\n', 1)[0]);
    process.kill(pid, 'SIGINT');
    while (existsSync(record)) await wait(50);
  };
  return {
    url: proxy.url,
    stop,
    async start() {
      server = await open();
    },
    async close() {
      await stop();
      await server.close();
      await proxy.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
