import path from 'node:path';
import { query, readStatement, type Transaction } from '@platform/db';
import type { ImportProgress } from './import-records';

const SQL = path.join(__dirname, 'sql');
const prepare = readStatement<object>(SQL, 'prepare.sql');
const tryLock = readStatement<{ is_locked: boolean }>(SQL, 'try-lock.sql');
const findRunning = readStatement<{ name: string; pid: number; since: Date }>(
  SQL,
  'find-running.sql',
);
const waitForLock = readStatement<object>(SQL, 'wait-for-lock.sql');

/** Makes this the only import; one that runs already is named, and waited for. */
export async function lockImports(
  tx: Transaction,
  name: string,
  progress: ImportProgress,
): Promise<void> {
  await query(tx, prepare, { name });
  const [lock] = await query(tx, tryLock);
  if (lock!.is_locked) return;
  const [running] = await query(tx, findRunning);
  const who = running
    ? `${running.name} (process ${running.pid} of the database, since ${running.since.toISOString()})`
    : 'another import';
  progress.say(`Waiting for ${who}.`);
  await query(tx, waitForLock);
}
