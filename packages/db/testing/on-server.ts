import { Client, type QueryResultRow } from 'pg';

/** Runs one statement over a connection of its own. */
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

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
