import { createDatabase } from '@platform/db';
import { describeBriefly } from '@platform/http/error-description';
import { z } from 'zod';
import { FILE_NAMES } from '../../records/import-file';
import { ImportRefused } from '../faults';
import { importTask } from '../import-options';
import { importRecords } from '../import-records';
import { ImportStopped } from '../import-run';
import { type ListSourceOfImport, openUpload } from '../lists/record-list';

/** Where the parent puts the file of the upload. */
const FILE = 3;
/** Milliseconds: longer than any import. */
const STATEMENT_TIMEOUT = 86_400_000;

/** What the service asks of an importing process, as it arrives there. */
const importerTask = importTask.omit({ source: true, isUpload: true }).extend({
  databaseUrl: z.string(),
  /** The key of the recorded run, which has begun. */
  run: z.number(),
  /** What the upload is listed as. */
  name: z.string(),
  /** The file of an import that the body is; null for an archive or a workbook. */
  table: z.enum(FILE_NAMES).nullable(),
  /** Bytes of an upload. */
  maxBytes: z.number(),
  /** The source of a list; null for files of the format. */
  list: z.custom<ListSourceOfImport>().nullable(),
});

type ImporterTask = z.infer<typeof importerTask>;

/** What the service asks, besides its database. */
export type ImportTask = Omit<z.input<typeof importerTask>, 'databaseUrl'>;

// Without its parent nobody says that the run is alive, or could cancel it.
process.once('disconnect', () => process.exit(1));
process.once('message', message => {
  // Without a parent, "disconnect" follows.
  process.send!('begun', undefined, undefined, () => undefined);
  importUpload(importerTask.parse(message)).then(
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
  const opened = task.undoes === null ? await openUpload(FILE, task, task) : { records: {} };
  await importRecords(db, opened.records, { ...task, ...opened, isUpload: true, source: 'upload' });
}
