import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabaseServer } from '@platform/db';
import getPort from 'get-port';
import pg from 'pg';
import { type Cleanup, createCleanup, stopAtEnd } from '../e2e/scratch/cleanup.js';
import { eventually } from '../e2e/scratch/eventually.js';
import {
  type CommandLine,
  commandLine,
  issueSecret,
  migrate,
  type ServiceName,
  startService,
  withoutLimits,
} from '../e2e/scratch/services.js';

export interface Side {
  readonly url: string;
  readonly pid: number;
  readonly headers: Record<string, string>;
}

/** A database and the services on it; disposal removes everything. */
export interface Stage extends Cleanup {
  readonly url: string;
  readonly client: pg.Client;
  readonly command: CommandLine;
  /** Starts a built service without limits that would fail the run. */
  service(
    name: ServiceName,
    headers?: Record<string, string>,
    settings?: Record<string, string>,
  ): Promise<Side>;
  /** Starts the handlers in `baselines/`. */
  baselines(): Promise<Side>;
}

/**
 * Uses the server in DATABASE_URL or an embedded one; the database BENCH_DATABASE, if set, is kept. With `beside`, uses a
 * separate database on the server of that stage.
 */
export async function openStage(beside?: Stage): Promise<Stage> {
  const cleanup = createCleanup();
  const url = await openDatabase(beside, cleanup);
  await migrate(url);
  const client = new pg.Client({ connectionString: url, options: '-c jit=off -c timezone=UTC' });
  await client.connect();
  cleanup.add(() => client.end());
  const env = withoutLimits(url, { REPORT_CONCURRENCY: '40', SNAPSHOT_SCHEDULE: 'off' });
  return {
    ...cleanup,
    url,
    client,
    command: commandLine(env),
    async service(name, headers = {}, settings = {}) {
      const { url, child } = await startService(name, { ...env, ...settings }, cleanup);
      return { url, pid: child.pid!, headers };
    },
    async baselines() {
      const port = await getPort();
      const file = path.join(import.meta.dirname, 'baselines', 'handlers.ts');
      const child = spawn(process.execPath, ['--import', 'tsx', file], {
        env: { ...env, PORT: String(port) },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      void stopAtEnd(child, cleanup);
      const url = `http://127.0.0.1:${port}`;
      await eventually(() => fetch(url));
      return { url, pid: child.pid!, headers: { authorization: 'Bearer bench' } };
    },
  };
}

/** Creates a database unless it exists. Returns its URL. */
async function openDatabase(beside: Stage | undefined, cleanup: Cleanup): Promise<string> {
  const dataDir = path.join(tmpdir(), 'services-bench');
  mkdirSync(dataDir, { recursive: true });
  const databaseUrl = beside?.url ?? process.env.DATABASE_URL ?? null;
  const server = await openDatabaseServer({ databaseUrl, dataDir });
  cleanup.add(() => server.close());
  const kept = beside ? undefined : process.env.BENCH_DATABASE;
  const name = kept ?? `bench_${process.pid}${beside ? '_beside' : ''}`;
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  cleanup.add(() => admin.end());
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await admin.query(`create database ${pg.escapeIdentifier(name)}`);
  if (!kept) cleanup.add(() => admin.query(`drop database ${name} with (force)`));
  return Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
}

/** Loads the demo of BENCH_SIZE into an empty database. Returns headers of a reader in the largest organization. */
export async function loadDemo(stage: Stage): Promise<Record<string, string>> {
  const size = process.env.BENCH_SIZE ?? 'large';
  const { rowCount } = await stage.client.query('select from reporting.company limit 1');
  if (rowCount === 0) {
    await stage.command('reporting', ['demo', '--size', size]);
    // Autovacuum would do this within minutes; until then, index-only scans are not possible.
    await stage.client.query('vacuum');
  }
  const { rows } = await stage.client.query<{ email: string; handle: string }>(
    `select account.email, company.handle
    from reporting.account
    join reporting.member on member.account_id = account.id
    join reporting.company on company.id = member.company_id
    where account.report_access
    order by company.id
    limit 1`,
  );
  const [{ email, handle }] = rows as [{ email: string; handle: string }];
  return headersOf(stage, email, handle);
}

/** Issues a secret for an account that can read an organization's reports. Returns headers with it. */
export async function headersOf({ command }: Stage, email: string, handle: string) {
  const secret = await issueSecret(command, email, handle);
  return { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
}

/** Returns the IDs of all departments in the largest organization. */
export async function listDepartments({ client }: Stage): Promise<string[]> {
  const { rows } = await client.query<{ uuid: string }>(
    `select uuid
    from reporting.department
    where company_id = (
      select company_id from reporting.member group by 1 order by count(*) desc limit 1
    )
    order by id`,
  );
  return rows.map(({ uuid }) => uuid);
}
