import {
  createDatabase,
  type Database,
  explainDatabaseError,
  explainMissing,
  isPrivilegeMissing,
  isSchemaMissing,
  openDatabaseServer,
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
  service: Pick<Service, 'name' | 'definitions'>,
  config: Config,
  work: (tools: CommandTools<Config>) => Promise<Result>,
  { isBulk = false } = {},
): Promise<Result> {
  const server = await openDatabaseServer(config, service.definitions);
  const db = createDatabase({
    url: server.url,
    poolSize: 2,
    statementTimeout: isBulk ? BULK_TIMEOUT : config.statementTimeout,
    applicationName: `${service.name} command`,
  });
  try {
    // On a terminal, the command's own messages suffice.
    const level = process.stderr.isTTY ? 'silent' : config.logLevel;
    const log = createLog({ service: service.name, level, to: process.stderr.fd });
    return await work({ config, db, log });
  } catch (error) {
    const lacks =
      isSchemaMissing(error) || isPrivilegeMissing(error)
        ? await explainMissing(server.url, service)
        : null;
    throw lacks === null ? explainDatabaseError(error) : new Error(lacks, { cause: error });
  } finally {
    await db.close();
    await server.close();
  }
}
