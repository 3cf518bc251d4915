import type { Style } from './workbook-parts';

/** The type of a column. A share is a number from 0 to 1, a date is `YYYY-MM-DD`. */
export type ColumnType =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'share'
  | 'boolean'
  | 'date'
  | 'timestamp';

export type Cell = string | number | boolean | Date | null;

export interface Column<Row> {
  /** The header in CSV. */
  readonly name: string;
  /** The header in a sheet. */
  readonly title: string;
  readonly type: ColumnType;
  readonly value: (row: Row) => Cell;
  /** The style of a text in a sheet; defaults to plain. */
  readonly style?: (row: Row) => Style;
  /** The width in characters of a sheet; defaults to that of the texts. */
  readonly width?: number;
  /** Whether the title is vertical in a sheet. */
  readonly isUpright?: boolean;
}

/** A cell as text: null is empty, a timestamp is ISO 8601 in UTC. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  return cell instanceof Date ? cell.toISOString().replace('Z', '+00:00') : String(cell);
}

/** Encodes the cells of a text column. A cell equal to the previous one is not encoded again. */
export function textEncoder<Row, Value>(
  value: (row: Row) => Value | null,
  encode: (value: Value | null) => string,
): (row: Row) => string {
  let last: Value | null = null;
  let encoded = encode(null);
  return row => {
    const cell = value(row);
    if (cell !== last) {
      last = cell;
      encoded = encode(cell);
    }
    return encoded;
  };
}
