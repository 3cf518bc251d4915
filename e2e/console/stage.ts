import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabaseServer } from '@platform/db';
import { chromium } from 'playwright-core';
import type { Cleanup } from '../scratch/cleanup.js';
import { requireProgram } from '../scratch/programs.js';
import { commandLine, makeReader, migrate, withoutLimits } from '../scratch/services.js';

export interface Account {
  readonly email: string;
  password: string;
}

/** A browser, and a database with the small demonstration and an operator, for services that send mails. */
export async function openStage(operator: Account, cleanup: Cleanup, browserArgs: string[] = []) {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const executablePath = requireProgram('chromium', ...names);
  const folder = mkdtempSync(path.join(tmpdir(), 'console-'));
  // PostgreSQL and nginx's workers do not run as root and need access.
  chmodSync(folder, 0o755);
  cleanup.add(() => rmSync(folder, { recursive: true }));
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
