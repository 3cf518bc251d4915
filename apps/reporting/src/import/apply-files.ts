import { query, readStatements, type Transaction } from '@platform/db';
import { countAddedMembers } from '../compliance/renew-counts';
import { lockSnapshots } from '../compliance/snapshots/take-snapshot';
import { endSecretsAndSchedules } from '../identity/accounts/end-access';
import type { FileName, ImportFile } from '../records/import-file';
import type { ChangedFile } from './changed-rows';
import type { Import } from './import-options';
import { leaveByHand } from './kept-by-hand';
import { lockRows } from './lock-rows';
import { isReferredTo } from './removal-statements';
import type { ImportFileCounts } from './runs/import-runs.dto';
import { analyze } from './staged-rows';
import { changeRows, statementsOf, type Tally } from './statements';
import { noteRows } from './undo/keep-changes';
import { freeKeys, holdUndone, removeUndone, restoreBesides } from './undo/undone-rows';

const sql = readStatements(__dirname, 'apply-files.sql');

export type FileCounts = Readonly<ImportFileCounts> & { readonly file: FileName };

const deferConstraints = sql<object>('defer-constraints');
const countKeptAccounts = sql<{ kept: number }>('count-kept-accounts');
const countKeptStatistics = sql<{ kept: number }>('count-kept-statistics');
const findAccountOfRun = sql<{ accountId: number | null }>('find-account-of-run');
const checkConstraints = sql<object>('check-constraints');

/** Each statement reads the tables to which its rows refer, and into a table with rows that table as well, for its joins. */
const MAX_SLICES = { new: 64, present: 8 };

/**
 * Applies the staged rows, parents first. Replaced rows without references are deleted before, which frees their keys;
 * referenced ones after. Accounts change last: sign-ins wait for a changed account until the end.
 */
export async function applyFiles(
  tx: Transaction,
  files: readonly ChangedFile[],
  options: Import,
): Promise<{ counts: (FileCounts & { keptByHand: number })[]; isNoted: boolean }> {
  const { undoes } = options;
  const present = files.map(({ file }) => file);
  const tally: Tally = new Map(
    present.map(({ name }) => [name, { inserted: 0, updated: 0, deleted: 0 }]),
  );
  if (tally.has('compliance-snapshots.csv')) await lockSnapshots(tx);
  await query(tx, deferConstraints);
  if (undoes !== null) await holdUndone(tx, present, options, undoes);
  const withdrawn = await lockRows(tx, present, options);
  const left = await leaveByHand(tx, files, options);
  const isNoted = await noteRows(tx, left, options);
  const isFree = (file: ImportFile) => !(isReferredTo(file) || isOfPeople(file));
  if (undoes !== null) await freeKeys(tx);
  await removeRows(tx, present.filter(isFree), options, tally);
  await applyRows(tx, left, options, tally);
  const others = present.filter(file => !isFree(file));
  await removeRows(tx, others.toReversed(), options, tally);
  if (withdrawn.length > 0) {
    const [run] = await query(tx, findAccountOfRun, { run: options.run });
    const doneBy = { actor: options.actor, actorAccountId: run!.accountId, address: null };
    await endSecretsAndSchedules(tx, withdrawn, doneBy);
  }
  await countAddedMembers(tx);
  const isChanged = ({ name }: ImportFile) =>
    Object.values(tally.get(name)!).some(count => count > 0);
  await query(tx, analyze(present.filter(isChanged)));
  await query(tx, checkConstraints);
  for (const file of present)
    for (const statement of statementsOf(file).last)
      await changeRows(tx, tally, file, statement, options);
  if (undoes !== null) await restoreBesides(tx, present, undoes);

  const counts = left.map(({ file: { name }, rows: read, keptByHand }) => {
    const rows = tally.get(name)!;
    return {
      file: name,
      read,
      ...rows,
      unchanged: read - rows.inserted - rows.updated,
      keptByHand,
    };
  });
  return { counts, isNoted };
}

/** What members refer to is deleted after them, and that alone by an undo. */
const isOfPeople = ({ name }: ImportFile) => name === 'companies.csv' || name === 'accounts.csv';

async function applyRows(
  tx: Transaction,
  files: readonly ChangedFile[],
  options: Import,
  tally: Tally,
): Promise<void> {
  const { dryRun, progress } = options;
  for (const each of files) {
    const { file, rows, changed, isNew } = each;
    progress.begin(dryRun ? 'Checking changes' : 'Importing', file.name);
    progress.advance(rows - changed);
    await applyFile(tx, each, options, tally);
    // Without statistics, a foreign key's check may read all members of an organization for each row.
    if (isNew && isReferredTo(file)) await query(tx, analyze([file]));
  }
}

/** Deletes what an undone import inserted, or what the files, or a list, lack. */
async function removeRows(
  tx: Transaction,
  files: readonly ImportFile[],
  { undoes, replace, overwriteHand }: Import,
  tally: Tally,
): Promise<void> {
  if (undoes !== null) return removeUndone(tx, files, tally);
  for (const file of files) {
    const { remove, removeReplaced } = statementsOf(file);
    for (const statement of [replace ? remove : null, removeReplaced])
      if (statement) await changeRows(tx, tally, file, statement, { overwriteHand });
  }
}

/** How many accounts of the file keep an e-mail or rights that differ from it, and statistics their counts. */
export async function countKept(
  tx: Transaction,
  files: readonly ChangedFile[],
  { updateAccounts, updateHistory }: Import,
): Promise<{ keptAccounts: number; keptStatistics: number }> {
  const isOf = (name: FileName) => files.some(({ file }) => file.name === name);
  const accounts = !updateAccounts && isOf('accounts.csv') ? countKeptAccounts : null;
  const statistics = !updateHistory && isOf('monthly-statistics.csv') ? countKeptStatistics : null;
  return {
    keptAccounts: accounts ? (await query(tx, accounts))[0]!.kept : 0,
    keptStatistics: statistics ? (await query(tx, statistics))[0]!.kept : 0,
  };
}

/** @throws Error unless the statements saw every row: a missed row would count as unchanged */
async function applyFile(
  tx: Transaction,
  { file, changed, isNew }: ChangedFile,
  options: Import,
  tally: Tally,
): Promise<void> {
  const { before, lastLine, apply, insert } = statementsOf(file);
  if (before) await changeRows(tx, tally, file, before, options);
  const last = (await query(tx, lastLine))[0]!.line ?? 0;
  const maxSlices = isNew ? MAX_SLICES.new : MAX_SLICES.present;
  const size = Math.ceil(last / Math.min(Math.ceil(changed / options.linesAtOnce), maxSlices));
  let seen = 0;
  for (let from = 1; from <= last; from += size) {
    const slice = { ...options, from, to: from + size - 1 };
    const applied = await changeRows(tx, tally, file, isNew ? insert : apply, slice);
    seen += applied.seen;
    options.progress.advance(applied.seen);
  }
  if (seen !== changed)
    throw new Error(`${file.name}: ${changed} rows were read, and ${seen} applied.`);
}
