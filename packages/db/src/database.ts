import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, type QueryConfig } from 'pg';
import { withConnection } from './connection';
import { PrismaClient } from './generated/client';

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  /** Milliseconds; the server ends a statement then, and a second later the client gives it up. */
  readonly statementTimeout: number;
  /** What pg_stat_activity shows. */
  readonly applicationName: string;
  /** Told of idle connections that broke; the pool has replaced them already. */
  onIdleError?(error: Error): void;
}

/** One pool, and over it the Prisma client for ordinary rows; see run.ts for SQL. */
export interface Database {
  readonly pool: Pool;
  readonly prisma: PrismaClient;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT = 2_000;
/** How much longer than the server the client waits: a database that hangs answers nothing at all. */
const CLIENT_GRACE = 1_000;

/** Opens no connection yet: a database that is away at start is found when it returns. */
export function createDatabase(options: DatabaseOptions): Database {
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    statement_timeout: options.statementTimeout,
    query_timeout: options.statementTimeout + CLIENT_GRACE,
    keepAlive: true,
    // Whatever the server's own are: days begin in UTC, times arrive in the form that is parsed, and
    // nothing is compiled: for a report that took longer (1.1 s) than all the rest of it (0.15 s).
    options: '-c timezone=UTC -c datestyle=ISO -c jit=off',
  });
  // pg's own closes the connection after every error, a unique violation too; Prisma goes through here.
  pool.query = ((config: QueryConfig, values?: unknown[]) =>
    withConnection(pool, client => client.query(config, values))) as Pool['query'];
  // Without a listener, an idle connection that breaks ends the process.
  pool.on('error', error => options.onIdleError?.(error));
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: false }),
    errorFormat: 'minimal',
  });
  return {
    pool,
    prisma,
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
