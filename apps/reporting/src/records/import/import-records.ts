import { userInfo } from 'node:os';
import path from 'node:path';
import { type Database, query, readStatement, type Transaction, transaction } from '@platform/db';
import { applyFiles, type FileCounts } from './apply-files';
import { FaultList, ImportRefused } from './fault';
import { findFaults } from './find-faults';
import type { FileName, ImportFile } from './import-file';
import { importFiles } from './import-files';
import { lockImports } from './lock-imports';
import { recordRun } from './record-run';
import { stageFile } from './stage-file';

/** The CSV bytes of each file, header row first; asked for one at a time, when the file's turn comes. */
export type RecordSources = Partial<Record<FileName, () => AsyncIterable<Buffer>>>;

export interface ImportProgress {
  /** A step begins. */
  say(message: string): void;
  /** So many rows of a file have been read. */
  read(file: FileName, rows: number): void;
}

export interface ImportOptions {
  /** Where the rows come from: a folder, `demo small`. */
  readonly source: string;
  /** Who imports; the user of this machine unless said. */
  readonly startedBy?: string;
  readonly isDryRun?: boolean;
  readonly replaces?: boolean;
  readonly updatesAccounts?: boolean;
  readonly progress?: ImportProgress;
}

export interface ImportResult {
  readonly read: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly deleted: number;
  readonly seconds: number;
  readonly files: readonly FileCounts[];
}

const SQL = path.join(__dirname, 'sql');
const createStaging = readStatement<object>(SQL, 'create-staging.sql');
const analyzeStaging = readStatement<object>(SQL, 'analyze-staging.sql');
const NOBODY: ImportProgress = { say: () => undefined, read: () => undefined };

/**
 * Brings in the rows of the sources, all or nothing, in one transaction that no other import shares. The
 * statement timeout of `db` has to leave room for it (`withDatabase` with `isBulk`).
 * @throws ImportRefused with everything that is wrong; whatever the database throws
 */
export async function importRecords(
  db: Database,
  sources: RecordSources,
  options: ImportOptions,
): Promise<ImportResult> {
  const startedAt = new Date();
  const startedBy = options.startedBy ?? userInfo().username;
  const details = { ...options, startedBy, startedAt };
  const finish = (files: readonly FileCounts[]) => summarize(files, startedAt);
  try {
    const result = await transaction(db, async tx => {
      const files = await bringIn(tx, sources, { ...options, startedBy });
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

async function bringIn(
  tx: Transaction,
  sources: RecordSources,
  options: ImportOptions & { readonly startedBy: string },
): Promise<FileCounts[]> {
  const { progress = NOBODY, replaces = false, updatesAccounts = false, startedBy } = options;
  const present = importFiles.filter(({ name }) => sources[name]);
  const faults = new FaultList();
  refuseUnlessUsable(present, replaces, faults);
  await lockImports(tx, `import by ${startedBy} of ${options.source}`, progress);
  await query(tx, createStaging);

  const rows = new Map<FileName, number>();
  let isWhole = true;
  for (const file of present) {
    progress.say(`Reading ${file.name}.`);
    const staged = await stageFile(tx, file, sources[file.name]!(), faults, count =>
      progress.read(file.name, count),
    );
    rows.set(file.name, staged.rows);
    isWhole &&= staged.isWhole;
  }
  await query(tx, analyzeStaging);
  if (isWhole) {
    progress.say('Checking.');
    await findFaults(tx, present, { replaces, updatesAccounts, faults });
  }
  faults.refuseIfAny();
  return applyFiles(tx, present, rows, { replaces, updatesAccounts, startedBy, progress });
}

function refuseUnlessUsable(
  present: readonly ImportFile[],
  replaces: boolean,
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
