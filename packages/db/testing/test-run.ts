import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { Definitions } from '../src/definitions';
import { migrate } from '../src/migrate';
import { databaseUrl, onServer } from './on-server';

/** One run of the tests on a server that other runs may use at the same time. */
export interface TestRun {
  /** The migrated database that tests clone; the names of theirs begin with its name. */
  readonly template: string;
  close(): Promise<void>;
}

const PREFIX = 'services_test_';

/** Makes the template of a run, and clears away what runs that were killed left on the server. */
export async function startRun(
  server: string,
  definitions: readonly Definitions[],
): Promise<TestRun> {
  const template = PREFIX + randomBytes(5).toString('hex');
  const sign = await showLife(server, template);
  await dropLeftovers(server);
  await onServer(server, `create database ${template}`);
  for (const each of [null, ...definitions]) await migrate(databaseUrl(server, template), each);
  return {
    template,
    async close() {
      await sign.end();
      await dropLeftovers(server);
    },
  };
}

/** A connection that bears the run's name for as long as the run lives. */
async function showLife(server: string, name: string): Promise<Client> {
  const client = new Client({ connectionString: server, application_name: name, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Drops the databases of runs that show no life. Another run may be doing the same: each drop may come too late. */
async function dropLeftovers(server: string): Promise<void> {
  const leftovers = await onServer<{ name: string }>(
    server,
    `select datname as name
    from pg_database as test
    where starts_with(datname, '${PREFIX}')
      and not exists (
        select from pg_stat_activity
        where starts_with(application_name, '${PREFIX}')
          and starts_with(test.datname, application_name)
      )`,
  );
  for (const { name } of leftovers) {
    await onServer(server, `drop database if exists ${name} with (force)`).catch(() => undefined);
  }
}
