import type { Count, Page, Timestamp, Uuid } from '../../http/wire-format';
import { XLSX } from '../../reports/table/format.dto';
import type { UploadDateFormat, UploadEncoding } from '../uploads/uploads.dto';

/** `waiting` for its turn, `reading`, `checking` and `importing` while it runs; every other one is its end. */
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

/** Whether the files came over HTTP, or to the command. */
export type ImportSource = 'http' | 'command';

/** What the run was asked to do. */
export interface ImportRunOptions {
  /** Whether everything is checked and nothing kept. */
  dryRun: boolean;
  /** Whether rows that the files lack are deleted. */
  replace: boolean;
  /** Whether e-mail and rights of existing accounts change. */
  updateAccounts: boolean;
  /** Whether ids may be any text. */
  textIds: boolean;
  /** Whether `replace` may delete most rows of a table. */
  allowRemovals: boolean;
  /** Whether rows may make accounts operators. */
  allowOperators: boolean;
  /** Whether erased people may come back. */
  allowErased: boolean;
  /** Whether what was recorded, corrected or withdrawn by hand is overwritten. */
  overwriteHand: boolean;
  /** Whether months with snapshots taken here may be overwritten. */
  updateHistory: boolean;
  /** Of dates and of times without an offset; null is UTC. */
  timeZone: string | null;
  /** How dates are written; null is YYYY-MM-DD. */
  dateFormat: UploadDateFormat | null;
  /** Of the files; null is UTF-8. */
  encoding: UploadEncoding | null;
  /** The source by which an organization's own list was read; null for files of the format. */
  listSource: string | null;
  /** The organization that bounds the rows of an upload; null where none does. */
  companyId: Uuid | null;
  /** The handles of the organizations that bound the rows; empty where none do. */
  companies: string[];
}

/** What became of the rows of a file. */
export interface ImportFileCounts {
  /**
   * Its name.
   * @example "tickets.csv"
   */
  file: string;
  /** Rows that it has. */
  read: Count;
  /** Rows that are new. */
  inserted: Count;
  /** Rows that changed. */
  updated: Count;
  /** Rows that are as they were. */
  unchanged: Count;
  /** Rows that it lacks and `replace` deleted. */
  deleted: Count;
  /**
   * What the counts do not tell, in sentences; absent where that is nothing.
   * @example ["1 member with access to reports loses it: ada@example.com."]
   */
  notices?: string[];
}

/** Why a file was refused. */
export interface ImportFault {
  /**
   * The file, or what else it is about.
   * @example "tickets.csv"
   */
  file: string;
  /** Of a workbook the number of the row; null where it is about the file as a whole. */
  line: Count | null;
  /** By its name; null where it is about the line as a whole. */
  column: string | null;
  /** What is there; null where there is no single value to show. */
  value: string | null;
  /** What would be right. */
  expected: string;
  /** What to do; null where that follows from what is expected. */
  remedy: string | null;
}

/** A run of an import. */
export interface ImportRunSummary {
  /** Identifies the run. */
  id: Uuid;
  /** The file or folder, or what else gave the rows. */
  name: string;
  /** Whether the files came over HTTP, or to the command. */
  source: ImportSource;
  /** How far it is, or its end. */
  status: ImportStatus;
  /**
   * How much is done, from 0 to 1.
   * @isDouble
   */
  progress: number;
  /** When it arrived. */
  createdAt: Timestamp;
  /** When it began; null while it waits. */
  startedAt: Timestamp | null;
  /** When it ended; null before. */
  finishedAt: Timestamp | null;
  /** The e-mail of the operator, `service key`, or the user of the machine of a command. */
  startedBy: string;
  /** What it was asked to do. */
  options: ImportRunOptions;
  /** Empty until the run has succeeded. */
  files: ImportFileCounts[];
  /**
   * What an archive, a workbook or a folder holds besides the files of an import, the first 100: it is not read.
   * @example ["Tickets 2026.csv"]
   */
  ignored: string[];
  /** How many faults are recorded, at most 10,000. */
  faultCount: Count;
  /** Why the run was refused or failed, in a sentence; else null. */
  reason: string | null;
  /** Whether `before` has the rows that it changed or deleted, as they were, and it can be undone. */
  hasBefore: boolean;
  /** Whether `changes` has what it changed, or a dry run would. */
  hasChanges: boolean;
  /** The import that it undoes; null where it is none of these. */
  undoes: Uuid | null;
}

/**
 * A column of a row that an import inserted, changed or deleted.
 * @example { "table": "tickets", "id": "5b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "person": "Ada Lovelace", "column": "status", "before": "Valid", "after": "Expired" }
 */
export interface ImportChange {
  /** The file of the row, without `.csv`. */
  table: string;
  /** The id of the row; of tables without ids, the columns of its key, separated by spaces. */
  id: string;
  /** Whom the row is about, by the name of now; null where it is about nobody, or nobody who is there. */
  person: string | null;
  /** The column, as the file names it. */
  column: string;
  /** What a cell of the file had; null for nothing, and of a row that is new. */
  before: string | null;
  /** What it has; null for nothing, and of a row that is deleted. */
  after: string | null;
}

/** A page of changes, in the order of the tables. */
export interface ImportChangePage extends Page {
  /** The changes of the page. */
  items: ImportChange[];
  /** False for a dry run that would change more than 100,000 rows, of which the first are kept. */
  isTotalExact: boolean;
}

/** A run of an import, with its faults. */
export interface ImportRunDetails extends ImportRunSummary {
  /** The first 100. */
  faults: ImportFault[];
}

/** A page of runs, newest first. */
export interface ImportRunPage extends Page {
  /** The runs of the page. */
  items: ImportRunSummary[];
}

/** How faults come: as CSV, or as a workbook. */
export enum FaultFormat {
  Csv = 'csv',
  Xlsx = 'xlsx',
}

/** How changes come: a page as JSON, or all of them as a file. */
export enum ChangeFormat {
  Json = 'json',
  Csv = 'csv',
  Xlsx = 'xlsx',
}

/** The media types of the formats. */
export const FAULT_TYPES = ['text/csv', XLSX];
export const CHANGE_TYPES = ['application/json', 'text/csv', XLSX];
