import type { ImportRunOptions } from '../runs/import-runs.dto';
import type { DateFormat } from './column-type';
import type { Encoding } from './encoding';
import type { ImportProgress } from './progress';

export interface ImportOptions {
  /** Where the rows come from: a folder, `demo small`. */
  readonly source: string;
  /** Default: the user of this machine. */
  readonly startedBy?: string;
  readonly isDryRun?: boolean;
  readonly replaces?: boolean;
  readonly updatesAccounts?: boolean;
  /** Whether rows may make accounts operators. */
  readonly allowsOperators?: boolean;
  /** The handles of the organizations that rows may be of; absent: all of them. */
  readonly companies?: readonly string[];
  /** Whether ids may be any text instead of UUIDs. */
  readonly hasTextIds?: boolean;
  /** Of dates and of times without an offset, such as `America/Edmonton`. */
  readonly timeZone?: string;
  /** How dates are written beside YYYY-MM-DD. */
  readonly dateFormat?: DateFormat;
  /** Of the CSV files; default UTF-8. */
  readonly encoding?: Encoding;
  /** Whether rows may overwrite months that have snapshots taken here. */
  readonly updatesHistory?: boolean;
  /** Whether --replace may delete most rows of a table. */
  readonly allowsRemovals?: boolean;
  /** Whether rows of erased people may come back. */
  readonly allowsErased?: boolean;
  /** A recorded run that has begun; absent: the import adds its own, and waits for its turn. */
  readonly run?: number;
  /** Whether the options are parameters of a request, and not those of the command. */
  readonly isUpload?: boolean;
  /** Whether rows may give rights to new accounts; default true. */
  readonly mayGrant?: boolean;
  /** Days that the rows are kept as they were; default 0, which keeps none. */
  readonly beforeDays?: number;
  /** About how many, for the progress of the recorded run. */
  readonly rows?: number;
  readonly progress?: ImportProgress;
  readonly linesAtOnce?: number;
}

/** As a run records them; what is absent is the default. */
export function recordedOptions(options: Partial<ImportOptions>): ImportRunOptions {
  return {
    dryRun: options.isDryRun ?? false,
    replace: options.replaces ?? false,
    updateAccounts: options.updatesAccounts ?? false,
    textIds: options.hasTextIds ?? false,
    allowRemovals: options.allowsRemovals ?? false,
    allowOperators: options.allowsOperators ?? false,
    allowErased: options.allowsErased ?? false,
    updateHistory: options.updatesHistory ?? false,
    timeZone: options.timeZone ?? null,
    dateFormat: options.dateFormat ?? null,
    encoding: options.encoding ?? null,
    companyId: null,
    companies: [...(options.companies ?? [])],
  };
}

/** What rows may do, with the defaults. */
export function allowancesOf(options: ImportOptions) {
  const {
    replaces = false,
    updatesAccounts = false,
    hasTextIds = false,
    isUpload = false,
  } = options;
  const { allowsOperators = false, allowsRemovals = false, allowsErased = false } = options;
  const { mayGrant = true, companies } = options;
  return {
    replaces,
    updatesAccounts,
    allowsOperators,
    allowsRemovals,
    allowsErased,
    mayGrant,
    isUpload,
    companies: companies?.map(handle => handle.toLowerCase()) ?? null,
    hasTextIds,
  };
}
