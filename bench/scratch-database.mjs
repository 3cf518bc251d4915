import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';

const require = createRequire(import.meta.url);

/** A database of this run alone, on DATABASE_URL's server or on an embedded one; dropped at the end. */
export async function openScratchDatabase() {
  const { openDatabaseServer } = require('@platform/db');
  const dataDir = path.join(tmpdir(), 'services-bench');
  const server = await openDatabaseServer({
    databaseUrl: process.env.DATABASE_URL ?? null,
    dataDir,
  });
  const name = `bench_${process.pid}`;
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const { rows } = await admin.query("select current_setting('server_version') as version");
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    version: rows[0].version,
    async drop() {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
      await server.close();
    },
  };
}
