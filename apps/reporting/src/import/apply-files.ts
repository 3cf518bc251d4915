import { query, readStatements, type Statement, type Transaction } from '@platform/db';
import { countAddedMembers } from '../compliance/renew-counts';
import { lockSnapshots } from '../compliance/snapshots/take-snapshot';
import { endSecretsAndSchedules } from '../identity/accounts/end-access';
import type { FileName, ImportFile } from '../records/import-file';
import type { Change } from './apply-statements';
import type { ChangedRows } from './changed-rows';
import type { Import } from './import-options';
import { leaveByHand } from './kept-by-hand';
import { lockRows } from './lock-rows';
import { isReferredTo } from './removal-statements';
import type { StagedFile } from './stage-file';
import { analyze } from './staging-statements';
import { pick, statementsOf } from './statements';
import { noteRows } from './undo/keep-changes';
import { freeKeys, holdUndone, removeUndone, restoreBesides } from './undo/undone-rows';

const sql = readStatements(__dirname, 'apply-files.sql');

export interface FileCounts {
  readonly file: FileName;
  readonly read: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly deleted: number;
  /** Absent where there are none. */
  readonly notices?: readonly string[];
}

/** What was read of each file, and what of it may change anything. */
interface Incoming {
  readonly staged: ReadonlyMap<FileName, StagedFile>;
  readonly changed: ReadonlyMap<FileName, ChangedRows>;
}

interface Choices
  extends Pick<
    Import,
    | 'replace'
    | 'updateAccounts'
    | 'updateHistory'
    | 'overwriteHand'
    | 'dryRun'
    | 'beforeDays'
    | 'undoes'
    | 'isKeeper'
    | 'startedBy'
    | 'progress'
    | 'linesAtOnce'
  > {
  readonly actor: string;
  /** The recorded run, whose account did what is audited. */
  readonly run: number;
  readonly step: string;
}

const deferConstraints = sql<object>('defer-constraints');
const countKeptAccounts = sql<{ kept: number }>('count-kept-accounts');
const countKeptStatistics = sql<{ kept: number }>('count-kept-statistics');
const findAccountOfRun = sql<{ accountId: number | null }>('find-account-of-run');
const checkConstraints = sql<object>('check-constraints');

/** Lines of a statement, more where a file would have too many of them: few enough for the progress to move. */
const LINES_AT_ONCE = 100_000;
/** Each statement reads the tables to which its rows refer, and into a table with rows that table as well, for its joins. */
const MAX_SLICES = { new: 64, present: 8 };

/**
 * Applies the staged rows, parents first. Replaced rows without references are deleted before, which frees their keys;
 * referenced ones after. Accounts change last: sign-ins wait for a changed account until the end.
 */
export async function applyFiles(
  tx: Transaction,
  present: readonly ImportFile[],
  incoming: Incoming,
  choices: Choices,
): Promise<{ counts: (FileCounts & { keptByHand: number })[]; isNoted: boolean }> {
  const { replace, undoes } = choices;
  if (incoming.staged.has('compliance-snapshots.csv')) await lockSnapshots(tx);
  await query(tx, deferConstraints);
  if (undoes !== null) await holdUndone(tx, present, choices, undoes);
  const withdrawn = await lockRows(tx, present, choices);
  const { left, kept } = await leaveByHand(tx, present, incoming.changed, choices);
  const isNoted = await noteRows(tx, present, left, choices);
  const deleted = new Map<FileName, number>();
  const isFree = (file: ImportFile) => !(isReferredTo(file) || isOfPeople(file));
  const remove = async (files: readonly ImportFile[]) => {
    if (undoes !== null) await removeUndone(tx, files, deleted);
    else if (replace) await removeLeaving(tx, files, choices, deleted);
  };
  if (undoes !== null) await freeKeys(tx, undoes);
  await remove(present.filter(isFree));
  if (undoes === null) await removeReplaced(tx, present, deleted);
  const changes = await applyRows(tx, present, { ...incoming, changed: left }, choices);
  await remove(present.filter(file => !isFree(file)).toReversed());
  if (withdrawn.length > 0) {
    const [run] = await query(tx, findAccountOfRun, { run: choices.run });
    const doneBy = { actor: choices.actor, actorAccountId: run!.accountId, address: null };
    await endSecretsAndSchedules(tx, withdrawn, doneBy);
  }
  await countAddedMembers(tx);
  const isChanged = ({ name }: ImportFile) => {
    const { inserted, updated } = changes.get(name)!;
    return inserted + updated + (deleted.get(name) ?? 0) > 0;
  };
  await query(tx, analyze(present.filter(isChanged)));
  await query(tx, checkConstraints);
  await applyLast(tx, present, changes, choices);
  if (undoes !== null) await restoreBesides(tx, present, undoes);

  const counts = present.map(({ name }) => {
    const read = incoming.staged.get(name)!.rows;
    const { inserted, updated } = changes.get(name)!;
    const unchanged = read - inserted - updated;
    const rows = { read, inserted, updated, unchanged, deleted: deleted.get(name) ?? 0 };
    return { file: name, ...rows, keptByHand: kept.get(name) ?? 0 };
  });
  return { counts, isNoted };
}

/** What members refer to is deleted after them, and that alone by an undo. */
const isOfPeople = ({ name }: ImportFile) => name === 'companies.csv' || name === 'accounts.csv';

async function applyRows(
  tx: Transaction,
  present: readonly ImportFile[],
  { staged, changed }: Incoming,
  choices: Choices,
): Promise<Map<FileName, Change>> {
  const { progress, step } = choices;
  const changes = new Map<FileName, Change>();
  for (const file of present) {
    progress.begin(step, file.name);
    const left = changed.get(file.name)!;
    progress.advance(staged.get(file.name)!.rows - left.rows);
    changes.set(file.name, await applyFile(tx, file, left, choices));
    // Without statistics, a foreign key's check may read all members of an organization for each row.
    if (left.isNew && isReferredTo(file)) await query(tx, analyze([file]));
  }
  return changes;
}

async function applyLast(
  tx: Transaction,
  present: readonly ImportFile[],
  changes: Map<FileName, Change>,
  choices: Choices,
): Promise<void> {
  for (const file of present) {
    for (const statement of statementsOf(file).last) {
      const change = await run(tx, statement, choices);
      changes.set(file.name, add(changes.get(file.name)!, change));
    }
  }
}

/** Deletes what the files lack, and notes how many rows of each. */
async function removeLeaving(
  tx: Transaction,
  files: readonly ImportFile[],
  { overwriteHand }: Pick<Choices, 'overwriteHand'>,
  deleted: Map<FileName, number>,
): Promise<void> {
  for (const file of files) {
    const statement = statementsOf(file).remove;
    if (!statement) continue;
    const [row] = await query(tx, statement, pick({ overwriteHand }, statement.parameters));
    deleted.set(file.name, row!.deleted);
  }
}

async function removeReplaced(
  tx: Transaction,
  present: readonly ImportFile[],
  deleted: Map<FileName, number>,
): Promise<void> {
  for (const file of present) {
    const statement = statementsOf(file).removeReplaced;
    const [row] = statement ? await query(tx, statement) : [];
    if (row && row.deleted > 0) deleted.set(file.name, (deleted.get(file.name) ?? 0) + row.deleted);
  }
}

interface Kept {
  readonly keptAccounts: number;
  readonly keptStatistics: number;
}

/** How many accounts of the file keep an e-mail or rights that differ from it, and statistics their counts. */
export async function countKept(
  tx: Transaction,
  present: readonly ImportFile[],
  { updateAccounts, updateHistory }: Pick<Choices, 'updateAccounts' | 'updateHistory'>,
): Promise<Kept> {
  const count = async (
    file: FileName,
    isUpdated: boolean,
    statement: Statement<{ kept: number }>,
  ) =>
    isUpdated || !present.some(({ name }) => name === file)
      ? 0
      : (await query(tx, statement))[0]!.kept;
  return {
    keptAccounts: await count('accounts.csv', updateAccounts, countKeptAccounts),
    keptStatistics: await count('monthly-statistics.csv', updateHistory, countKeptStatistics),
  };
}

/** @throws Error unless the statements saw every row: a missed row would count as unchanged */
async function applyFile(
  tx: Transaction,
  file: ImportFile,
  { rows, isNew }: ChangedRows,
  { progress, linesAtOnce = LINES_AT_ONCE, ...given }: Choices,
): Promise<Change> {
  const { before, lastLine, apply, insert } = statementsOf(file);
  let change: Change = before ? await run(tx, before, given) : { inserted: 0, updated: 0 };
  const last = (await query(tx, lastLine))[0]!.line ?? 0;
  const most = isNew ? MAX_SLICES.new : MAX_SLICES.present;
  const size = Math.ceil(last / Math.min(Math.ceil(rows / linesAtOnce), most));
  let seen = 0;
  for (let from = 1; from <= last; from += size) {
    const slice = { ...given, from, to: from + size - 1 };
    const applied = await run(tx, isNew ? insert : apply, slice);
    change = add(change, applied);
    seen += applied.seen;
    progress.advance(applied.seen);
  }
  if (seen !== rows) throw new Error(`${file.name}: ${rows} rows were read, and ${seen} applied.`);
  return change;
}

async function run<Row extends Change>(
  tx: Transaction,
  statement: Statement<Row>,
  given: object,
): Promise<Row> {
  const [row] = await query(tx, statement, pick({ ...given }, statement.parameters));
  return row!;
}

function add(one: Change, other: Change): Change {
  return { inserted: one.inserted + other.inserted, updated: one.updated + other.updated };
}
