import {
  createDatabase,
  type Database,
  explainDatabaseError,
  isSchemaMissing,
  openDatabaseServer,
  pendingMigrations,
} from '@platform/db';
import { createLog, type Log } from '@platform/http';
import type { ServiceConfig } from './service';

export interface CommandTools<Config extends ServiceConfig> {
  readonly config: Config;
  readonly db: Database;
  /** On standard error: standard output is the command's answer. */
  readonly log: Log;
}

/** Opens the database for one command and closes it after. */
export type WithTools<Config extends ServiceConfig> = <Result>(
  work: (tools: CommandTools<Config>) => Promise<Result>,
) => Promise<Result>;

/** Longer than any import; a connection that breaks is noticed all the same. */
const BULK_TIMEOUT = 86_400_000;

/** Opens the database for one command of a service and closes it after, whatever becomes of the command. */
export async function withDatabase<Config extends ServiceConfig, Result>(
  service: string,
  config: Config,
  work: (tools: CommandTools<Config>) => Promise<Result>,
  { isBulk = false } = {},
): Promise<Result> {
  const server = await openDatabaseServer(config);
  const db = createDatabase({
    url: server.url,
    poolSize: 2,
    statementTimeout: isBulk ? BULK_TIMEOUT : config.statementTimeout,
    applicationName: `${service} command`,
  });
  try {
    // A person at a terminal reads the command's own words.
    const level = process.stderr.isTTY ? 'silent' : config.logLevel;
    const log = createLog({ service, level, to: 'stderr' });
    return await work({ config, db, log });
  } catch (error) {
    if (isSchemaMissing(error) && (await pendingMigrations(server.url)).length > 0)
      throw new Error(`The database lacks migrations. Run: ${service} migrate.`, { cause: error });
    throw explainDatabaseError(error);
  } finally {
    await db.close();
    await server.close();
  }
}
