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
import { type IdReader, TextIds, uuidsOnly } from '../records/ids';
import { type ImportFile, type RecordSources } from '../records/import-file';
import { applyFiles } from './apply-files';
import { findChanged } from './changed-rows';
import { type Fault, FaultList, ImportRefused, recordedFault } from './faults';
import { findFaults } from './find-faults';
import { type Import, type ImportOptions, importChoices, importTask } from './import-options';
import { type ImportResult, ImportRun, ImportStopped, lockImports } from './import-run';
import { keepFaults } from './keep-faults';
import { keepMissingColumns } from './kept-by-hand';
import { findBeginning, keepBeginning } from './known-files';
import { RecordList } from './lists/record-list';
import { findNotices, noticesOf } from './notices';
import { findLeaving } from './removals';
import { addRun } from './runs/add-run';
import { type StagedFile, stageFile } from './stage-file';
import { analyzeStaging, createStaging } from './staged-rows';
import { type KeptChanges, keepChanges, NOTHING_KEPT } from './undo/keep-changes';
import { stageUndone } from './undo/undone-rows';

const sql = readStatements(__dirname, 'import-records.sql');

const allowErased = sql('allow-erased');
const enableNestedLoops = sql('enable-nested-loops');

/** Up to this many rows of all files, nested loops are allowed even though the planner may misjudge table sizes. */
const FEW_ROWS = 50_000;

type Records = RecordSources | RecordList;

/**
 * Imports everything or nothing in one transaction. Imports run one at a time, in order of arrival. `db` requires the
 * statement timeout of a bulk import (`withDatabase` with `isBulk`).
 * @throws ImportRefused with every fault; ImportStopped; DatabaseError
 */
export async function importRecords(
  db: Database,
  records: Records,
  options: ImportOptions,
): Promise<ImportResult> {
  const task = importTask.parse(options);
  const { source: name, startedBy, ignored, undoes, isUpload, rows } = task;
  const added = { name, startedBy, options: importChoices.parse(options), ignored, undoes };
  const id = options.run ?? (await addRun(db, added)).id;
  const run = new ImportRun(db, id, rows, options.progress);
  const actor = isUpload ? startedBy : COMMAND_LINE;
  const given = { ...task, run: id, actor, digest: options.digest ?? null, progress: run };
  try {
    if (options.run === undefined) await run.waitForTurn();
    return await apply(db, run, records, undoes === null ? given : { ...given, ...OF_UNDO });
  } catch (error) {
    // A failure to record the outcome must not hide the reason.
    await recordFailure(run, error, records, task).catch(() => undefined);
    throw error;
  } finally {
    await run.stopHeartbeat();
  }
}

async function apply(
  db: Database,
  run: ImportRun,
  records: Records,
  options: Import,
): Promise<ImportResult> {
  const begun = Date.now();
  const { signal } = run;
  try {
    const importOnce = async (tx: Transaction) => {
      run.restart();
      const { kept, ...applied } = await importWithin(db, tx, records, options);
      const result = { ...summarize(applied, begun), hasChanges: kept.rows > 0 };
      if (options.dryRun) throw new DryRun(result, kept);
      return { id: await run.succeed(tx, { files: result.files, kept }), ...result };
    };
    return await retryConflict(() => transaction(db, importOnce, { signal }));
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
    const { result, kept } = error;
    return { id: await run.finish('succeeded', { files: result.files, kept }), ...result };
  }
}

async function recordFailure(
  run: ImportRun,
  error: unknown,
  records: Records,
  { undoes, isUpload }: Pick<Import, 'undoes' | 'isUpload'>,
): Promise<void> {
  if (error instanceof ImportStopped) return;
  if (!(error instanceof ImportRefused)) {
    const reason = `The import failed; nothing was changed: ${describeBriefly(error)}.`;
    await run.finish('failed', { reason });
    return;
  }
  const [reason] = error.message.split('\n');
  // An undo has no files.
  const inFile = (fault: Fault) => (undoes === null ? fault : { ...fault, line: null });
  const faults = error.faults.map(fault => recordedFault(inFile(fault), isUpload));
  const sources = records instanceof RecordList ? records.sources : records;
  const details = { faultCount: faults.length, reason: reason! };
  await run.finish('refused', details, tx => keepFaults(tx, run.id, faults, sources));
}

type Applied = Pick<ImportResult, 'files' | 'keptAccounts' | 'keptStatistics'>;

async function importWithin(
  db: Database,
  tx: Transaction,
  records: Records,
  options: Import,
): Promise<Applied & { readonly kept: KeptChanges }> {
  const { replace, dryRun, startedBy, progress, undoes } = options;
  const list = records instanceof RecordList ? records : null;
  const sources = records instanceof RecordList ? {} : records;
  const present = importFiles.filter(({ name }) => sources[name]);
  const faults = new FaultList(list?.placed);
  if (undoes === null && !list) refuseUnlessUsable(present, options, faults);
  await lockImports(tx, `import by ${startedBy} of ${options.source}`);
  const beginning = list ? null : await findBeginning(tx, present, options);
  if (beginning?.unchanged)
    return { files: beginning.unchanged, kept: NOTHING_KEPT, keptAccounts: 0, keptStatistics: 0 };
  await query(tx, createStaging);

  const staged = list
    ? await list.stage(tx, faults, options)
    : undoes === null
      ? await stageFiles(tx, present, sources, options, faults)
      : await stageUndone(tx, undoes);
  const stagedRows = staged.reduce((sum, { rows }) => sum + rows, 0);
  progress.expect(stagedRows);
  for (const each of staged) await keepMissingColumns(tx, each);
  await query(tx, analyzeStaging(staged.map(({ file }) => file)));
  // With --replace, whole organizations are searched for rows that the files lack.
  if (!replace && stagedRows <= FEW_ROWS) await query(tx, enableNestedLoops);
  if (replace) await query(tx, findLeaving, { files: staged.map(({ file }) => file.name) });
  const files = await findChanged(tx, staged, progress);
  const changedRows = files.reduce((sum, { changed }) => sum + changed, 0);
  if (!replace && changedRows <= FEW_ROWS) await query(tx, enableNestedLoops);
  if (files.every(({ isWhole }) => isWhole)) await findFaults(tx, files, sources, options, faults);
  faults.refuseIfAny();
  if (options.allowErased) await query(tx, allowErased);
  const notices = await findNotices(tx, files);
  const { counts, isNoted, ...keptRows } = await applyFiles(tx, files, options);
  const said = counts.map(({ keptByHand, ...each }) => ({
    ...each,
    ...noticesOf(notices, each.file, { keptByHand, ...keptRows }, options),
  }));
  const written = counts.reduce(
    (sum, each) => sum + each.inserted + each.updated + each.deleted,
    0,
  );
  if (written <= FEW_ROWS) await query(tx, enableNestedLoops);
  const kept = isNoted ? await keepChanges(tx, files, options, db) : NOTHING_KEPT;
  await list?.rememberPeople(tx, options.run);
  const isAsInFiles =
    keptRows.keptAccounts + keptRows.keptStatistics === 0 &&
    counts.every(({ keptByHand }) => keptByHand === 0);
  if (beginning && isAsInFiles && !dryRun) await keepBeginning(tx, beginning, counts, options);
  return { files: said, kept, ...keptRows };
}

async function stageFiles(
  tx: Transaction,
  present: readonly ImportFile[],
  sources: RecordSources,
  { textIds, companies, timeZone, dateFormat, progress }: Import,
  faults: FaultList,
): Promise<StagedFile[]> {
  const onlyHandle = sources['companies.csv'] ? null : (companies[0] ?? null);
  const ids: IdReader = textIds ? new TextIds(onlyHandle) : uuidsOnly;
  const reading = { ids, dates: { timeZone, format: dateFormat }, faults, progress };
  const staged: StagedFile[] = [];
  for (const file of present) {
    progress.begin('Reading', file.name);
    staged.push(await stageFile(tx, file, sources[file.name]!(), reading));
  }
  return staged;
}

function refuseUnlessUsable(
  [first]: readonly ImportFile[],
  { replace, textIds, companies }: Import,
  faults: FaultList,
): void {
  const file = 'companies.csv';
  if (!first) {
    const names = importFiles.map(({ name }) => name).join(', ');
    faults.add({ file: 'the folder', expected: `at least one of ${names}` });
  }
  if (replace && first?.name !== file) {
    const expected = 'to be there, since {replace} replaces the rows of its organizations';
    faults.add({ file, expected });
  }
  if (textIds && companies.length !== 1 && first && first.name !== file) {
    const expected =
      'to be there, since {textIds} tells the ids of organizations apart by their handles';
    const remedy = 'put it into one zip with the others, or name the one organization they are of';
    faults.add({ file, expected, remedy });
  }
  faults.refuseIfAny();
}

function summarize({ files, ...kept }: Applied, begun: number) {
  const result = { read: 0, inserted: 0, updated: 0, unchanged: 0, deleted: 0 };
  for (const file of files)
    for (const count of Object.keys(result) as (keyof typeof result)[])
      result[count] += file[count];
  return { ...result, seconds: (Date.now() - begun) / 1000, ...kept, files };
}

/** An undo restores rows as they were, which needs no further permission. */
const OF_UNDO = {
  replace: false,
  dryRun: false,
  updateAccounts: true,
  textIds: false,
  allowOperators: true,
  overwriteHand: true,
  updateHistory: true,
} satisfies Partial<Import>;

class DryRun extends Error {
  constructor(
    readonly result: ImportResult,
    readonly kept: KeptChanges,
  ) {
    super('dry run');
  }
}
