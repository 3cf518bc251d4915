import { createDatabase } from '@platform/db';
import { describeBriefly } from '@platform/http/error-description';
import { z } from 'zod';
import { FILE_NAMES } from '../../records/import-file';
import { ImportRefused } from '../faults';
import { importChoices } from '../import-options';
import { importRecords } from '../import-records';
import { ImportStopped } from '../import-run';
import { openRecords } from '../open-records';

/** Where the parent puts the file of the upload. */
const FILE = 3;
/** Milliseconds: longer than any import. */
const STATEMENT_TIMEOUT = 86_400_000;

/** What the service asks of an importing process, as it arrives there. */
const importerTask = z.object({
  databaseUrl: z.string(),
  /** It has begun. */
  run: z.number(),
  undoes: z.number().nullable(),
  startedBy: z.string(),
  table: z.enum(FILE_NAMES).nullable(),
  maxBytes: z.number(),
  mayGrant: z.boolean(),
  isKeeper: z.boolean(),
  beforeDays: z.number(),
  options: importChoices,
});

type ImporterTask = z.infer<typeof importerTask>;

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
  const { databaseUrl, table, maxBytes, options, ...given } = task;
  const db = createDatabase({
    url: databaseUrl,
    poolSize: 2,
    statementTimeout: STATEMENT_TIMEOUT,
    applicationName: 'reporting import',
  });
  const { encoding } = options;
  const { sources, rows } =
    task.undoes === null
      ? await openRecords(FILE, table, { maxBytes, encoding })
      : { sources: {}, rows: 0 };
  await importRecords(db, sources, {
    ...options,
    ...given,
    rows,
    isUpload: true,
    source: 'upload',
  });
}
