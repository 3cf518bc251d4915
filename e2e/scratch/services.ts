import { randomBytes } from 'node:crypto';
import { openSync } from 'node:fs';
import getPort from 'get-port';
import {
  type Service,
  startService as startOnPort,
  waitUntilHealthy,
} from '../../scripts/services.mjs';
import { cliOf } from '../../scripts/setup.mjs';
import { type Cleanup, stopAtEnd } from './cleanup.js';
import { eventually } from './eventually.js';
import { run } from './programs.js';

export type ServiceName = Service['name'];

/** Returns an environment for services without logs and rate limits. */
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

/** Runs a command of a service; resolves to its standard output. */
export type CommandLine = (service: ServiceName, args: string[], input?: string) => Promise<string>;

/** Uses the built command lines of this checkout. */
export function commandLine(env: NodeJS.ProcessEnv): CommandLine {
  return (service, args, input) => run(process.execPath, [cliOf(service), ...args], { env, input });
}

/** Applies the migrations and reporting's SQL functions, as a deployment does. */
export async function migrate(databaseUrl: string): Promise<void> {
  await commandLine({ ...process.env, DATABASE_URL: databaseUrl })('reporting', ['migrate']);
}

/** Migrates a database and loads the small demo. Returns the environment and credentials of services on it. */
export async function prepareServices(databaseUrl: string, settings: object = {}) {
  // HAProxy treats every server as the primary until its first check.
  await eventually(() => migrate(databaseUrl));
  const env = withoutLimits(databaseUrl, settings);
  const runCommand = commandLine(env);
  return { env, key: await issueKey(runCommand), reader: await makeReader(runCommand) };
}

/**
 * Starts a built service, which `cleanup` stops, and waits until it is healthy.
 * @param options.port defaults to a free local port
 * @param options.log a file; defaults to standard output
 */
export async function startService(
  name: ServiceName,
  env: NodeJS.ProcessEnv,
  cleanup: Cleanup,
  { port, log }: { port?: number; log?: string } = {},
): Promise<Service> {
  const stdout = log === undefined ? 'inherit' : openSync(log, 'w');
  const service = startOnPort(name, port ?? (await getPort()), env, stdout);
  void stopAtEnd(service.child, cleanup);
  await waitUntilHealthy(service);
  return service;
}

/** @param scope separated by commas */
export function issueKey(runCommand: CommandLine, scope = 'read,write,delete'): Promise<string> {
  // Names must be unique.
  const name = `demo ${randomBytes(4).toString('hex')}`;
  return runCommand('versioning', ['keys', 'create', '--name', name, '--scope', scope]);
}

export type Reader = Awaited<ReturnType<typeof makeReader>>;

/** Loads the demo and issues a password and a secret for its reader. */
export async function makeReader(runCommand: CommandLine, size: 'small' | 'large' = 'small') {
  const { email, company } = JSON.parse(
    await runCommand('reporting', ['demo', '--size', size, '--json']),
  ) as { email: string; company: string };
  const password = randomBytes(12).toString('base64url');
  await runCommand('reporting', ['accounts', 'set-password', '--email', email], password);
  return { email, company, password, secret: await issueSecret(runCommand, email, company) };
}

/** Lets a member read the reports of an organization. Returns the member's secret. */
export async function letRead(runCommand: CommandLine, email: string, company: string) {
  const account = ['--email', email];
  const role = ['--company', company, '--developer'];
  await runCommand('reporting', ['accounts', 'update', ...account, ...role]);
  await runCommand('reporting', ['accounts', 'grant', ...account, '--reports']);
  return issueSecret(runCommand, email, company);
}

/** Issues the personal secret of an account in an organization, replacing the previous one. */
export function issueSecret(runCommand: CommandLine, email: string, company: string) {
  const owner = ['--email', email, '--company', company];
  return runCommand('reporting', ['secrets', 'create', ...owner]);
}
