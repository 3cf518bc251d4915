import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { type Migration, readMigrations } from './migrations';

export interface MigrateOptions {
  /** Told of each migration as it is applied. */
  readonly log?: (name: string) => void;
}

/** The one that Prisma's own `migrate deploy` takes, so that the two never run at once. */
const LOCK = 72_707_369;

const CONNECT_TIMEOUT = 10_000;

/** Prisma's own table, so that `prisma migrate status` and `deploy` agree with what is done here. */
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
 * Applies the migrations that the database lacks, each in a transaction, under a lock: every replica may
 * call it at once. The lock is its connection's: a process that dies leaves whole migrations and no lock.
 * @returns the names of those it applied
 * @throws Error when a migration that was applied is not the one in the folder, or one fails
 */
export function migrate(url: string, { log }: MigrateOptions = {}): Promise<string[]> {
  return withClient(url, async client => {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(MIGRATIONS_TABLE);
    const pending = await findPending(client);
    for (const migration of pending) {
      await apply(client, migration);
      log?.(migration.name);
    }
    return pending.map(({ name }) => name);
  });
}

/**
 * The names of the migrations that the database lacks; all of them where none was ever applied.
 * @throws Error when a migration that was applied is not the one in the folder
 */
export function pendingMigrations(url: string): Promise<string[]> {
  return withClient(url, async client => {
    const { rows } = await client.query<{ exists: boolean }>(
      "select to_regclass('public._prisma_migrations') is not null as exists",
    );
    const pending = rows[0]?.exists ? await findPending(client) : readMigrations();
    return pending.map(({ name }) => name);
  });
}

async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    connectionString: url,
    application_name: 'migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
  });
  // A connection that breaks fails the statement it runs; the event besides would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
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
        'Restore its file, and put changes into a new migration.',
    );
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query(
      `insert into public._prisma_migrations
        (id, checksum, finished_at, migration_name, applied_steps_count)
      values ($1, $2, clock_timestamp(), $3, 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`The migration ${name} failed and was rolled back.`, { cause: error });
  }
}
