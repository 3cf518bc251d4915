import { type Database, query, type Transaction, transaction } from '@platform/db';
import { COMMAND_LINE } from '../../command-output';
import { applyFiles, type FileCounts } from './apply-files';
import { FaultList, ImportRefused } from './faults';
import { importFiles } from './files';
import { findFaults } from './find-faults';
import { textIds, uuidsAlone } from './ids';
import { type FileName, type ImportFile, type RecordSources } from './import-file';
import { type ImportResult, lockImports, nameOfUser, recordRun } from './import-run';
import { type ImportProgress, SILENT } from './progress';
import { type StagedFile, stageFile } from './stage-file';
import { analyzeStaging, createStaging } from './staging-statements';

export interface ImportOptions {
  /** Where the rows come from: a folder, `demo small`. */
  readonly source: string;
  /** Who imports; the user of this machine unless said. */
  readonly startedBy?: string;
  readonly isDryRun?: boolean;
  readonly replaces?: boolean;
  readonly updatesAccounts?: boolean;
  /** Whether ids may be any text instead of UUIDs. */
  readonly hasTextIds?: boolean;
  /** Of dates and of times without an offset, such as `America/Edmonton`. */
  readonly timeZone?: string;
  readonly progress?: ImportProgress;
  /** How many lines one statement takes at most. */
  readonly linesAtOnce?: number;
}

/**
 * Imports the rows of the sources, all or nothing, in one transaction that no other import shares. The
 * statement timeout of `db` has to leave room for it (`withDatabase` with `isBulk`).
 * @throws ImportRefused with everything that is wrong; whatever the database throws
 */
export async function importRecords(
  db: Database,
  sources: RecordSources,
  options: ImportOptions,
): Promise<ImportResult> {
  const startedAt = new Date();
  const startedBy = options.startedBy ?? nameOfUser();
  const details = { ...options, startedBy, startedAt };
  const finish = (files: readonly FileCounts[]) => summarize(files, startedAt);
  try {
    const result = await transaction(db, async tx => {
      const files = await importWithin(tx, sources, { ...options, startedBy });
      const whole = finish(files);
      if (options.isDryRun) throw new DryRun(whole);
      await recordRun(tx, details, 'done', whole);
      return whole;
    });
    return result;
  } catch (error) {
    if (error instanceof DryRun) {
      await recordRun(db, details, 'dry run', error.result);
      return error.result;
    }
    // The reason matters more than that it cannot be recorded, as when the database has gone away.
    const outcome = error instanceof ImportRefused ? 'refused' : 'failed';
    await recordRun(db, details, outcome, finish([]), String(error)).catch(() => undefined);
    throw error;
  }
}

async function importWithin(
  tx: Transaction,
  sources: RecordSources,
  options: ImportOptions & { readonly startedBy: string },
): Promise<FileCounts[]> {
  const { progress = SILENT, replaces = false, updatesAccounts = false, startedBy } = options;
  const { hasTextIds = false, timeZone = null, isDryRun = false, linesAtOnce } = options;
  const present = importFiles.filter(({ name }) => sources[name]);
  const faults = new FaultList();
  refuseUnlessUsable(present, { replaces, hasTextIds }, faults);
  await lockImports(tx, `import by ${startedBy} of ${options.source}`, progress);
  await query(tx, createStaging);

  const reading = { ids: hasTextIds ? textIds() : uuidsAlone, timeZone };
  const staged = new Map<FileName, StagedFile>();
  for (const file of present) {
    progress.begin('Reading', file.name);
    const onRows = (rows: number) => progress.advance(rows);
    staged.set(
      file.name,
      await stageFile(tx, file, sources[file.name]!(), { reading, faults, onRows }),
    );
  }
  const files = [...staged.values()];
  progress.expect(files.reduce((sum, { rows }) => sum + rows, 0));
  await query(tx, analyzeStaging);
  if (files.every(({ isWhole }) => isWhole)) {
    const choices = { replaces, updatesAccounts, hasTextIds };
    await findFaults(tx, { present, sources, rows: staged }, choices, faults, progress);
  }
  faults.refuseIfAny();
  const step = isDryRun ? 'Checking changes' : 'Importing';
  const doneBy = { actor: COMMAND_LINE, startedBy };
  const choices = { replaces, updatesAccounts, ...doneBy, step, progress, linesAtOnce };
  return applyFiles(tx, present, staged, choices);
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

function summarize(files: readonly FileCounts[], startedAt: Date): ImportResult {
  const sum = (count: 'read' | 'inserted' | 'updated' | 'unchanged' | 'deleted') =>
    files.reduce((total, file) => total + file[count], 0);
  return {
    read: sum('read'),
    inserted: sum('inserted'),
    updated: sum('updated'),
    unchanged: sum('unchanged'),
    deleted: sum('deleted'),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    files,
  };
}

/** Rolls back what went well. */
class DryRun extends Error {
  constructor(readonly result: ImportResult) {
    super('dry run');
  }
}
