import type { Row } from '@platform/spreadsheet';
import type { ImportColumnType } from './column-type';

/** In the order in which they are imported: a row comes after what it refers to. */
export const FILE_NAMES = [
  'companies.csv',
  'accounts.csv',
  'members.csv',
  'departments.csv',
  'affiliations.csv',
  'profiles.csv',
  'profile-assignments.csv',
  'measurements.csv',
  'competencies.csv',
  'profile-competencies.csv',
  'competency-standings.csv',
  'achievements.csv',
  'profile-achievements.csv',
  'tickets.csv',
  'compliance-snapshots.csv',
  'monthly-statistics.csv',
] as const;

export type FileName = (typeof FILE_NAMES)[number];

/** The rows of each file in batches, its header first; opened one at a time. */
export type RecordSources = Partial<Record<FileName, () => AsyncIterable<readonly Row[]>>>;

export interface ImportColumn {
  readonly type: ImportColumnType;
  readonly about: string;
  /** A value for the template; of an id, whose example is made, nothing. */
  readonly example: string;
  /** The file whose rows an id names: its own, or another. */
  readonly of: FileName | null;
  /** The file whose rows a list of ids names. */
  readonly listOf?: FileName;
  /** Whether a file may lack the column: then its cells are empty. */
  readonly mayLack?: true;
  /** What a row gets for an empty cell, in SQL. */
  readonly fallback?: string;
  /** Of its column in the database, where that is not the file's name in snake_case. */
  readonly stored: string | null;
}

/** One file of a folder. Staging table, checks and statements are all generated from this. */
export interface ImportFile {
  readonly name: FileName;
  /** In the schema `reporting`. */
  readonly table: string;
  /** What a row is, in the singular with its article: `a member`. */
  readonly row: string;
  readonly about: string;
  readonly columns: Readonly<Record<string, ImportColumn>>;
  /** The columns that identify a row. */
  readonly key: readonly string[];
  /** Whether a row that the file lacks is never deleted. */
  readonly isKept: boolean;
  /** Special rules, each an SQL file beside the generated statements. */
  readonly special: {
    readonly faults?: true;
    readonly apply?: true;
    readonly before?: string;
    /** Applied after all files, since other transactions wait for the locked rows. */
    readonly last?: readonly string[];
    /** Whether a change is dated in `updated_at`. */
    readonly touches?: true;
    /** Whether people record, correct and withdraw rows one by one, by hand. */
    readonly isEdited?: true;
    /** Columns of the table that no file has, with their types: an undo gives them back. */
    readonly besides?: Readonly<Record<string, string>>;
  };
}

/** Whether a file of this name is imported. */
export function isFileName(name: string): name is FileName {
  return (FILE_NAMES as readonly string[]).includes(name);
}

/** The table of a CSV file: `Records - tickets.csv`, `tickets (1).csv` and `Tickets.csv` are copies of tickets.csv. */
export function fileNamed(name: string): FileName | null {
  const [, stem = ''] = /^(?:.* - )?(.+?)(?: ?\(\d+\))?\.csv$/i.exec(name) ?? [];
  const file = `${stem.toLowerCase()}.csv`;
  return isFileName(file) ? file : null;
}

/** `memberId` is `member_id` in the database. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}
