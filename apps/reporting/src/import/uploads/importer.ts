import { createDatabase } from '@platform/db';
import { describeBriefly } from '@platform/http/error-description';
import type { FileName } from '../../records/import-file';
import { ImportRefused } from '../faults';
import type { ImportOptions } from '../import-options';
import { importRecords } from '../import-records';
import { ImportStopped } from '../import-run';
import { type ListSourceOfImport, openUpload } from '../lists/record-list';

/** Where the parent puts the file of the upload. */
const FILE = 3;
/** Milliseconds: longer than any import. */
const STATEMENT_TIMEOUT = 86_400_000;

/** What the service asks of an importing process, besides its database. */
export interface ImportTask extends Omit<ImportOptions, 'source' | 'digest' | 'progress'> {
  /** The key of the recorded run, which has begun. */
  readonly run: number;
  /** What the upload is listed as. */
  readonly name: string;
  /** The file of an import that the body is; null for an archive or a workbook. */
  readonly table: FileName | null;
  /** Bytes of an upload. */
  readonly maxBytes: number;
  /** The source of a list; null for files of the format. */
  readonly list: ListSourceOfImport | null;
}

/** As it arrives there. */
export type ImporterTask = ImportTask & { readonly databaseUrl: string };

// Without its parent nobody says that the run is alive, or could cancel it.
process.once('disconnect', () => process.exit(1));
process.once('message', message => {
  // Without a parent, "disconnect" follows.
  process.send!('begun', undefined, undefined, () => undefined);
  importUpload(message as ImporterTask).then(
    () => process.exit(0),
    (error: unknown) => {
      // These are recorded as the end of the run.
      const isEnd = error instanceof ImportRefused || error instanceof ImportStopped;
      if (!isEnd) process.stderr.write(`The import failed: ${describeBriefly(error)}\n`);
      process.exit(isEnd ? 0 : 1);
    },
  );
});

async function importUpload({ databaseUrl, ...task }: ImporterTask): Promise<void> {
  const db = createDatabase({
    url: databaseUrl,
    poolSize: 2,
    statementTimeout: STATEMENT_TIMEOUT,
    applicationName: 'reporting import',
  });
  const isUndo = typeof task.undoes === 'number';
  const opened = isUndo ? { records: {} } : await openUpload(FILE, task, task);
  await importRecords(db, opened.records, { ...task, ...opened, isUpload: true, source: 'upload' });
}
