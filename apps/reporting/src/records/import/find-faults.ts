import path from 'node:path';
import { query, readStatement, type Transaction } from '@platform/db';
import type { FaultList } from './fault';
import type { ImportFile } from './import-file';

interface StillUsed {
  readonly file: string;
  readonly value: string;
  readonly used_by: string;
}

const SQL = path.join(__dirname, 'sql');
const findLeaving = readStatement<object>(SQL, 'find-leaving.sql');
const findStillUsed = readStatement<StillUsed>(SQL, 'find-still-used.sql');

/** Adds what is wrong with rows beside others: those of the folder, and those of the database. */
export async function findFaults(
  tx: Transaction,
  present: readonly ImportFile[],
  choices: { replaces: boolean; updatesAccounts: boolean; faults: FaultList },
): Promise<void> {
  const { faults, replaces, updatesAccounts } = choices;
  const files = present.map(({ name }) => name);
  if (replaces) await query(tx, findLeaving, { files });
  for (const file of present) {
    const given = { limit: faults.room, replaces, updatesAccounts };
    for (const fault of await query(tx, file.faults, pick(given, file.faults.parameters))) {
      faults.add({ file: file.name, ...fault });
    }
  }
  if (!replaces) return;
  for (const { file, value, used_by } of await query(tx, findStillUsed, {
    files,
    limit: faults.room,
  })) {
    const expected = `to be there, or ${used_by} as well, whose rows refer to it`;
    faults.add({ file, line: null, column: 'id', value, expected });
  }
}

/** Of what statements may be given, what one of them takes. */
export function pick(
  given: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
}
