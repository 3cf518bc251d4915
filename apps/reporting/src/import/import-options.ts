import { userInfo } from 'node:os';
import { ENCODINGS } from '@platform/spreadsheet';
import { z } from 'zod';
import { DATE_FORMATS } from '../records/dates';
import type { ImportProgress } from './progress';
import type { ImportRunOptions } from './runs/import-runs.dto';

/** What an import is asked to do, as documented for `ImportRunOptions`. */
export const importChoices = z.object({
  dryRun: z.boolean().default(false),
  replace: z.boolean().default(false),
  updateAccounts: z.boolean().default(false),
  textIds: z.boolean().default(false),
  allowRemovals: z.boolean().default(false),
  allowOperators: z.boolean().default(false),
  allowErased: z.boolean().default(false),
  overwriteHand: z.boolean().default(false),
  updateHistory: z.boolean().default(false),
  timeZone: z.string().nullable().default(null),
  dateFormat: z.enum(DATE_FORMATS).nullable().default(null),
  encoding: z.enum(ENCODINGS).nullable().default(null),
  listSource: z.string().nullable().default(null),
  companyId: z.string().nullable().default(null),
  companies: z.array(z.string()).default([]),
}) satisfies z.ZodType<ImportRunOptions>;

export type ImportChoices = z.infer<typeof importChoices>;

export const importTask = importChoices.extend({
  /** Where the rows come from, such as a folder or `demo small`. */
  source: z.string(),
  startedBy: z.string().default(() => nameOfUser()),
  /** The names of files and sheets that are not read, for the recorded run. */
  ignored: z.array(z.string()).readonly().default([]),
  /** The approximate number of rows, for the progress of the recorded run. */
  rows: z.number().default(0),
  /** The key of the run to undo; there are no files then. */
  undoes: z.number().nullable().default(null),
  /** Whether the options are request parameters instead of command options. */
  isUpload: z.boolean().default(false),
  /** Whether rows may give rights to new accounts. */
  mayGrant: z.boolean().default(true),
  /** Whether a record keeper started it, who cannot change rights (rules/*.sql). */
  isKeeper: z.boolean().default(false),
  /** Days for which the previous rows are kept; 0 keeps none. */
  beforeDays: z.number().default(0),
  /** Rows per statement; more if a file would need too many statements. The progress advances with each. */
  linesAtOnce: z.number().default(100_000),
});

/** Returns the SHA-256 of the files, which identifies files that are imported again; null for other sources. */
type Digest = (() => Promise<Buffer>) | null;

export type ImportOptions = z.input<typeof importTask> & {
  /** The key of a run that has started; absent, the import adds one and waits for its turn. */
  readonly run?: number;
  readonly digest?: Digest;
  readonly progress?: Partial<ImportProgress>;
};

/** Complete options, as the steps of an import receive them. */
export type Import = z.output<typeof importTask> & {
  readonly run: number;
  readonly actor: string;
  readonly digest: Digest;
  readonly progress: ImportProgress;
};

/** The name of the operating system's user; containers may run as a user without a name. */
export function nameOfUser(lookUp: () => { username: string } = userInfo): string {
  try {
    return lookUp().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

const NAMED = new RegExp(`\\{(${Object.keys(importChoices.shape).join('|')})(?:=([^}]+))?\\}`, 'g');

/**
 * Replaces placeholders such as `{timeZone=America/Edmonton}` in a text by parameters of an upload
 * (`timeZone=America/Edmonton`) or options of the command (`--time-zone America/Edmonton`).
 */
export function writeOptions(text: string, isUpload: boolean): string {
  return text.replaceAll(NAMED, (_, name: string, value?: string) => {
    if (isUpload) return value === undefined ? name : `${name}=${value}`;
    const option = `--${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
    return value === undefined ? option : `${option} ${value}`;
  });
}
