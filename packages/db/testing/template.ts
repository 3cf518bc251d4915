import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Where the tests of this run find the server, and the migrated database that they clone. */
export const SERVER = 'TEST_SERVER_URL';
export const TEMPLATE = 'TEST_TEMPLATE';

/** A database of its own, migrated and empty: a clone of the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env[SERVER];
  const template = process.env[TEMPLATE];
  if (!server || !template)
    throw new Error('Run tests with `npm test`: its set-up makes the template');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  await onServer(server, `create database ${name} template ${template}`);
  return {
    url: databaseUrl(server, name),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
}

export async function onServer(server: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
