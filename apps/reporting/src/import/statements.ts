import { type Parameters, query, type Statement, type Transaction } from '@platform/db';
import type { FileName, ImportFile } from '../records/import-file';

export interface Change {
  readonly inserted: number;
  readonly updated: number;
}

export type Tally = ReadonlyMap<FileName, { inserted: number; updated: number; deleted: number }>;

/** Runs a statement with those of the given parameters that it takes. */
export function queryWith<Row>(
  tx: Transaction,
  statement: Statement<Row>,
  given: Readonly<object>,
): Promise<Row[]> {
  return query(tx, statement, takenBy(statement, given));
}

/** Runs a statement that inserts and updates rows of a file, and adds its counts to the tally. */
export async function changeRows<Row extends Change>(
  tx: Transaction,
  tally: Tally,
  { name }: ImportFile,
  statement: Statement<Row>,
  given: Readonly<object>,
): Promise<Row> {
  const [row] = await queryWith(tx, statement, given);
  const rows = tally.get(name)!;
  rows.inserted += row!.inserted;
  rows.updated += row!.updated;
  return row!;
}

/** Those of the given parameters that a statement takes. */
export function takenBy({ parameters }: Statement<unknown>, given: Readonly<object>): Parameters {
  return Object.fromEntries(Object.entries(given).filter(([name]) => parameters.includes(name)));
}
