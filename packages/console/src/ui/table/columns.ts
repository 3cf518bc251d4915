import type { ReactNode } from 'react';

export type Value = string | number | boolean | null;

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** What the column is sorted by, copied as, and shown as where there is no `cell`. */
  readonly value: (row: Row) => Value;
  readonly cell?: (row: Row) => ReactNode;
  /** The least width in pixels; what is left is shared in proportion. */
  readonly width: number;
  readonly align?: 'right';
  /** Whether a print leaves it out. */
  readonly isOfScreen?: true;
}

export type Direction = 'asc' | 'desc';

/** The order of a table, and how to change it. */
export interface Sorting {
  readonly id: string | undefined;
  readonly direction: Direction;
  readonly onSort: (id: string, direction: Direction) => void;
  /** Whether a column can be sorted by. */
  readonly isSortable: (id: string) => boolean;
}
