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
import type { Service, ServiceConfig } from './serve-until-signal';

export interface CommandTools<Config extends ServiceConfig> {
  readonly config: Config;
  readonly db: Database;
  /** Writes to standard error, because standard output carries the command's result. */
  readonly log: Log;
}

export type WithTools<Config extends ServiceConfig> = <Result>(
  work: (tools: CommandTools<Config>) => Promise<Result>,
) => Promise<Result>;

/** Longer than any import. A broken connection is detected earlier. */
const BULK_TIMEOUT_MS = 86_400_000;

/** Opens the database for a command and closes it afterwards, even after an error. */
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
    statementTimeout: isBulk ? BULK_TIMEOUT_MS : config.statementTimeout,
    applicationName: `${service.name} command`,
  });
  try {
    // In a terminal, the command's own messages are sufficient.
    const level = process.stderr.isTTY ? 'silent' : config.logLevel;
    const log = createLog({ service: service.name, level, to: process.stderr.fd });
    return await work({ config, db, log });
  } catch (error) {
    const missing =
      isSchemaMissing(error) || isPrivilegeMissing(error)
        ? await explainMissing(server.url, service)
        : null;
    throw missing === null ? explainDatabaseError(error) : new Error(missing, { cause: error });
  } finally {
    // oxlint-disable-next-line typescript/no-misused-promises -- `finally` awaits the promise
    await db.close().finally(() => server.close());
  }
}
