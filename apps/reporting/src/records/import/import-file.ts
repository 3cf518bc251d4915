import type { Statement } from '@platform/db';
import type { ColumnType } from './column-type';

/** A bad value as SQL finds it; file and column are added where it is told. */
export interface RowFault {
  readonly line: number;
  readonly column: string;
  readonly value: string;
  readonly expected: string;
}

/** What a statement did to a table. */
export interface Change {
  readonly inserted: number;
  readonly updated: number;
}

/** One of the files of a folder: its columns, and the statements that bring its rows in. */
export interface ImportFile {
  readonly name: FileName;
  /** The temporary table that its rows are copied to; columns as in the file, in snake_case. */
  readonly staging: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** Finds what a row alone does not tell: unknown ids, other organizations, duplicates. */
  readonly faults: Statement<RowFault>;
  /** Run in turn; together they make the table hold the rows of the file. */
  readonly apply: readonly Statement<Change>[];
  /** Deletes what the file lacks; null where nothing is ever deleted. */
  readonly remove: Statement<{ deleted: number }> | null;
  /** Whether other tables refer to its rows, so that they have to let go of them first. */
  readonly isReferredTo: boolean;
}

/** In the order in which they are brought in: a row comes after what it refers to. */
export const FILE_NAMES = [
  'companies.csv',
  'accounts.csv',
  'members.csv',
  'departments.csv',
  'affiliations.csv',
  'profiles.csv',
  'profile-assignments.csv',
  'competencies.csv',
  'profile-competencies.csv',
  'competency-standings.csv',
  'achievements.csv',
  'tickets.csv',
  'compliance-snapshots.csv',
] as const;

export type FileName = (typeof FILE_NAMES)[number];

/** Whether a file of this name is brought in. */
export function isFileName(name: string): name is FileName {
  return (FILE_NAMES as readonly string[]).includes(name);
}
