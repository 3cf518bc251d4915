import {
  type Database,
  query,
  readStatement,
  readStatements,
  type Transaction,
  transaction,
} from '@platform/db';
import { holdOffErasures } from '../../identity/accounts/hold-off-erasures';

const sql = readStatements(__dirname, 'take-snapshot.sql');

/** How many rows a snapshot has. */
export interface SnapshotSize {
  /** Of departments by measurement and profile condition. */
  readonly totals: number;
  /** Of members by department and category. */
  readonly statistics: number;
}

const lock = sql('lock-snapshots');
const clear = sql<{ isCleared: true }>('clear-snapshots');
const writeTotals = sql<{ written: number }>('write-compliance-snapshot');
const writeStatistics = readStatement<{ written: number }>(
  __dirname,
  'write-monthly-statistics.sql',
);

/**
 * Writes an organization's compliance snapshot of the day of `now` and its statistics of the month, in UTC, replacing
 * earlier ones. Where the month has later ones, it writes nothing. Snapshots are taken one at a time.
 */
export function takeSnapshot(
  db: Database,
  organization: number,
  now: Date,
  signal?: AbortSignal,
): Promise<SnapshotSize> {
  return transaction(
    db,
    async tx => {
      await holdOffErasures(tx);
      await lockSnapshots(tx);
      const [cleared] = await query(tx, clear, { organization, now });
      if (!cleared) return { totals: 0, statistics: 0 };
      const [totals] = await query(tx, writeTotals, { organization, now });
      const [statistics] = await query(tx, writeStatistics, { organization, now });
      return { totals: totals!.written, statistics: statistics!.written };
    },
    { isolation: 'repeatable read', signal },
  );
}

/** Waits for a snapshot that is taken, and holds off others. It comes before the locks of rows of the history. */
export async function lockSnapshots(tx: Transaction): Promise<void> {
  await query(tx, lock);
}
