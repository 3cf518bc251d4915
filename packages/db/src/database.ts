import { PrismaPg } from '@prisma/adapter-pg';
import pLimit from 'p-limit';
import type { Pool, QueryConfig } from 'pg';
import { createPool, type PoolOptions, withStatementConnection } from './connection';
import { PrismaClient } from './generated/client';

/** One pool, shared by the Prisma client, `query` and `stream`. */
export interface Database {
  readonly pool: Pool;
  /** Made when it is first used: that takes 20 ms, and reports run SQL alone. */
  readonly prisma: PrismaClient;
  readonly fetching: pLimit.Limit;
  close(): Promise<void>;
}

/** More than one process can read at a time, but few for a database that shares its cores: twenty would use all. */
const FETCHES_AT_ONCE = 4;

/** Opens no connection yet: the database may be unreachable. */
export function createDatabase(options: PoolOptions): Database {
  const pool = createPool(options);
  let prisma: PrismaClient | undefined;
  return {
    pool,
    get prisma() {
      return (prisma ??= createPrisma(pool));
    },
    fetching: pLimit(FETCHES_AT_ONCE),
    async close() {
      await prisma?.$disconnect();
      await pool.end();
    },
  };
}

function createPrisma(pool: Pool): PrismaClient {
  return new PrismaClient({
    adapter: new PrismaPg(forPrisma(pool), { disposeExternalPool: false }),
    errorFormat: 'minimal',
  });
}

/** The pool as Prisma sees it: the pool's own `query` closes the connection after every error. */
function forPrisma(pool: Pool): Pool {
  const query = (config: QueryConfig, values?: unknown[]) =>
    withStatementConnection(pool, client => client.query(config, values));
  return Object.create(pool, { query: { value: query } }) as Pool;
}
