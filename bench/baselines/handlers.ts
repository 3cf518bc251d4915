import { createHash } from 'node:crypto';
import express from 'express';
import pg from 'pg';

/** The baselines for increments, in one process, since they take turns. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const sha256 = (text: string) => createHash('sha256').update(text).digest();
await pool.query(`
  create table if not exists upsert_package (slug text primary key, patch integer not null);
  create table if not exists same_work_key (hash bytea primary key);
  create table if not exists same_work_package (
    slug text primary key, patch integer not null, updated_at timestamptz not null default now()
  );
  create table if not exists same_work_change (
    id bigint generated always as identity primary key,
    slug text not null references same_work_package,
    patch integer not null,
    at timestamptz not null default now()
  )`);
await pool.query('insert into same_work_key values ($1) on conflict do nothing', [sha256('bench')]);

const app = express();

/** The cost of a request without any work. */
app.post('/constant/:slug', (_request, response) => {
  response.json({ slug: 'bench', patch: 1 });
});

/** The minimal counter: one atomic upsert per request, without keys and history. */
app.post('/upsert/:slug', async (request, response) => {
  const { rows } = await pool.query(
    `insert into upsert_package (slug, patch) values ($1, 1)
    on conflict (slug) do update set patch = upsert_package.patch + 1
    returning slug, patch`,
    [request.params.slug],
  );
  response.json(rows[0]);
});

/** Looks up the key by its hash, then increments the package and writes its history in one transaction. */
app.post('/same-work/:slug', async (request, response) => {
  const key = request.get('authorization')?.replace('Bearer ', '') ?? '';
  const client = await pool.connect();
  try {
    const known = await client.query('select from same_work_key where hash = $1', [sha256(key)]);
    if (known.rowCount === 0) {
      response.status(401).json({ title: 'Unauthorized' });
      return;
    }
    await client.query('begin');
    const { rows } = await client.query<{ slug: string; patch: number }>(
      `insert into same_work_package (slug, patch) values ($1, 1)
      on conflict (slug) do update set patch = same_work_package.patch + 1, updated_at = now()
      returning slug, patch`,
      [request.params.slug],
    );
    const [changed] = rows as [{ slug: string; patch: number }];
    await client.query('insert into same_work_change (slug, patch) values ($1, $2)', [
      changed.slug,
      changed.patch,
    ]);
    await client.query('commit');
    response.json(changed);
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});

app.get('/', (_request, response) => response.json({}));
app.listen(Number(process.env.PORT), '127.0.0.1');
