import { createDatabase, type Database } from '../src';

/** Direct access to a database, bypassing the service; to be closed by the test. */
export function connect(url: string): Database {
  return createDatabase({ url, poolSize: 4, statementTimeout: 60_000, applicationName: 'test' });
}
