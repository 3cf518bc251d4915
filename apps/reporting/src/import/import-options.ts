import { userInfo } from 'node:os';
import { ENCODINGS } from '@platform/spreadsheet';
import { z } from 'zod';
import { DATE_FORMATS } from '../records/column-type';
import type { ImportProgress } from './progress';
import type { ImportRunOptions } from './runs/import-runs.dto';

/** What an import is asked to do, as `ImportRunOptions` documents it; what is absent is the default. */
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

/** How an import is run, besides what it is asked to do. */
export const importTask = importChoices.extend({
  /** Where the rows come from: a folder, `demo small`. */
  source: z.string(),
  startedBy: z.string().default(() => nameOfUser()),
  /** The key of a run that this one undoes: there are no files. */
  undoes: z.number().nullable().default(null),
  /** Whether the options are parameters of a request, and not those of the command. */
  isUpload: z.boolean().default(false),
  /** Whether rows may give rights to new accounts. */
  mayGrant: z.boolean().default(true),
  /** Whether a record keeper started it, who changes no rights (rights-faults.sql). */
  isKeeper: z.boolean().default(false),
  /** Days that the rows are kept as they were; 0 keeps none. */
  beforeDays: z.number().default(0),
});

export interface ImportOptions extends Partial<z.infer<typeof importTask>> {
  readonly source: string;
  /** A recorded run that has begun; absent: the import adds its own, and waits for its turn. */
  readonly run?: number;
  /** Names beside the files of an import, which the recorded run shows. */
  readonly ignored?: readonly string[];
  /** The SHA-256 of the files, by which they are recognized when they are imported again; default null. */
  readonly digest?: (() => Promise<Buffer>) | null;
  /** About how many, for the progress of the recorded run. */
  readonly rows?: number;
  readonly progress?: Partial<ImportProgress>;
  /** Lines of a statement, more where a file would have too many of them; few enough for the progress to move. */
  readonly linesAtOnce?: number;
}

/** An import with its defaults, as its steps take it. */
export type Import = z.infer<typeof importTask> & {
  readonly run: number;
  /** Who did what is audited. */
  readonly actor: string;
  readonly digest: (() => Promise<Buffer>) | null;
  readonly progress: ImportProgress;
  readonly linesAtOnce: number;
};

/** A container's user may have no name. */
export function nameOfUser(lookUp: () => { username: string } = userInfo): string {
  try {
    return lookUp().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** How a surface writes an option of an import, and its value. */
export type OptionStyle = (name: string, value?: string) => string;

/** `--time-zone America/Edmonton` */
export const asCommandOption: OptionStyle = (name, value) => {
  const option = `--${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
  return value === undefined ? option : `${option} ${value}`;
};

/** `timeZone=America/Edmonton` */
export const asParameter: OptionStyle = (name, value) =>
  value === undefined ? name : `${name}=${value}`;

const NAMED = new RegExp(`\\{(${Object.keys(importChoices.shape).join('|')})(?:=([^}]+))?\\}`, 'g');

/** Writes the options of a text, which are `{timeZone}` or `{timeZone=America/Edmonton}` there. */
export function writeOptions(text: string, style: OptionStyle): string {
  return text.replaceAll(NAMED, (_, name: string, value?: string) => style(name, value));
}
