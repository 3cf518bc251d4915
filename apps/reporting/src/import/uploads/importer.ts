import { createDatabase } from '@platform/db';
import { describeBriefly } from '@platform/http/error-description';
import { z } from 'zod';
import { FILE_NAMES } from '../../records/import-file';
import { ImportRefused } from '../faults';
import { importChoices } from '../import-options';
import { importRecords } from '../import-records';
import { ImportStopped } from '../import-run';
import { openList } from '../lists/open-list';
import { type ListSourceOfImport, RecordList } from '../lists/record-list';
import { openRecords, type Reading } from '../open-records';

/** Where the parent puts the file of the upload. */
const FILE = 3;
/** Milliseconds: longer than any import. */
const STATEMENT_TIMEOUT = 86_400_000;

/** What the service asks of an importing process, as it arrives there. */
const importerTask = z.object({
  databaseUrl: z.string(),
  /** The key of the recorded run, which has begun. */
  run: z.number(),
  /** The key of the run that it undoes. */
  undoes: z.number().nullable(),
  startedBy: z.string(),
  /** What the upload is listed as. */
  name: z.string(),
  /** The file of an import that the body is; null for an archive or a workbook. */
  table: z.enum(FILE_NAMES).nullable(),
  /** Bytes of an upload. */
  maxBytes: z.number(),
  /** Whether rows may give rights to new accounts. */
  mayGrant: z.boolean(),
  isKeeper: z.boolean(),
  beforeDays: z.number(),
  options: importChoices,
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

async function importUpload(task: ImporterTask): Promise<void> {
  const { databaseUrl, table: _, maxBytes, options, list: __, name, ...given } = task;
  const db = createDatabase({
    url: databaseUrl,
    poolSize: 2,
    statementTimeout: STATEMENT_TIMEOUT,
    applicationName: 'reporting import',
  });
  const { encoding } = options;
  const reading = { maxBytes, encoding, name };
  const { records, rows, digest } =
    task.undoes === null ? await open(task, reading) : { records: {}, rows: 0, digest: null };
  await importRecords(db, records, {
    ...options,
    ...given,
    rows,
    digest,
    isUpload: true,
    source: 'upload',
  });
}

type Opening = Reading & { readonly name: string };

/** Files of the format, or a list by its source. */
async function open({ list, table }: ImporterTask, reading: Opening) {
  if (list === null) {
    const { sources, rows, digest } = await openRecords(FILE, table, reading);
    return { records: sources, rows, digest };
  }
  const opened = await openList(FILE, list.definition, reading);
  return { records: new RecordList(opened, list), rows: opened.rows, digest: null };
}
