import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cliOf, root } from './setup.mjs';

const HEALTH = { versioning: '/api/health', reporting: '/diagnostic/health' };

/** Resolves packages as reporting does: the root's own node_modules lack the workspace packages. */
export const requireAsReporting = createRequire(
  path.join(root, 'apps', 'reporting', 'package.json'),
);

/** Opens the database at `databaseUrl`, or the embedded one in `dataDir`, and migrates it. */
export async function openDatabase({ databaseUrl, dataDir }) {
  const { migrate, openDatabaseServer, postgresUrl } = requireAsReporting('@platform/db');
  const { definitions } = requireAsReporting('./dist/main/definitions.js');
  const url = databaseUrl && postgresUrl.parse(databaseUrl);
  const database = await openDatabaseServer({ databaseUrl: url, dataDir });
  try {
    await migrate(database.url, definitions);
  } catch (error) {
    await database.close();
    throw new Error(sentence(error), { cause: error });
  }
  return database;
}

/** Joins the messages of an error and its causes. */
function sentence({ message, cause }) {
  return cause instanceof Error ? `${message} ${sentence(cause)}` : message;
}

/** Starts a built service on a local port; `exited` resolves with the exit reason. */
export function startService(name, port, environment, stdout = 'inherit') {
  const child = spawn(process.execPath, [cliOf(name), 'serve'], {
    cwd: root,
    env: { ...environment, PORT: port },
    stdio: ['ignore', stdout, 'inherit'],
  });
  const exited = once(child, 'exit').then(([code, signal]) => signal ?? `exit code ${code}`);
  return { name, port, url: `http://127.0.0.1:${port}`, child, exited };
}

/** Resolves once the service is healthy; rejects if it exits or takes too long. */
export async function waitUntilHealthy({ name, url, child }) {
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  for (let attempt = 0; attempt < 600 && isRunning(); attempt++) {
    const response = await fetch(url + HEALTH[name]).catch(() => null);
    if (response?.ok) return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error(`${name} did not become healthy within 60 seconds.`);
}
