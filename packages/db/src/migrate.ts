import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { abandon, ignore, inTransaction } from './connection';
import {
  applyDefinitions,
  areOutdated,
  type Definitions,
  explainMissingPrivileges,
  grantMissingPrivileges,
  nameOf,
} from './definitions';
import { CANNOT_BE_USED, explainDatabaseError } from './errors';

/** The advisory lock that Prisma's `migrate deploy` takes. */
const LOCK = 72_707_369;

/** For connecting and, for read-only checks, for each response. */
const CONNECT_TIMEOUT_MS = 5_000;

const MIN_POSTGRES_VERSION = 15;

/** Prisma's own table, so that its command line reports the same state. */
const MIGRATIONS_TABLE = `
  create table if not exists public._prisma_migrations (
    id varchar(36) primary key not null,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`;

/**
 * Applies pending migrations, then changed definitions and missing privileges, each in a transaction that holds the lock,
 * so replicas may call it concurrently. Returns the names of what this call applied.
 * @throws Error if a migration fails or was changed after it was applied; if the server is too old; if an administrator
 *   must run statements, which the message lists; the signal's reason if it is aborted
 */
export function migrate(
  url: string,
  definitions: Definitions | null = null,
  signal?: AbortSignal,
): Promise<string[]> {
  const work = async (client: Client) => {
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::integer / 10000 as version",
    );
    const { version } = rows[0]!;
    if (version < MIN_POSTGRES_VERSION)
      throw new Error(
        `The database is PostgreSQL ${version}; version ${MIN_POSTGRES_VERSION} or later is required.`,
      );
    const applied: string[] = [];
    for (;;) {
      const name = await inTransaction(client, () => applyNext(client, definitions));
      if (name === null) return applied;
      applied.push(name);
    }
  };
  return withClient({ connectionString: url }, work, signal);
}

/** Returns what `migrate` would apply. @throws Error if an applied migration was changed; the signal's reason */
export function pendingMigrations(
  url: string,
  definitions: Definitions | null = null,
  signal?: AbortSignal,
): Promise<string[]> {
  const work = async (client: Client) => {
    const { rows } = await client.query<{ exists: boolean }>(
      "select to_regclass('public._prisma_migrations') is not null as exists",
    );
    const pending = rows[0]?.exists ? await findPending(client) : readMigrations();
    const names = pending.map(({ name }) => name);
    if (!definitions) return names;
    // A migration creates the table that records definitions.
    const isOutdated = names.length > 0 || (await areOutdated(client, definitions));
    return isOutdated ? [...names, nameOf(definitions)] : names;
  };
  return withClient(withQueryTimeout(url), work, signal);
}

/** Describes what the database lacks and how to fix it; null if nothing is missing. @throws the signal's reason */
export async function explainMissing(
  url: string,
  { name, definitions }: { readonly name: string; readonly definitions: Definitions | null },
  signal?: AbortSignal,
): Promise<string | null> {
  const [first, ...others] = await pendingMigrations(url, definitions, signal);
  if (first !== undefined)
    return (
      `The database has ${others.length + 1} pending migration(s), starting with ${first}. ` +
      `Run: ${name} migrate (or set MIGRATE_ON_START=true).`
    );
  if (!definitions) return null;
  const work = (client: Client) => explainMissingPrivileges(client, definitions);
  return withClient(withQueryTimeout(url), work, signal);
}

function withQueryTimeout(url: string): ClientConfig {
  return { connectionString: url, query_timeout: CONNECT_TIMEOUT_MS };
}

async function withClient<Result>(
  config: ClientConfig,
  work: (client: Client) => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  signal?.throwIfAborted();
  const client = new Client({
    ...config,
    application_name: 'migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  // The running statement fails as well; an unhandled event would end the process.
  client.on('error', ignore);
  const stop = () => abandon(client);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    await client.connect().catch((cause: unknown) => {
      throw new Error(CANNOT_BE_USED, { cause });
    });
    const result = await work(client);
    await client.end();
    return result;
  } catch (error) {
    // Not awaited: a hung server never responds.
    void client.end().catch(ignore);
    signal?.throwIfAborted();
    const isExplained = error instanceof Error && error.message === CANNOT_BE_USED;
    throw isExplained ? error : explainDatabaseError(error);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

async function findPending(client: Client): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select migration_name as name, checksum
    from public._prisma_migrations
    where finished_at is not null and rolled_back_at is null`,
  );
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const migrations = readMigrations();
  const changed = migrations.find(
    ({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum,
  );
  if (changed) {
    throw new Error(
      `The migration ${changed.name} was changed after it was applied. ` +
        'Restore its file and put the changes in a new migration.',
    );
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

async function applyNext(client: Client, definitions: Definitions | null): Promise<string | null> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
  await client.query(MIGRATIONS_TABLE);
  const [next] = await findPending(client);
  if (next) {
    await apply(client, next);
    return next.name;
  }
  if (!definitions) return null;
  if (await areOutdated(client, definitions)) {
    await applyDefinitions(client, definitions);
    return nameOf(definitions);
  }
  return (await grantMissingPrivileges(client, definitions))
    ? `privileges of ${definitions.owner}`
    : null;
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql);
  } catch (cause) {
    throw new Error(`The migration ${name} failed and was rolled back.`, { cause });
  }
  await client.query(
    `insert into public._prisma_migrations
      (id, checksum, finished_at, migration_name, applied_steps_count)
    values ($1, $2, clock_timestamp(), $3, 1)`,
    [randomUUID(), checksum, name],
  );
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  /** The SHA-256 of the file, as in Prisma. */
  readonly checksum: string;
}

/** Returns them in order. The folder is a sibling of both `src` and `dist`. */
function readMigrations(): Migration[] {
  const folder = path.join(__dirname, '..', 'prisma', 'migrations');
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(path.join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
