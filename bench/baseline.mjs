import express from 'express';
import pg from 'pg';

/** The smallest honest handler: Express, a pool, one atomic upsert a request. No key, no history. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query(
  'create table if not exists baseline (slug text primary key, patch integer not null)',
);

const app = express();
app.post('/api/packages/:slug/increment/patch', async (request, response) => {
  const { rows } = await pool.query(
    `insert into baseline (slug, patch) values ($1, 1)
    on conflict (slug) do update set patch = baseline.patch + 1
    returning slug, patch`,
    [request.params.slug],
  );
  response.json(rows[0]);
});
app.listen(Number(process.env.PORT), '127.0.0.1');
