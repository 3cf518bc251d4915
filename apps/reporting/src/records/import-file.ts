import type { Row } from '@platform/spreadsheet';
import type { ImportColumnType } from './column-types';

/** In import order: referenced tables come first. */
export const TABLES = [
  'companies',
  'accounts',
  'members',
  'departments',
  'affiliations',
  'profiles',
  'profile-assignments',
  'measurements',
  'competencies',
  'profile-competencies',
  'competency-standings',
  'achievements',
  'profile-achievements',
  'tickets',
  'compliance-snapshots',
  'monthly-statistics',
] as const;

export type FileName = `${(typeof TABLES)[number]}.csv`;

export const FILE_NAMES = TABLES.map(table => `${table}.csv` as const);

/** The rows of each file in batches, starting with the header; opened one at a time. */
export type RecordSources = Partial<Record<FileName, () => AsyncIterable<readonly Row[]>>>;

export interface ImportColumn {
  readonly type: ImportColumnType;
  readonly about: string;
  /** A value for the template; empty for ids, which are generated. */
  readonly example: string;
  /** The file whose rows an id identifies; null for other columns. */
  readonly of: FileName | null;
  /** The file whose rows a list of ids identifies. */
  readonly listOf?: FileName;
  /** Whether a file may lack the column, which then counts as empty. */
  readonly mayBeMissing?: true;
  /** SQL that calculates the column from the row `present`, for columns that are checked but not stored. */
  readonly derived?: string;
  /** The SQL value of an empty cell. */
  readonly fallback?: string;
  /** The name of the database column, unless it is the column's name in snake_case. */
  readonly stored: string | null;
}

/** A file of an import, from which the staging table, checks and statements are generated. */
export interface ImportFile {
  readonly name: FileName;
  /** The table in the schema `reporting`. */
  readonly table: string;
  /** A row in words, such as `a member`. */
  readonly row: string;
  readonly about: string;
  readonly columns: Readonly<Record<string, ImportColumn>>;
  /** The columns that identify a row. */
  readonly key: readonly string[];
  /** Whether --replace never deletes rows that the file lacks. */
  readonly isKept: boolean;
  /** What distinguishes it from other files, besides its rules in import/rules. */
  readonly special: {
    /** Whether a change sets `updated_at`. */
    readonly touches?: true;
    /** Whether people record, correct and withdraw rows by hand. */
    readonly isEdited?: true;
    /** The types of columns that no file has and that an undo restores. */
    readonly otherColumns?: Readonly<Record<string, string>>;
  };
}

export function isFileName(name: string): name is FileName {
  return FILE_NAMES.includes(name as FileName);
}

/** The table of a CSV file: `Records - tickets.csv`, `tickets (1).csv` and `Tickets.csv` are copies of tickets.csv. */
export function fileNamed(name: string): FileName | null {
  const [, stem = ''] = /^(?:.* - )?(.+?)(?: ?\(\d+\))?\.csv$/i.exec(name) ?? [];
  const file = `${stem.toLowerCase()}.csv`;
  return isFileName(file) ? file : null;
}

/** Turns `tickets.csv` into `tickets`. */
export function stem(name: FileName): string {
  return name.replace('.csv', '');
}

/** Turns `memberId` into `member_id`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}
