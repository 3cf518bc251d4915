import { formatTimestamp } from '../../wire-format';

/** What a column holds. A decimal may come as the database's own text, a date is `YYYY-MM-DD`. */
export type ColumnType = 'text' | 'integer' | 'decimal' | 'boolean' | 'date' | 'timestamp';

export type Cell = string | number | boolean | Date | null;

/** A column of a table: its name in the header, and where its cells come from. */
export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  readonly value: (row: Row) => Cell;
}

/** The columns of a row that is flat already, in the order in which they are named. */
export function columnsOf<Row extends object>(
  types: Readonly<Partial<Record<keyof Row & string, ColumnType>>>,
): Column<Row>[] {
  return (Object.entries(types) as [keyof Row & string, ColumnType][]).map(([name, type]) => ({
    name,
    type,
    value: row => row[name] as Cell,
  }));
}

/** A cell as text; null is empty. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  return cell instanceof Date ? formatTimestamp(cell) : String(cell);
}
