import { execute, query, readStatements, type Statement, type Transaction } from '@platform/db';
import { countAddedMembers } from '../compliance/renew-counts';
import { lockSnapshots } from '../compliance/snapshots/take-snapshot';
import { endSecretsAndSchedules } from '../identity/accounts/end-access';
import { storedKey } from '../records/files';
import type { FileName, ImportFile } from '../records/import-file';
import type { ChangedFile } from './changed-rows';
import type { Import } from './import-options';
import { skipByHand } from './kept-by-hand';
import { lockRows } from './lock-rows';
import { isReferredTo, removeStatement } from './removals';
import type { ImportFileCounts } from './runs/import-runs.dto';
import {
  analyze,
  changedTable,
  generate,
  isDifferent,
  queryWith,
  rulesOf,
  selectIncoming,
  storedValues,
  takenBy,
} from './staged-rows';
import { noteRows } from './undo/keep-changes';
import {
  forgetPeople,
  freeKeys,
  refuseIfReferredTo,
  refuseUnlessUndoable,
  restoreOtherColumns,
} from './undo/undone-rows';

const sql = readStatements(__dirname, 'apply-files.sql');

export type FileCounts = Readonly<ImportFileCounts> & { readonly file: FileName };

const deferConstraints = sql<object>('defer-constraints');
const countKeptAccounts = sql<{ kept: number }>('count-kept-accounts');
const findAccountOfRun = sql<{ accountId: number | null }>('find-account-of-run');
const checkConstraints = sql<object>('check-constraints');

/** Each slice scans the referenced tables, and the table itself unless it is new to the file. */
const MAX_SLICES = { new: 64, present: 8 };

/** Rows of a statement that writes them. Staged rows that were neither inserted nor updated are unchanged. */
interface Change {
  readonly inserted: number;
  readonly updated: number;
  /** Statistics that are new or differ but may not be written; absent for other files. */
  readonly kept?: number;
}

const NOTHING = { inserted: 0, updated: 0, deleted: 0, kept: 0 };

type Tally = ReadonlyMap<FileName, typeof NOTHING>;

interface AppliedFiles {
  readonly counts: readonly (FileCounts & { keptByHand: number })[];
  readonly isNoted: boolean;
  readonly keptAccounts: number;
  readonly keptStatistics: number;
}

/**
 * Applies the staged rows, referenced files first. Replaced rows that nothing references are deleted before, which
 * frees their keys; referenced ones after. Accounts change last, because sign-ins wait for a changed account until the
 * commit.
 */
export async function applyFiles(
  tx: Transaction,
  files: readonly ChangedFile[],
  options: Import,
): Promise<AppliedFiles> {
  const { undoes, updateAccounts } = options;
  const present = files.map(({ file }) => file);
  const tally: Tally = new Map(present.map(({ name }) => [name, { ...NOTHING }]));
  if (tally.has('compliance-snapshots.csv')) await lockSnapshots(tx);
  await query(tx, deferConstraints);
  const withdrawn = await lockRows(tx, present, options);
  if (undoes !== null) await refuseUnlessUndoable(tx, present, options, undoes);
  const left = await skipByHand(tx, files, options);
  const isNoted = await noteRows(tx, left, options);
  const isFree = (file: ImportFile) => !(isReferredTo(file) || isOfPeople(file));
  if (undoes !== null) await query(tx, freeKeys);
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
  const isChanged = ({ name }: ImportFile) => {
    const { inserted, updated, deleted } = tally.get(name)!;
    return inserted + updated + deleted > 0;
  };
  await query(tx, analyze(present.filter(isChanged)));
  await query(tx, checkConstraints);
  for (const file of present)
    for (const statement of applyStatements(file).after)
      await changeRows(tx, tally, file, statement, options);
  if (undoes !== null) {
    await restoreOtherColumns(tx, present, undoes);
    await query(tx, forgetPeople, { undoes });
  }

  const counts = left.map(({ file: { name }, rows: read, keptByHand }) => {
    const { inserted, updated, deleted } = tally.get(name)!;
    const unchanged = read - inserted - updated;
    return { file: name, read, inserted, updated, deleted, unchanged, keptByHand };
  });
  const [accounts] = await query(tx, countKeptAccounts, { updateAccounts });
  const keptStatistics = tally.get('monthly-statistics.csv')?.kept ?? 0;
  return { counts, isNoted, keptAccounts: accounts!.kept, keptStatistics };
}

/** Members reference these rows, which only an undo deletes, after the members. */
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
    // Without statistics, a foreign key check may read all members of an organization for each row.
    if (isNew && isReferredTo(file)) await query(tx, analyze([file]));
  }
}

/** Deletes what an undone import inserted, or what the files or a list lack. @throws ImportRefused for an undo */
async function removeRows(
  tx: Transaction,
  files: readonly ImportFile[],
  options: Import,
  tally: Tally,
): Promise<void> {
  for (const file of files) {
    if (options.undoes !== null) await refuseIfReferredTo(tx, file);
    const statement = removeStatement(file, options);
    if (!statement) continue;
    tally.get(file.name)!.deleted += await execute(tx, statement, takenBy(statement, options));
  }
}

/** @throws Error if the statements missed a row, which would be counted as unchanged */
async function applyFile(
  tx: Transaction,
  { file, changed, isNew }: ChangedFile,
  options: Import,
  tally: Tally,
): Promise<void> {
  const { before, lastLine, apply, insert } = applyStatements(file);
  for (const statement of before) await changeRows(tx, tally, file, statement, options);
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

interface Applied extends Change {
  /** The staged rows of the slice. */
  readonly seen: number;
}

/** Runs a statement that inserts and updates rows of a file, and adds its counts to the tally. */
async function changeRows<Row extends Change>(
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
  rows.kept += row!.kept ?? 0;
  return row!;
}

export function applyStatements(file: ImportFile) {
  const own = <Row>(kind: Parameters<typeof rulesOf>[1]) =>
    rulesOf(file, kind).map(([name, text]) => generate<Row>(file, name, text));
  const [apply] = own<Applied>('apply');
  const lastLine = `select max(line) as line from ${changedTable(file)}`;
  return {
    /** Run once before the rows are applied. */
    before: own<Change>('before'),
    /** Run once after the rows of all files, because other transactions wait for the rows that they lock. */
    after: own<Change>('after'),
    lastLine: generate<{ line: number | null }>(file, 'last-line', lastLine),
    /** Applies the rows of lines `$from` to `$to`. */
    apply: apply ?? generate<Applied>(file, 'apply', applyText(file, false)),
    /** The same without lookups, for a table that contains none of the file's rows. */
    insert: apply ?? generate<Applied>(file, 'insert', applyText(file, true)),
  };
}

/** Unchanged rows are not written. */
function applyText(file: ImportFile, isNew: boolean): string {
  const names = [...storedValues(file).keys()];
  const keys = ['company_id', ...storedKey(file)];
  const changing = new Map(
    names.filter(name => !(isNew || keys.includes(name))).map(name => [name, `incoming.${name}`]),
  );
  const isSame = storedKey(file)
    .map(key => `present.${key} = incoming.${key}`)
    .join(' and ');
  const assignments = [...changing].map(([name, value]) => `${name} = ${value}`);
  if (file.special.touches) assignments.push('updated_at = now()');
  const updated = `updated as (
  update reporting.${file.table} as present
  set
    ${assignments.join(',\n    ')}
  from incoming
  where ${isSame}
    and ${isDifferent(file, changing)}
  returning 1
),
`;
  const absent = `
  where not exists (select from reporting.${file.table} as present where ${isSame})`;
  return `with incoming as (
  ${selectIncoming(file)}
),
${changing.size === 0 ? '' : updated}inserted as (
  insert into reporting.${file.table} (${names.join(', ')})
  select ${names.join(', ')}
  from incoming${isNew ? '' : absent}
  returning 1
)
select
  (select count(*) from ${isNew ? 'inserted' : 'incoming'}) as seen,
  (select count(*) from inserted) as inserted,
  ${changing.size === 0 ? '0' : '(select count(*) from updated)'} as updated`;
}
