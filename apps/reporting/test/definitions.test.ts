import { readdirSync } from 'node:fs';
import path from 'node:path';
import { definitions } from '../src/main/definitions';
import { startTestApp } from './start-test-app';

test('every file of definitions is applied', () => {
  const files = readdirSync(path.join(__dirname, '../src'), { recursive: true, encoding: 'utf8' });
  const found = files.filter(file => file.endsWith('.define.sql'));
  expect(definitions.files.map(({ name }) => name).sort()).toEqual(found.sort());
});

test('a migration of the next release can add a column with a default to any table despite the definitions', async () => {
  const app = await startTestApp();
  try {
    const { pool } = app.context.db;
    const { rows } = await pool.query<{ name: string }>(
      `select oid::regclass::text as name
      from pg_class
      where relnamespace = 'reporting'::regnamespace
        and relkind = 'r'`,
    );
    expect(rows.length).toBeGreaterThan(20);
    // PostgreSQL refuses this if a definition depends on the row type of the table.
    for (const { name } of rows) {
      await pool.query(`alter table ${name} add column added integer not null default 1`);
    }
  } finally {
    await app.close();
  }
});
