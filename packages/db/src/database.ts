import { PrismaPg } from '@prisma/adapter-pg';
import pLimit from 'p-limit';
import type { Pool, QueryConfig } from 'pg';
import { createPool, type PoolOptions, withStatementConnection } from './connection';
import { PrismaClient } from './generated/client';

/** One pool, shared by the Prisma client, `query` and `stream`. */
export interface Database {
  readonly pool: Pool;
  /** Created on first use: it takes 20 ms, and reports do not need it. */
  readonly prisma: PrismaClient;
  readonly fetching: pLimit.Limit;
  close(): Promise<void>;
}

/** Enough to saturate one reading process, few enough for a database that shares its cores. */
const MAX_CONCURRENT_FETCHES = 4;

/** Does not connect: the database may be unreachable. */
export function createDatabase(options: PoolOptions): Database {
  const pool = createPool(options);
  let prisma: PrismaClient | undefined;
  return {
    pool,
    get prisma() {
      return (prisma ??= new PrismaClient({
        adapter: new PrismaPg(forPrisma(pool), { disposeExternalPool: false }),
        errorFormat: 'minimal',
      }));
    },
    fetching: pLimit(MAX_CONCURRENT_FETCHES),
    async close() {
      await prisma?.$disconnect();
      await pool.end();
    },
  };
}

/** Replaces the pool's own `query`, which closes the connection after every error. */
function forPrisma(pool: Pool): Pool {
  const query = (config: QueryConfig, values?: unknown[]) =>
    withStatementConnection(pool, client => client.query(config, values));
  return Object.create(pool, { query: { value: query } }) as Pool;
}
