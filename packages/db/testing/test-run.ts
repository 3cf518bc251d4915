import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { Definitions } from '../src/definitions';
import { migrate } from '../src/migrate';
import { databaseUrl, onServer } from './on-server';

/** A test run on a server that other runs may share. */
export interface TestRun {
  /** The migrated database that tests clone; its name is the prefix of theirs. */
  readonly template: string;
  close(): Promise<void>;
}

const PREFIX = 'services_test_';

/** Creates the template of a run, and drops databases that killed runs left on the server. */
export async function startRun(
  server: string,
  definitions: readonly Definitions[],
): Promise<TestRun> {
  const template = PREFIX + randomBytes(5).toString('hex');
  const heartbeat = await openHeartbeat(server, template);
  await dropLeftovers(server);
  await onServer(server, `create database ${template}`);
  for (const each of [null, ...definitions]) await migrate(databaseUrl(server, template), each);
  return {
    template,
    async close() {
      await heartbeat.end();
      await dropLeftovers(server);
    },
  };
}

/** Opens a connection named after the run; while it is open, the run counts as alive. */
async function openHeartbeat(server: string, name: string): Promise<Client> {
  const client = new Client({ connectionString: server, application_name: name, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Drops the databases of dead runs. Drops may fail because a concurrent run does the same. */
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
