import { createDatabase, type Database } from '../src';

/** What a test reads and writes a database with, beside the service; to be closed. */
export function connect(url: string): Database {
  return createDatabase({ url, poolSize: 4, statementTimeout: 60_000, applicationName: 'test' });
}
