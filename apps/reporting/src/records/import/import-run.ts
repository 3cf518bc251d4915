import { userInfo } from 'node:os';
import path from 'node:path';
import { type Database, query, readStatement, type Transaction } from '@platform/db';
import type { FileCounts } from './apply-files';
import type { ImportProgress } from './progress';

/** What became of an import. */
export interface ImportResult {
  readonly read: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly deleted: number;
  readonly seconds: number;
  readonly files: readonly FileCounts[];
}

const SQL = path.join(__dirname, 'sql');
const prepare = readStatement<object>(SQL, 'prepare.sql');
const tryLock = readStatement<{ is_locked: boolean }>(SQL, 'try-lock.sql');
const findRunning = readStatement<{ name: string; pid: number; since: Date }>(
  SQL,
  'find-running.sql',
);
const waitForLock = readStatement<object>(SQL, 'wait-for-lock.sql');
const record = readStatement<object>(SQL, 'record-run.sql');

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

/** The user of this machine. A container may run as a number that has no name. */
export function nameOfUser(lookUp: () => { username: string } = userInfo): string {
  try {
    return lookUp().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

interface Run {
  readonly source: string;
  readonly startedBy: string;
  readonly startedAt: Date;
  readonly replaces?: boolean;
  readonly updatesAccounts?: boolean;
}

/** Keeps what became of an import: with its rows, in their transaction, or by itself when there are none. */
export async function recordRun(
  on: Database | Transaction,
  { source, startedBy, startedAt, replaces = false, updatesAccounts = false }: Run,
  outcome: 'done' | 'dry run' | 'refused' | 'failed',
  { files, seconds: _, ...counts }: ImportResult,
  reason: string | null = null,
): Promise<void> {
  await query(on, record, {
    source,
    startedBy,
    startedAt,
    outcome,
    replaces,
    updatesAccounts,
    ...counts,
    files: JSON.stringify(files),
    reason,
  });
}
