import type { Count, Page, Timestamp, Uuid } from '../../http/wire-format';
import { XLSX } from '../../reports/table/format.dto';
import type { UploadDateFormat, UploadEncoding } from '../uploads/uploads.dto';

/** `waiting` for its turn; `reading`, `checking` and `importing` while it runs; the other values are outcomes. */
export type ImportStatus =
  | 'waiting'
  | 'reading'
  | 'checking'
  | 'importing'
  | 'succeeded'
  | 'refused'
  | 'failed'
  | 'cancelled'
  | 'interrupted';

/** Whether the files were uploaded or given to the command. */
export type ImportSource = 'http' | 'command';

/** The options of an import. */
export interface ImportRunOptions {
  /** Whether everything is checked but nothing is changed. */
  dryRun: boolean;
  /** Whether rows that the files lack are deleted. */
  replace: boolean;
  /** Whether e-mails and rights of existing accounts may change. */
  updateAccounts: boolean;
  /** Whether IDs may be any text. */
  textIds: boolean;
  /** Whether `replace` may delete most rows of a table. */
  allowRemovals: boolean;
  /** Whether rows may make accounts operators. */
  allowOperators: boolean;
  /** Whether erased people may come back. */
  allowErased: boolean;
  /** Whether records that were added, corrected or withdrawn by hand are overwritten. */
  overwriteHand: boolean;
  /** Whether months with snapshots taken here may be overwritten. */
  updateHistory: boolean;
  /** The time zone of dates and of times without an offset; null for UTC. */
  timeZone: string | null;
  /** The format of dates; null for YYYY-MM-DD. */
  dateFormat: UploadDateFormat | null;
  /** The encoding of the files; null for UTF-8. */
  encoding: UploadEncoding | null;
  /** The source that defines an organization's own list; null for files in import format. */
  listSource: string | null;
  /** The organization that the rows of an upload must belong to; null for any. */
  companyId: Uuid | null;
  /** The handles of the organizations that the rows must belong to; empty for any. */
  companies: string[];
}

/** How the rows of a file were imported. */
export interface ImportFileCounts {
  /**
   * The name of the file.
   * @example "tickets.csv"
   */
  file: string;
  /** Rows in the file. */
  read: Count;
  /** New rows. */
  inserted: Count;
  /** Changed rows. */
  updated: Count;
  /** Unchanged rows. */
  unchanged: Count;
  /** Rows that the file lacks and `replace` deleted. */
  deleted: Count;
  /**
   * Sentences about what the counts do not show; absent if there are none.
   * @example ["1 member with access to reports loses it: ada@example.com."]
   */
  notices?: string[];
}

/** Why a file was refused. */
export interface ImportFault {
  /**
   * The file, sheet or other part of the import.
   * @example "tickets.csv"
   */
  file: string;
  /** The line, or the row of a sheet; null for a fault of the whole file. */
  line: Count | null;
  /** The name of the column; null for a fault of the whole line. */
  column: string | null;
  /** The invalid value; null if there is no single value. */
  value: string | null;
  /** What is expected instead. */
  expected: string;
  /** What to do; null if that follows from what is expected. */
  remedy: string | null;
}

/** A run of an import. */
export interface ImportRunSummary {
  /** Identifies the run. */
  id: Uuid;
  /** The name of the file or folder, or another origin of the rows. */
  name: string;
  /** Whether the files were uploaded or given to the command. */
  source: ImportSource;
  /** The current step, or the outcome. */
  status: ImportStatus;
  /**
   * The progress, from 0 to 1.
   * @isDouble
   */
  progress: number;
  /** When it was added. */
  createdAt: Timestamp;
  /** When it started; null while it is waiting. */
  startedAt: Timestamp | null;
  /** When it ended; null until then. */
  finishedAt: Timestamp | null;
  /** The e-mail of the operator, `service key`, or the operating system user of a command. */
  startedBy: string;
  /** Its options. */
  options: ImportRunOptions;
  /** The files; empty until the run has succeeded. */
  files: ImportFileCounts[];
  /**
   * The first 100 names of files and sheets that were not read because they do not belong to the format.
   * @example ["Tickets 2026.csv"]
   */
  ignored: string[];
  /** The number of faults, at most 10,000. */
  faultCount: Count;
  /** A sentence that says why the run was refused or failed; null otherwise. */
  reason: string | null;
  /** Whether `before` returns the previous versions of rows that it changed or deleted. */
  hasBefore: boolean;
  /** Whether `changes` returns what it changed, or what a dry run would change. */
  hasChanges: boolean;
  /** The import that it undoes; null if it is not an undo. */
  undoes: Uuid | null;
}

/**
 * A changed column of a row that an import inserted, changed or deleted.
 * @example { "table": "tickets", "id": "5b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "person": "Ada Lovelace", "column": "status", "before": "Valid", "after": "Expired" }
 */
export interface ImportChange {
  /** The name of the row's file, without `.csv`. */
  table: string;
  /** The ID of the row; for tables without IDs, the values of its key, separated by spaces. */
  id: string;
  /** The current name of the person that the row describes; null if there is none. */
  person: string | null;
  /** The name of the column in the file. */
  column: string;
  /** The previous cell; null if it was empty or the row is new. */
  before: string | null;
  /** The new cell; null if it is empty or the row was deleted. */
  after: string | null;
}

/** A page of changes, ordered by table. */
export interface ImportChangePage extends Page {
  /** The changes of the page. */
  items: ImportChange[];
  /** False for a dry run that would change more than 100,000 rows, of which only the first are kept. */
  isTotalExact: boolean;
}

/** A run of an import, with its faults. */
export interface ImportRunDetails extends ImportRunSummary {
  /** The first 100 faults. */
  faults: ImportFault[];
}

/** A page of runs, newest first. */
export interface ImportRunPage extends Page {
  /** The runs of the page. */
  items: ImportRunSummary[];
}

/** The format of faults: CSV or a workbook. */
export type FaultFormat = 'csv' | 'xlsx';

/** The format of changes: a page as JSON, or all changes as a file. */
export type ChangeFormat = 'json' | 'csv' | 'xlsx';

/** The media types of the formats. */
export const FAULT_TYPES = ['text/csv', XLSX];
export const CHANGE_TYPES = ['application/json', 'text/csv', XLSX];
