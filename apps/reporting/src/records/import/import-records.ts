import path from 'node:path';
import { type Database, query, readStatement, type Transaction, transaction } from '@platform/db';
import { COMMAND_LINE } from '../../principal';
import { keepBefore } from '../before/keep-before';
import { applyFiles, countKept } from './apply-files';
import { findChanged } from './changed-rows';
import { toUtf8 } from './encoding';
import { asParameters, type Fault, FaultList, ImportRefused } from './faults';
import { importFiles } from './files';
import { findFaults } from './find-faults';
import { type IdReader, TextIds, uuidsAlone } from './ids';
import { type FileName, type ImportFile, type RecordSources } from './import-file';
import { allowancesOf, type ImportOptions, recordedOptions } from './import-options';
import {
  addRun,
  type ImportResult,
  ImportRun,
  ImportStopped,
  lockImports,
  nameOfUser,
} from './import-run';
import { type RecordedFault, withLines } from './keep-faults';
import { both, SILENT } from './progress';
import { findLeaving } from './removal-statements';
import { type StagedFile, stageFile } from './stage-file';
import { analyzeStaging, createStaging } from './staging-statements';

const letErasedBack = readStatement(path.join(__dirname, 'sql'), 'let-erased-back.sql');

/**
 * Imports all or nothing, in one transaction; imports run one at a time, in the order of their arrival. `db` needs the
 * statement timeout of a bulk import (`withDatabase` with `isBulk`).
 * @throws ImportRefused with every fault; ImportStopped; errors of the database
 */
export async function importRecords(
  db: Database,
  given: RecordSources,
  options: ImportOptions,
): Promise<ImportResult> {
  const sources = inUtf8(given, options);
  const { source: name, startedBy = nameOfUser(), progress: shown = SILENT } = options;
  const id =
    options.run ?? (await addRun(db, { name, startedBy, options: recordedOptions(options) }));
  const run = new ImportRun(db, id, options.rows);
  const progress = both(shown, run);
  try {
    if (options.run === undefined) await run.untilTurn(message => shown.say(message));
    return await apply(db, run, sources, { ...options, startedBy, progress });
  } catch (error) {
    // A failure to record must not hide the reason.
    const faultsOf = (faults: readonly Fault[]) =>
      withLines(options.isUpload ? faults.map(asParameters) : faults, sources);
    await recordFailure(run, error, faultsOf).catch(() => undefined);
    throw error;
  } finally {
    await run.rest();
  }
}

async function apply(
  db: Database,
  run: ImportRun,
  sources: RecordSources,
  options: ImportOptions & { readonly startedBy: string },
): Promise<ImportResult> {
  const begun = Date.now();
  const { signal } = run;
  try {
    return await transaction(
      db,
      async tx => {
        const { hasBefore, ...applied } = await importWithin(tx, sources, options, run.id);
        const result = summarize(applied, begun);
        if (options.isDryRun) throw new DryRun(result);
        await run.succeed(tx, { files: result.files, hasBefore });
        return result;
      },
      { signal },
    );
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
    await run.finish('succeeded', { files: error.result.files });
    return error.result;
  }
}

async function recordFailure(
  run: ImportRun,
  error: unknown,
  faultsOf: (faults: readonly Fault[]) => AsyncIterable<RecordedFault[]>,
): Promise<void> {
  if (error instanceof ImportStopped) return;
  if (!(error instanceof ImportRefused)) {
    await run.finish('failed', { reason: String(error) });
    return;
  }
  const { faults, message } = error;
  const [reason] = message.split('\n');
  const details = { faultCount: faults.length, reason: reason! };
  await run.finish('refused', details, faultsOf(faults));
}

type Applied = Pick<ImportResult, 'files' | 'keptAccounts' | 'keptStatistics'>;

async function importWithin(
  tx: Transaction,
  sources: RecordSources,
  options: ImportOptions & { readonly startedBy: string },
  run: number,
): Promise<Applied & { readonly hasBefore: boolean }> {
  const { progress = SILENT, replaces = false, updatesAccounts = false, startedBy } = options;
  const { hasTextIds = false, isDryRun = false, linesAtOnce, isUpload = false } = options;
  const { updatesHistory = false, allowsErased = false, beforeDays = 0 } = options;
  const present = importFiles.filter(({ name }) => sources[name]);
  const faults = new FaultList();
  refuseUnlessUsable(present, { replaces, hasTextIds }, faults);
  await lockImports(tx, `import by ${startedBy} of ${options.source}`);
  await query(tx, createStaging);

  const staged = await stageFiles(tx, { present, sources, faults }, options);
  const files = [...staged.values()];
  progress.expect(files.reduce((sum, { rows }) => sum + rows, 0));
  await query(tx, analyzeStaging);
  const names = present.map(({ name }) => name);
  if (replaces) await query(tx, findLeaving, { files: names });
  const changed = await findChanged(tx, present, staged, progress);
  if (files.every(({ isWhole }) => isWhole)) {
    const rows = { present, sources, rows: staged };
    await findFaults(tx, rows, allowancesOf(options), faults, progress);
  }
  faults.refuseIfAny();
  if (allowsErased) await query(tx, letErasedBack);
  const step = isDryRun ? 'Checking changes' : 'Importing';
  const doneBy = { actor: isUpload ? startedBy : COMMAND_LINE, startedBy };
  const updates = { updatesAccounts, updatesHistory };
  const choices = { replaces, ...updates, ...doneBy, step, progress, linesAtOnce };
  const keepsBefore = beforeDays > 0 && !isDryRun;
  const hasBefore =
    keepsBefore && (await keepBefore(tx, run, present, { replaces, updatesAccounts }));
  const counts = await applyFiles(tx, present, { staged, changed }, choices);
  return { files: counts, hasBefore, ...(await countKept(tx, present, updates)) };
}

async function stageFiles(
  tx: Transaction,
  {
    present,
    sources,
    faults,
  }: { present: readonly ImportFile[]; sources: RecordSources; faults: FaultList },
  options: ImportOptions,
): Promise<Map<FileName, StagedFile>> {
  const { hasTextIds = false, timeZone = null, dateFormat = null, progress = SILENT } = options;
  const ids: IdReader = hasTextIds ? new TextIds() : uuidsAlone;
  const dates = { timeZone, format: dateFormat };
  const reading = { ids, dates };
  const onRows = (rows: number) => progress.advance(rows);
  const staged = new Map<FileName, StagedFile>();
  for (const file of present) {
    progress.begin('Reading', file.name);
    const lines = sources[file.name]!();
    staged.set(file.name, await stageFile(tx, file, lines, { reading, faults, onRows }));
  }
  return staged;
}

function inUtf8(sources: RecordSources, { encoding = 'utf-8' }: ImportOptions): RecordSources {
  return Object.fromEntries(
    Object.entries(sources).map(([name, open]) => [name, () => toUtf8(open(), encoding)]),
  );
}

function refuseUnlessUsable(
  present: readonly ImportFile[],
  { replaces, hasTextIds }: { replaces: boolean; hasTextIds: boolean },
  faults: FaultList,
): void {
  const fault = { line: null, column: null, value: null };
  if (present.length === 0) {
    const names = importFiles.map(({ name }) => name).join(', ');
    faults.add({ ...fault, file: 'the folder', expected: `at least one of ${names}` });
  }
  if (replaces && present[0]?.name !== 'companies.csv') {
    const expected = 'to be there, since --replace replaces the rows of its organizations';
    faults.add({ ...fault, file: 'companies.csv', expected });
  }
  if (hasTextIds && present.length > 0 && present[0]!.name !== 'companies.csv') {
    const expected =
      'to be there, since --text-ids tells the ids of organizations apart by their handles';
    faults.add({ ...fault, file: 'companies.csv', expected });
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

class DryRun extends Error {
  constructor(readonly result: ImportResult) {
    super('dry run');
  }
}
