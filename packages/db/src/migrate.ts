import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client, type Pool } from 'pg';

interface Migration {
  readonly name: string;
  readonly sql: string;
  /** As Prisma counts it: the SHA-256 of the file. */
  readonly checksum: string;
}

/** Any number that nobody else takes: one process migrates, the others wait for it. */
const LOCK = 7_204_416_021;

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
 * call it at once. A process that dies leaves whole migrations behind and no lock.
 * @returns the names of those it applied
 * @throws Error when a migration that was applied is not the one in the folder
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url, application_name: 'migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(MIGRATIONS_TABLE);
    const pending = await findPending(client);
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** The names of the migrations that the database lacks; all of them where none was ever applied. */
export async function pendingMigrations(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ exists: boolean }>(
    "select to_regclass('public._prisma_migrations') is not null as exists",
  );
  const pending = rows[0]?.exists ? await findPending(pool) : readMigrations();
  return pending.map(({ name }) => name);
}

async function findPending(on: Client | Pool): Promise<Migration[]> {
  const { rows } = await on.query<{ name: string; checksum: string }>(
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
      `The migration ${changed.name} was changed after it was applied. Restore its file; put changes into a new migration.`,
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

/** The folder is beside `src` and beside `dist`. */
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
