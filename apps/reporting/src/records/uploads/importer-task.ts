import { z } from 'zod';
import { DATE_FORMATS } from '../import/column-type';
import { ENCODINGS } from '../import/encoding';
import { FILE_NAMES } from '../import/import-file';

/** What the service asks of an importing process, as it arrives there. */
export const importerTask = z.object({
  databaseUrl: z.string(),
  /** It has begun. */
  run: z.number(),
  startedBy: z.string(),
  table: z.enum(FILE_NAMES).nullable(),
  mostUnpacked: z.number(),
  mayGrant: z.boolean(),
  beforeDays: z.number(),
  options: z.object({
    dryRun: z.boolean(),
    replace: z.boolean(),
    updateAccounts: z.boolean(),
    textIds: z.boolean(),
    allowRemovals: z.boolean(),
    allowOperators: z.boolean(),
    allowErased: z.boolean(),
    updateHistory: z.boolean(),
    timeZone: z.string().nullable(),
    dateFormat: z.enum(DATE_FORMATS).nullable(),
    encoding: z.enum(ENCODINGS).nullable(),
    companyId: z.string().nullable(),
    companies: z.array(z.string()),
  }),
});

export type ImporterTask = z.infer<typeof importerTask>;
