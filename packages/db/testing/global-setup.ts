import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedServer, openEmbeddedServer } from '../src/embedded';
import { migrate } from '../src/migrate';
import { databaseUrl, onServer, SERVER, TEMPLATE } from './template';

declare global {
  /** The embedded server of this run, for the teardown; undefined with DATABASE_URL. */
  var throwaway: { server: EmbeddedServer; directory: string } | undefined;
}

/** Once a run: a server (DATABASE_URL, else an embedded one that is thrown away) and a template on it. */
export default async function globalSetup(): Promise<void> {
  process.env[SERVER] = process.env.DATABASE_URL ?? (await throwawayServer());
  process.env[TEMPLATE] = `test_${process.pid}_${Date.now().toString(36)}`;
  await onServer(process.env[SERVER], `create database ${process.env[TEMPLATE]}`);
  await migrate(databaseUrl(process.env[SERVER], process.env[TEMPLATE]));
  // Tests say which database a service uses; none may reach the server's own by accident.
  delete process.env.DATABASE_URL;
}

async function throwawayServer(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'services-test-'));
  // The server runs as another user when the tests run as root.
  await chmod(directory, 0o755);
  const server = await openEmbeddedServer(directory, { isDurable: false });
  globalThis.throwaway = { server, directory };
  return server.url;
}
