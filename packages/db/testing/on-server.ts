import { setTimeout as wait } from 'node:timers/promises';
import { Client, type QueryResultRow } from 'pg';

/** Runs one statement over a separate connection. */
export async function onServer<Row extends QueryResultRow>(
  server: string,
  sql: string,
): Promise<Row[]> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Waits until a connection to this database matches `condition` in pg_stat_activity. */
export async function untilConnection(server: string, condition: string): Promise<void> {
  while (!(await isConnected(server, condition))) await wait(10);
}

/** Waits until no connection to this database matches `condition`. */
export async function untilNoConnection(server: string, condition: string): Promise<void> {
  while (await isConnected(server, condition)) await wait(10);
}

async function isConnected(server: string, condition: string): Promise<boolean> {
  const found = `select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and ${condition}`;
  return (await onServer(server, found)).length > 0;
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
