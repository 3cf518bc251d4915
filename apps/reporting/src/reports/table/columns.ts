import { formatTimestamp } from '../../wire-format';

/** What a column holds. A date is `YYYY-MM-DD`. */
export type ColumnType = 'text' | 'integer' | 'decimal' | 'boolean' | 'date' | 'timestamp';

export type Cell = string | number | boolean | Date | null;

/** A column of a report: JSON, CSV and XLSX are written from it. */
export interface Column<Row> {
  /** In the header of CSV. */
  readonly name: string;
  readonly type: ColumnType;
  readonly value: (row: Row) => Cell;
  /** Where JSON has it: see `ColumnOptions`. Null: in files alone. */
  readonly path: readonly string[] | null;
  readonly isOptional: boolean;
}

export interface ColumnOptions<Row> {
  readonly type: ColumnType;
  /** Absent: the row's field of the column's name. */
  readonly value?: (row: Row) => Cell;
  /**
   * The path in JSON, by default the column's name: `department.id`. In `primaryProfile?.id` the object is
   * null where its first field is. Null: the column is in files alone.
   */
  readonly json?: string | null;
  /** JSON leaves it out where it is null, empty or 0. */
  readonly isOptional?: boolean;
}

/** Columns by their names, in their order; a type alone is enough for a field of the row that is flat in JSON. */
export type ColumnTable<Row> = Readonly<Record<string, ColumnType | ColumnOptions<Row>>>;

/** The columns of a report, in the order of the table. */
export function columnsOf<Row extends object>(table: ColumnTable<Row>): readonly Column<Row>[] {
  return Object.entries(table).map(([name, given]) => {
    const options = typeof given === 'string' ? { type: given } : given;
    const { type, value = fieldOf<Row>(name), json = name, isOptional = false } = options;
    return { name, type, value, path: json?.split('.') ?? null, isOptional };
  });
}

function fieldOf<Row extends object>(name: string): (row: Row) => Cell {
  return row => (row as Readonly<Record<string, Cell>>)[name]!;
}

/** The fields of an object of the DTO, as the flat row of a statement names them: `departmentId`. */
export type Prefixed<Prefix extends string, Dto> = {
  [Field in keyof Dto & string as `${Prefix}${Capitalize<Field>}`]: Dto[Field];
};

/** The row of a statement for a DTO whose timestamps it has as `Date`. */
export type RowOf<Dto, Times extends keyof Dto = never> = Omit<Dto, Times> & {
  [Time in Times]: Date | Extract<Dto[Time], null>;
};

/** A cell as text; null is empty. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  return cell instanceof Date ? formatTimestamp(cell) : String(cell);
}

/**
 * What a text column's cells are encoded to. A report repeats what it says of a member or a department from
 * row to row: a cell that is the one before is not encoded again.
 */
export function textEncoder<Row>(
  { value }: Column<Row>,
  encode: (cell: Cell) => string,
): (row: Row) => string {
  let last: Cell = null;
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
