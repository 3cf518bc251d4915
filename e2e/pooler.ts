import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { createCleanup } from './scratch/cleanup.js';
import { startPgBouncer } from './scratch/pgbouncer.js';

/**
 * `npm run pooler [-- JEST ARGUMENTS]`: the tests by way of PgBouncer in transaction mode. DATABASE_URL names the
 * server behind it.
 */
const server = process.env.DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
const cleanup = createCleanup();
try {
  const url = await startPgBouncer(server, cleanup);
  const jest = path.join('node_modules', 'jest', 'bin', 'jest.js');
  const { status } = spawnSync(process.execPath, [jest, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: server, TEST_POOLER_URL: url },
  });
  process.exitCode = status ?? 1;
} finally {
  await cleanup.run();
}
process.exit();
