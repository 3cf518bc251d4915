import path from 'node:path';
import { type Database, query, readStatement } from '@platform/db';

const statements = path.join(__dirname, '../../statements');
const write = readStatement(statements, 'write-bitmaps.sql');
const count = readStatement<{ differing: number }>(
  path.join(__dirname, '../../../src/compliance'),
  'verify-command.sql',
);

/** Writes an organization's bitmaps as of an instant, regardless of the current time. */
export async function writeBitmaps(
  db: Database,
  { id }: { readonly id: number },
  at: Date,
): Promise<void> {
  await query(db, write, { organization: id, at });
}

export async function countDifferences(db: Database, now = new Date()): Promise<number> {
  return (await query(db, count, { now }))[0]!.differing;
}
