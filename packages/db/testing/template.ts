import { randomBytes } from 'node:crypto';
import { databaseUrl, onServer } from './on-server';

export interface TestDatabase {
  /** Through the pooler, if there is one. */
  readonly url: string;
  /** Bypasses the pooler: for tests of session state. */
  readonly directUrl: string;
  drop(): Promise<void>;
}

/** Environment variables by which global setup passes the server and the template to the workers. */
export const SERVER = 'TEST_SERVER_URL';
export const TEMPLATE = 'TEST_TEMPLATE';

/** The cloning strategy; empty for the server's default. */
export const STRATEGY = 'TEST_TEMPLATE_STRATEGY';

/** Optional URL of a pooler in front of the server. */
const POOLER = 'TEST_POOLER_URL';

/** Creates a migrated, empty database by cloning the run's template. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabaseOfRun(template => `template ${template} ${process.env[STRATEGY] ?? ''}`);
}

/** Copies a database to which nobody is connected. */
export function copyTestDatabase({ directUrl }: TestDatabase): Promise<TestDatabase> {
  const name = new URL(directUrl).pathname.slice(1);
  return createDatabaseOfRun(() => `template ${name} ${process.env[STRATEGY] ?? ''}`);
}

/** Creates a database without any schema. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabaseOfRun(() => '');
}

async function createDatabaseOfRun(clause: (template: string) => string): Promise<TestDatabase> {
  const server = process.env[SERVER];
  const template = process.env[TEMPLATE];
  if (!server || !template)
    throw new Error('Run tests with `npm test`: its global setup creates the template');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  await onServer(server, `create database ${name} ${clause(template)}`);
  // A crash of the server would end the run: its tests need not wait for the disk. The embedded server never does.
  if (!process.env[STRATEGY])
    await onServer(server, `alter database ${name} set synchronous_commit = off`);
  return {
    url: databaseUrl(process.env[POOLER] ?? server, name),
    directUrl: databaseUrl(server, name),
    drop: async () => {
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}
