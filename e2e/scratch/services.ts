import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabaseServer } from '@platform/db';
import getPort from 'get-port';
import { type Cleanup, stopAtEnd } from './cleanup.js';
import { root, run } from './programs.js';

export type ServiceName = 'versioning' | 'reporting';

/** The environment of services on a database that log nothing and have no rate limits. */
export function withoutLimits(databaseUrl: string, settings: object = {}): NodeJS.ProcessEnv {
  const limits = ['DEFAULT', 'FAILED_AUTH', 'REPORTS', 'SIGN_IN'];
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'silent',
    SESSION_SECRET: 'a'.repeat(32),
    ...Object.fromEntries(limits.map(name => [`RATE_LIMIT_${name}`, 'off'])),
    ...settings,
  };
}

export interface Service {
  name: ServiceName;
  url: string;
  child: ChildProcess;
  exited: Promise<unknown>;
}

/** Runs a command line of a service; resolves to its standard output. */
export type CommandLine = (service: ServiceName, args: string[], input?: string) => Promise<string>;

export interface Reader {
  email: string;
  company: string;
  password: string;
  secret: string;
}

const HEALTH = { versioning: '/api/health', reporting: '/diagnostic/health' };

/**
 * A migrated database and what services on it need in their environment.
 * @param dataDir the folder of an embedded server, used where `databaseUrl` is null
 */
export async function openScratchDatabase(
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  cleanup: Cleanup,
): Promise<NodeJS.ProcessEnv> {
  const database = await openDatabaseServer({ databaseUrl, dataDir });
  cleanup.add(() => database.close());
  await migrate(database.url);
  return {
    ...process.env,
    LOG_LEVEL: 'warn',
    TRUST_PROXY: 'loopback',
    SESSION_SECRET: randomBytes(32).toString('base64url'),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
  };
}

/** Applies the migrations and reporting's SQL functions, as a deployment does. */
export async function migrate(databaseUrl: string): Promise<void> {
  await commandLine({ ...process.env, DATABASE_URL: databaseUrl })('reporting', ['migrate']);
}

/**
 * A service as deployed, on a free local port; stopped by `cleanup`. Its log goes to the file
 * that is named, else to standard output.
 */
export async function startService(
  name: ServiceName,
  env: NodeJS.ProcessEnv,
  cleanup: Cleanup,
  log?: string,
) {
  const port = await getPort();
  const child = spawn(process.execPath, [commandLineOf(name), 'serve'], {
    cwd: root,
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', log === undefined ? 'inherit' : openSync(log, 'w'), 'inherit'],
  });
  const exited = stopAtEnd(child, cleanup);
  const service: Service = { name, url: `http://127.0.0.1:${port}`, child, exited };
  await waitUntilHealthy(service);
  return service;
}

/** The command lines of a checkout that is built. */
export function commandLine(env: NodeJS.ProcessEnv): CommandLine {
  return (service, args, input) =>
    run(process.execPath, [commandLineOf(service), ...args], { env, input });
}

/** Of a key: names are unique. */
export const uniqueName = (name: string) => `${name} ${randomBytes(4).toString('hex')}`;

export function issueKey(runCommand: CommandLine) {
  const scope = ['--scope', 'read,write,delete'];
  return runCommand('versioning', [
    'keys',
    'create',
    '--name',
    uniqueName('demonstration'),
    ...scope,
  ]);
}

/** Loads a demonstration and gives its reader a password and a secret. */
export async function makeReader(
  runCommand: CommandLine,
  size: 'small' | 'large' = 'small',
): Promise<Reader> {
  const { email, company } = JSON.parse(
    await runCommand('reporting', ['demo', '--size', size, '--json']),
  ) as Reader;
  const password = randomBytes(12).toString('base64url');
  await runCommand('reporting', ['accounts', 'set-password', '--email', email], password);
  const owner = ['--email', email, '--company', company];
  const secret = await runCommand('reporting', ['secrets', 'create', ...owner]);
  return { email, company, password, secret };
}

function commandLineOf(name: ServiceName) {
  return path.join(root, 'apps', name, 'dist', 'cli.js');
}

async function waitUntilHealthy({ name, url, child }: Service) {
  const deadline = performance.now() + 120_000;
  while (performance.now() < deadline && child.exitCode === null) {
    const response = await fetch(url + HEALTH[name]).catch(() => null);
    if (response?.ok) return;
    await wait(100);
  }
  throw new Error(`${name} did not become healthy within two minutes.`);
}
