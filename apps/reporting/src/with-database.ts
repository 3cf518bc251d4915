import { createDatabase, type Database, openDatabaseServer } from '@platform/db';
import { createLog, type Log } from '@platform/http';
import type { Config } from './config';

/** What a command works with. */
export interface CommandTools {
  readonly config: Config;
  readonly db: Database;
  /** On standard error: standard output is the command's answer. */
  readonly log: Log;
}

/** Opens the database for one command and closes it after, whatever becomes of the command. */
export async function withDatabase<Result>(
  config: Config,
  work: (tools: CommandTools) => Promise<Result>,
): Promise<Result> {
  const server = await openDatabaseServer(config);
  const db = createDatabase({
    url: server.url,
    poolSize: 2,
    statementTimeout: config.statementTimeout,
    applicationName: 'reporting command',
  });
  try {
    const log = createLog({ service: 'reporting', level: config.logLevel, to: 'stderr' });
    return await work({ config, db, log });
  } finally {
    await db.close();
    await server.close();
  }
}
