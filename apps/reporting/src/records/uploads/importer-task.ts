import { z } from 'zod';
import { FILE_NAMES } from '../import/import-file';
import { importChoices } from '../import/import-options';

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
  options: importChoices,
});

export type ImporterTask = z.infer<typeof importerTask>;
