import express from 'express';
import pg from 'pg';

/** The smallest handler that counts: Express, a pool, one atomic upsert per request. No key, no history. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query(
  'create table if not exists upsert_package (slug text primary key, patch integer not null)',
);

const app = express();
app.post('/api/packages/:slug/increment/patch', async (request, response) => {
  const { rows } = await pool.query(
    `insert into upsert_package (slug, patch) values ($1, 1)
    on conflict (slug) do update set patch = upsert_package.patch + 1
    returning slug, patch`,
    [request.params.slug],
  );
  response.json(rows[0]);
});
app.use((_request, response) => response.json({}));
app.listen(Number(process.env.PORT), '127.0.0.1');
