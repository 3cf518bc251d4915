import {
  createDatabase,
  type Database,
  explainDatabaseError,
  isSchemaMissing,
  openDatabaseServer,
  pendingMigrations,
} from '@platform/db';
import { createLog, type Log } from '@platform/http/log';
import type { Service, ServiceConfig } from './service';

export interface CommandTools<Config extends ServiceConfig> {
  readonly config: Config;
  readonly db: Database;
  /** Writes to standard error: standard output is the command's result. */
  readonly log: Log;
}

export type WithTools<Config extends ServiceConfig> = <Result>(
  work: (tools: CommandTools<Config>) => Promise<Result>,
) => Promise<Result>;

/** Milliseconds: longer than any import. A broken connection is detected earlier. */
const BULK_TIMEOUT = 86_400_000;

/** Opens the database for one command and closes it, also after an error. */
export async function withDatabase<Config extends ServiceConfig, Result>(
  { name: service, definitions }: Pick<Service, 'name' | 'definitions'>,
  config: Config,
  work: (tools: CommandTools<Config>) => Promise<Result>,
  { isBulk = false } = {},
): Promise<Result> {
  const server = await openDatabaseServer(config, definitions);
  const db = createDatabase({
    url: server.url,
    poolSize: 2,
    statementTimeout: isBulk ? BULK_TIMEOUT : config.statementTimeout,
    applicationName: `${service} command`,
  });
  try {
    // On a terminal, the command's own messages suffice.
    const level = process.stderr.isTTY ? 'silent' : config.logLevel;
    const log = createLog({ service, level, to: process.stderr.fd });
    return await work({ config, db, log });
  } catch (error) {
    if (isSchemaMissing(error) && (await pendingMigrations(server.url, definitions)).length > 0)
      throw new Error(`The database lacks migrations. Run: ${service} migrate.`, { cause: error });
    throw explainDatabaseError(error);
  } finally {
    await db.close();
    await server.close();
  }
}
