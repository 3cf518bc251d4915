import { userInfo } from 'node:os';
import {
  type Database,
  query,
  readStatements,
  retryConflict,
  type Transaction,
  transaction,
} from '@platform/db';
import { describeBriefly } from '@platform/http/error-description';
import { COMMAND_LINE } from '../http/principal';
import { importFiles } from '../records/files';
import { type IdReader, TextIds, uuidsAlone } from '../records/ids';
import { type FileName, type ImportFile, type RecordSources } from '../records/import-file';
import { applyFiles, countKept } from './apply-files';
import { findChanged } from './changed-rows';
import { type Fault, FaultList, ImportRefused, recordedFault } from './faults';
import { findFaults } from './find-faults';
import {
  type Import,
  type ImportChoices,
  type ImportOptions,
  importChoices,
} from './import-options';
import { addRun, type ImportResult, ImportRun, ImportStopped, lockImports } from './import-run';
import { type RecordedFault, withLines } from './keep-faults';
import { keepLacking } from './kept-by-hand';
import { findBeginning, keepBeginning } from './known-files';
import { RecordList } from './lists/record-list';
import { findNotices, noticesOf } from './notices';
import { findLeaving } from './removal-statements';
import { type StagedFile, stageFile } from './stage-file';
import { analyzeStaging, createStaging } from './staging-statements';
import { type KeptChanges, keepChanges, NOTHING_KEPT } from './undo/keep-changes';
import { filesOfUndone, stageUndone } from './undo/undone-rows';

const sql = readStatements(__dirname, 'import-records.sql');

const letErasedBack = sql('let-erased-back');
const lookRowsUp = sql('look-rows-up');

/** Rows of all files that may be looked up one by one, whatever the planner takes for the size of a table. */
const FEW_ROWS = 50_000;

/**
 * Imports all or nothing, in one transaction; imports run one at a time, in the order of their arrival. `db` needs the
 * statement timeout of a bulk import (`withDatabase` with `isBulk`).
 * @throws ImportRefused with every fault; ImportStopped; errors of the database
 */
export async function importRecords(
  db: Database,
  records: RecordSources | RecordList,
  options: ImportOptions,
): Promise<ImportResult> {
  const choices = importChoices.parse(options);
  const { source: name, startedBy = nameOfUser() } = options;
  const { ignored = [], undoes = null, digest = null } = options;
  const added = { name, startedBy, options: choices, ignored, undoes };
  const id = options.run ?? (await addRun(db, added));
  const run = new ImportRun(db, id, options.rows, options.progress);
  const { isUpload = false, mayGrant = true, isKeeper = false, beforeDays = 0 } = options;
  const given = { isUpload, mayGrant, isKeeper, beforeDays, undoes, digest };
  const complete = { ...options, ...choices, startedBy, progress: run, ...given };
  if (undoes !== null) Object.assign(complete, OF_UNDO);
  try {
    if (options.run === undefined) await run.untilTurn();
    return await apply(db, run, records, complete);
  } catch (error) {
    // A failure to record must not hide the reason.
    const faultsOf = (faults: readonly Fault[]) =>
      withLines(
        faults.map(fault => recordedFault(undoes === null ? fault : withoutLine(fault), isUpload)),
        records instanceof RecordList ? records.sources : records,
      );
    await recordFailure(run, error, faultsOf).catch(() => undefined);
    throw error;
  } finally {
    await run.stopHeartbeat();
  }
}

async function apply(
  db: Database,
  run: ImportRun,
  records: RecordSources | RecordList,
  options: Import,
): Promise<ImportResult> {
  const begun = Date.now();
  const { signal } = run;
  try {
    const importOnce = async (tx: Transaction) => {
      run.restart();
      const { kept, ...applied } = await importWithin(db, tx, records, options, run.id);
      const result = summarize(applied, begun);
      if (options.dryRun) throw new DryRun(result, kept);
      await run.succeed(tx, { files: result.files, kept });
      return result;
    };
    return await retryConflict(() => transaction(db, importOnce, { signal }));
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
    const { result, kept } = error;
    await run.finish('succeeded', { files: result.files, kept });
    return result;
  }
}

async function recordFailure(
  run: ImportRun,
  error: unknown,
  faultsOf: (faults: readonly Fault[]) => AsyncIterable<RecordedFault[]>,
): Promise<void> {
  if (error instanceof ImportStopped) return;
  if (!(error instanceof ImportRefused)) {
    await run.finish('failed', {
      reason: `The import failed; nothing was changed: ${describeBriefly(error)}.`,
    });
    return;
  }
  const { faults, message } = error;
  const [reason] = message.split('\n');
  const details = { faultCount: faults.length, reason: reason! };
  await run.finish('refused', details, faultsOf(faults));
}

type Applied = Pick<ImportResult, 'files' | 'keptAccounts' | 'keptStatistics'>;

async function importWithin(
  db: Database,
  tx: Transaction,
  records: RecordSources | RecordList,
  options: Import,
  run: number,
): Promise<Applied & { readonly kept: KeptChanges }> {
  const { replace, dryRun, startedBy, progress, isUpload, undoes } = options;
  const list = records instanceof RecordList ? records : null;
  const faults = new FaultList(list?.placed);
  const sources = records instanceof RecordList ? {} : records;
  if (undoes === null && !list) refuseUnlessUsable(filesOf(sources), options, faults);
  await lockImports(tx, `import by ${startedBy} of ${options.source}`);
  const beginning = list ? null : await findBeginning(tx, filesOf(sources), options);
  if (beginning?.unchanged)
    return { files: beginning.unchanged, kept: NOTHING_KEPT, keptAccounts: 0, keptStatistics: 0 };
  await query(tx, createStaging);

  const { present, staged } = await stageRecords(tx, { list, sources, faults }, options);
  const files = [...staged.values()];
  const stagedRows = files.reduce((sum, { rows }) => sum + rows, 0);
  progress.expect(stagedRows);
  for (const file of present) await keepLacking(tx, file, staged.get(file.name)!.lacking);
  await query(tx, analyzeStaging);
  // What the files lack is looked for in whole organizations.
  if (!replace && stagedRows <= FEW_ROWS) await query(tx, lookRowsUp);
  const names = present.map(({ name }) => name);
  if (replace) await query(tx, findLeaving, { files: names });
  const changed = await findChanged(tx, present, staged, progress);
  const changedRows = [...changed.values()].reduce((sum, { rows }) => sum + rows, 0);
  if (!replace && changedRows <= FEW_ROWS) await query(tx, lookRowsUp);
  if (files.every(({ isWhole }) => isWhole)) {
    const rows = { present, sources, rows: staged };
    await findFaults(tx, rows, options, faults);
  }
  faults.refuseIfAny();
  if (options.allowErased) await query(tx, letErasedBack);
  const step = dryRun ? 'Checking changes' : 'Importing';
  const actor = isUpload ? startedBy : COMMAND_LINE;
  const notices = await findNotices(tx, staged);
  const { counts, isNoted } = await applyFiles(
    tx,
    present,
    { staged, changed },
    { ...options, actor, run, step },
  );
  const said = counts.map(({ keptByHand, ...each }) => ({
    ...each,
    ...noticesOf(notices, each.file, keptByHand),
  }));
  const kept = isNoted
    ? await keepChanges(tx, run, present, changed, dryRun ? db : null)
    : NOTHING_KEPT;
  await list?.remember(tx);
  const keptRows = await countKept(tx, present, options);
  const isAsInFiles =
    keptRows.keptAccounts + keptRows.keptStatistics === 0 &&
    counts.every(({ keptByHand }) => keptByHand === 0);
  if (beginning && isAsInFiles && !dryRun)
    await keepBeginning(tx, run, beginning, { present, counts }, options);
  return { files: said, kept, ...keptRows };
}

const filesOf = (sources: RecordSources) => importFiles.filter(({ name }) => sources[name]);

interface Staged {
  readonly present: readonly ImportFile[];
  readonly staged: Map<FileName, StagedFile>;
}

/** Of an undone import, of a list, or of files. */
async function stageRecords(
  tx: Transaction,
  { list, sources, faults }: { list: RecordList | null; sources: RecordSources; faults: FaultList },
  options: Import,
): Promise<Staged> {
  if (list) return list.stage(tx, faults, options);
  const { undoes } = options;
  const present = undoes === null ? filesOf(sources) : await filesOfUndone(tx, undoes);
  const staged =
    undoes === null
      ? await stageFiles(tx, { present, sources, faults }, options)
      : await stageUndone(tx, present, undoes);
  return { present, staged };
}

async function stageFiles(
  tx: Transaction,
  {
    present,
    sources,
    faults,
  }: { present: readonly ImportFile[]; sources: RecordSources; faults: FaultList },
  { textIds, companies, timeZone, dateFormat, progress }: Import,
): Promise<Map<FileName, StagedFile>> {
  const onlyHandle = sources['companies.csv'] ? null : (companies[0] ?? null);
  const ids: IdReader = textIds ? new TextIds(onlyHandle) : uuidsAlone;
  const dates = { timeZone, format: dateFormat };
  const reading = { ids, dates };
  const onRows = (rows: number) => progress.advance(rows);
  const staged = new Map<FileName, StagedFile>();
  for (const file of present) {
    progress.begin('Reading', file.name);
    const rows = sources[file.name]!();
    staged.set(file.name, await stageFile(tx, file, rows, { reading, faults, onRows }));
  }
  return staged;
}

function refuseUnlessUsable(
  present: readonly ImportFile[],
  { replace, textIds, companies }: ImportChoices,
  faults: FaultList,
): void {
  const fault = { line: null, column: null, value: null };
  if (present.length === 0) {
    const names = importFiles.map(({ name }) => name).join(', ');
    faults.add({ ...fault, file: 'the folder', expected: `at least one of ${names}` });
  }
  if (replace && present[0]?.name !== 'companies.csv') {
    const expected = 'to be there, since {replace} replaces the rows of its organizations';
    faults.add({ ...fault, file: 'companies.csv', expected });
  }
  if (
    textIds &&
    companies.length !== 1 &&
    present.length > 0 &&
    present[0]!.name !== 'companies.csv'
  ) {
    const expected =
      'to be there, since {textIds} tells the ids of organizations apart by their handles';
    const remedy = 'put it into one zip with the others, or name the one organization they are of';
    faults.add({ ...fault, file: 'companies.csv', expected, remedy });
  }
  faults.refuseIfAny();
}

function summarize({ files, ...kept }: Applied, begun: number): ImportResult {
  const sum = (count: 'read' | 'inserted' | 'updated' | 'unchanged' | 'deleted') =>
    files.reduce((total, file) => total + file[count], 0);
  return {
    read: sum('read'),
    inserted: sum('inserted'),
    updated: sum('updated'),
    unchanged: sum('unchanged'),
    deleted: sum('deleted'),
    seconds: (Date.now() - begun) / 1000,
    ...kept,
    files,
  };
}

/** What the rows of an import that is undone may change: they were as they become, and nobody has changed them since. */
const OF_UNDO = {
  replace: false,
  dryRun: false,
  updateAccounts: true,
  textIds: false,
  allowOperators: true,
  overwriteHand: true,
  updateHistory: true,
} satisfies Partial<Import>;

/** Rows of an import that is undone are in no file. */
const withoutLine = (fault: Fault): Fault => ({ ...fault, line: null });

class DryRun extends Error {
  constructor(
    readonly result: ImportResult,
    readonly kept: KeptChanges,
  ) {
    super('dry run');
  }
}

/** A container's user may have no name. */
export function nameOfUser(lookUp: () => { username: string } = userInfo): string {
  try {
    return lookUp().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
