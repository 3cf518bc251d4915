import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { openDatabaseServer } from '@platform/db';
import { chromium } from 'playwright-core';
import { type Cleanup, temporaryFolder } from '../scratch/cleanup.js';
import { requireProgram, root } from '../scratch/programs.js';
import { commandLine, makeReader, migrate, withoutLimits } from '../scratch/services.js';

export interface Account {
  readonly email: string;
  password: string;
}

/** Starts a browser and a database with the small demo and an operator, for services that send emails. */
export async function openStage(operator: Account, cleanup: Cleanup, browserArgs: string[] = []) {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const executablePath = requireProgram('chromium', ...names);
  const folder = temporaryFolder('console', cleanup);
  // PostgreSQL and nginx's workers, which do not run as root, need access.
  chmodSync(folder, 0o755);
  const databaseUrl = process.env.DATABASE_URL ?? null;
  const database = await openDatabaseServer({ databaseUrl, dataDir: folder });
  cleanup.add(() => database.close());
  await migrate(database.url);
  const env = withoutLimits(database.url, {
    LOG_LEVEL: 'warn',
    TRUST_PROXY: 'loopback',
    DATA_DIR: folder,
    MAIL_FROM: 'Reporting <reporting@example.com>',
  });
  const run = commandLine(env);
  const reader = await makeReader(run);
  const owner = ['--email', operator.email];
  const named = ['--name', 'Olga Operator', '--operator'];
  await run('reporting', ['accounts', 'create', ...owner, ...named]);
  await run('reporting', ['accounts', 'set-password', ...owner], operator.password);
  const args = ['--no-sandbox', ...browserArgs];
  const browser = await chromium.launch({ executablePath, args });
  cleanup.add(() => browser.close());
  return { folder, env, reader, browser };
}

const FOLDER = 'apps/reporting/test/identity/single-sign-on';

/** The service's registration at the provider. */
export const client = {
  clientId: 'reporting',
  clientSecret: 'known to the provider and the service',
};

/** Starts the OpenID provider of reporting's tests with one person, `reader`, whose e-mail address is verified. */
export async function startProvider(
  facts: { port: number; redirectUri: string; email: string },
  cleanup: Cleanup,
): Promise<string> {
  const { email, ...rest } = facts;
  const settings = JSON.stringify({ isBare: false, isForged: false, ...client, ...rest });
  const child = spawn(
    process.execPath,
    [path.join(root, FOLDER, 'open-id-provider.mjs'), settings],
    {
      // The provider exits when its standard input closes.
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  );
  cleanup.add(() => child.kill('SIGKILL'));
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  const body = JSON.stringify({ email, email_verified: true });
  await fetch(`${url}/people/reader`, { method: 'PUT', body });
  return url;
}
