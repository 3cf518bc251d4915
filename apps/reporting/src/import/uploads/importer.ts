import { createDatabase } from '@platform/db';
import { describeBriefly } from '@platform/http/error-description';
import type { FileName } from '../../records/import-file';
import { ImportRefused } from '../faults';
import type { ImportOptions } from '../import-options';
import { importRecords } from '../import-records';
import { ImportStopped } from '../import-run';
import { type ListSourceOfImport, openUpload } from '../lists/record-list';

/** The file descriptor of the upload, inherited from the parent. */
const FILE = 3;
/** Longer than any import takes. */
const STATEMENT_TIMEOUT_MS = 86_400_000;

/** An upload or an undo that the service runs in a separate process. */
export interface UploadTask extends Omit<ImportOptions, 'source' | 'digest' | 'progress'> {
  /** The key of the run, which has started. */
  readonly run: number;
  readonly name: string;
  /** The table of a CSV file; null for an archive or a workbook. */
  readonly table: FileName | null;
  readonly maxBytes: number;
  /** The source of a list; null for files in import format. */
  readonly list: ListSourceOfImport | null;
}

export type ImporterTask = UploadTask & { readonly databaseUrl: string };

/** Sent to the parent: that the task was received, and why it failed unless that is recorded as the outcome of the run. */
export type ImporterMessage = 'begun' | { readonly failure: string };

// Without its parent, nobody can cancel the run.
process.once('disconnect', () => process.exit(1));
process.once('message', message => {
  // If the parent is gone, "disconnect" follows.
  process.send!('begun', undefined, undefined, () => undefined);
  importUpload(message as ImporterTask).then(
    () => process.exit(0),
    (error: unknown) => {
      if (error instanceof ImportRefused || error instanceof ImportStopped) process.exit(0);
      process.send!({ failure: describeBriefly(error) }, undefined, undefined, () =>
        process.exit(1),
      );
    },
  );
});

async function importUpload({ databaseUrl, ...task }: ImporterTask): Promise<void> {
  const db = createDatabase({
    url: databaseUrl,
    poolSize: 2,
    statementTimeout: STATEMENT_TIMEOUT_MS,
    applicationName: 'reporting import',
  });
  const isUndo = typeof task.undoes === 'number';
  const opened = isUndo ? { records: {} } : await openUpload(FILE, task, task);
  await importRecords(db, opened.records, { ...task, ...opened, isUpload: true, source: 'upload' });
}
