import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openDatabaseServer } from '@platform/db';
import getPort from 'get-port';
import pg from 'pg';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '..');
const run = promisify(execFile);

export interface Side {
  readonly url: string;
  readonly pid: number;
  readonly headers: Record<string, string>;
}

/** A database of this run alone, and what runs on it; all of it is gone after `close`. */
export interface Stage {
  readonly url: string;
  readonly client: pg.Client;
  readonly command: (service: 'versioning' | 'reporting', ...args: string[]) => Promise<string>;
  /** The service as deployed, except for limits that would end the run. */
  service(
    name: 'versioning' | 'reporting',
    headers?: Record<string, string>,
    settings?: Record<string, string>,
  ): Promise<Side>;
  /** A file of `baselines/`. */
  baseline(name: string): Promise<Side>;
  close(): Promise<void>;
}

/**
 * On the server of DATABASE_URL, or on the embedded one, in a database named BENCH_DATABASE, which is kept; or on the
 * server of another stage, in a database of its own.
 */
export async function openStage(beside?: Pick<Stage, 'url'>): Promise<Stage> {
  const database = await openDatabase(beside);
  const { url } = database;
  await run(process.execPath, [cli('reporting'), 'migrate'], {
    env: { ...process.env, DATABASE_URL: url },
  });
  const client = new pg.Client({ connectionString: url, options: '-c jit=off -c timezone=UTC' });
  await client.connect();
  const env = environment(url);
  const sides = new Sides(env);

  return {
    url,
    client,
    command: async (service, ...args) =>
      (await run(process.execPath, [cli(service), ...args], { env })).stdout.trim(),
    service: (name, headers, settings) =>
      sides.start(
        [cli(name), 'serve'],
        name === 'versioning' ? '/api/health' : '/diagnostic/health',
        headers,
        settings,
      ),
    baseline: name =>
      sides.start(['--import', 'tsx', path.join(here, 'baselines', `${name}.ts`)], '/', {
        authorization: 'Bearer bench',
      }),
    async close() {
      sides.end();
      await client.end();
      await database.close();
    },
  };
}

const cli = (service: string) => path.join(root, 'apps', service, 'dist', 'cli.js');

/** A database for a stage; `close` drops it, unless it is to be kept. */
async function openDatabase(beside: Pick<Stage, 'url'> | undefined) {
  const dataDir = path.join(tmpdir(), 'services-bench');
  mkdirSync(dataDir, { recursive: true });
  const server = await openDatabaseServer({
    databaseUrl: beside?.url ?? process.env.DATABASE_URL ?? null,
    dataDir,
  });
  const kept = beside ? undefined : process.env.BENCH_DATABASE;
  const name = kept ?? `bench_${process.pid}${beside ? '_beside' : ''}`;
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await admin.query(`create database ${pg.escapeIdentifier(name)}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async close() {
      if (!kept) await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
      await server.close();
    },
  };
}

function environment(databaseUrl: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    RATE_LIMIT_DEFAULT: 'off',
    RATE_LIMIT_REPORTS: 'off',
    REPORT_CONCURRENCY: '40',
    SNAPSHOT_SCHEDULE: 'off',
    LOG_LEVEL: 'warn',
  };
}

/** The processes of a stage. */
class Sides {
  readonly #children: ChildProcess[] = [];

  constructor(private readonly env: NodeJS.ProcessEnv) {}

  async start(
    args: string[],
    health: string,
    headers: Record<string, string> = {},
    settings: Record<string, string> = {},
  ): Promise<Side> {
    const port = await getPort();
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...this.env, ...settings, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.#children.push(child);
    const side = { url: `http://127.0.0.1:${port}`, pid: child.pid!, headers };
    while (!(await fetch(side.url + health).catch(() => null))) {
      if (child.exitCode !== null) throw new Error(`${args.join(' ')} did not start.`);
      await wait(50);
    }
    return side;
  }

  end(): void {
    for (const child of this.#children) child.kill('SIGTERM');
  }
}

/** The demonstration of a size, loaded unless it is there, and the secret of the largest organization's reader. */
export async function loadDemonstration(stage: Stage): Promise<Record<string, string>> {
  const size = process.env.BENCH_SIZE ?? 'large';
  const { rowCount } = await stage.client.query('select from reporting.company limit 1');
  if (rowCount === 0) {
    await stage.command('reporting', 'demo', '--size', size);
    // As autovacuum does within minutes, where it is on: until then, no index is enough for a page.
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

/** A key of versioning. Names are unique, and BENCH_DATABASE is kept. */
export function issueKey(stage: Stage): Promise<string> {
  const name = `bench ${randomBytes(4).toString('hex')}`;
  return stage.command('versioning', 'keys', 'create', '--name', name);
}

/** The headers of an account that reads the reports of an organization. */
export async function headersOf(stage: Stage, email: string, handle: string) {
  const owner = ['--email', email, '--company', handle];
  const secret = await stage.command('reporting', 'secrets', 'create', ...owner);
  return { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
}
