import type { Style } from './workbook-parts';

/** What a column holds. A share is 0 to 1, a date is `YYYY-MM-DD`. */
export type ColumnType =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'share'
  | 'boolean'
  | 'date'
  | 'timestamp';

export type Cell = string | number | boolean | Date | null;

/** A column of a table that is written. */
export interface Column<Row> {
  /** In the header of CSV. */
  readonly name: string;
  /** In the header of a sheet. */
  readonly title: string;
  readonly type: ColumnType;
  readonly value: (row: Row) => Cell;
  /** How a sheet shows a text; absent: plain. */
  readonly style?: (row: Row) => Style;
  /** In characters of a sheet; absent: what the texts need. */
  readonly width?: number;
  /** Whether the title stands upright in a sheet. */
  readonly isUpright?: boolean;
}

/** A cell as text: null is empty, a time is ISO 8601 in UTC. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  return cell instanceof Date ? cell.toISOString().replace('Z', '+00:00') : String(cell);
}

/** Encodes the cells of a text column. A cell that equals the one before is not encoded again. */
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
