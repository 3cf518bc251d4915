import { randomBytes } from 'node:crypto';
import { databaseUrl, onServer } from './on-server';

export interface TestDatabase {
  /** By way of the pooler where there is one. */
  readonly url: string;
  /** Without it: for tests of what a session keeps, or of settings that only new sessions have. */
  readonly directUrl: string;
  drop(): Promise<void>;
}

/** The environment in which a run's set-up tells its workers of the server, and of the database to clone. */
export const SERVER = 'TEST_SERVER_URL';
export const TEMPLATE = 'TEST_TEMPLATE';

/** How clones are made; the server's own way unless said. */
export const STRATEGY = 'TEST_TEMPLATE_STRATEGY';

/** The URL of a pooler in front of the server, where tests are to use their databases by way of one. */
const POOLER = 'TEST_POOLER_URL';

/** A database of its own, migrated and empty: a clone of the run's template. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabaseOfRun(template => `template ${template} ${process.env[STRATEGY] ?? ''}`);
}

/** A database of its own in which there is nothing at all. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabaseOfRun(() => '');
}

async function createDatabaseOfRun(clause: (template: string) => string): Promise<TestDatabase> {
  const server = process.env[SERVER];
  const template = process.env[TEMPLATE];
  if (!server || !template)
    throw new Error('Run tests with `npm test`: its set-up makes the template');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  await onServer(server, `create database ${name} ${clause(template)}`);
  return {
    url: databaseUrl(process.env[POOLER] ?? server, name),
    directUrl: databaseUrl(server, name),
    drop: async () => {
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}
