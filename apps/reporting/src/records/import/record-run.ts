import path from 'node:path';
import { type Database, query, readStatement, type Transaction } from '@platform/db';
import type { ImportResult } from './import-records';

interface Run {
  readonly source: string;
  readonly startedBy: string;
  readonly startedAt: Date;
  readonly replaces?: boolean;
  readonly updatesAccounts?: boolean;
}

const record = readStatement<object>(path.join(__dirname, 'sql'), 'record-run.sql');

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
