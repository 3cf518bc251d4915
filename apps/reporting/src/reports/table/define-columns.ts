import type { Cell, Column, ColumnType } from '@platform/spreadsheet';

/** Serialized JSON, from the database or for a value that is not a cell. */
export class JsonText {
  constructor(readonly text: string) {}
}

export interface ReportColumn<Row>
  extends Column<Row>,
    Required<Pick<ColumnOptions<Row>, 'jsonValue' | 'sheetValue' | 'isOptional'>> {
  /** The path in JSON (see `ColumnOptions`), or null for a column of files only. */
  readonly path: readonly string[] | null;
  /** Overrides the description of the field in JSON. */
  readonly meaning: string | null;
  /** The key of the measurement that the column names. */
  readonly measurement: ((row: Row) => number) | null;
}

export interface ColumnOptions<Row> {
  readonly type: ColumnType;
  /** The key of a measurement, whose name in the organization is the value. */
  readonly measurement?: (row: Row) => number;
  /** Defaults to the row's field with the column's name. */
  readonly value?: (row: Row) => Cell;
  /** Replaces the value in JSON. */
  readonly jsonValue?: (row: Row) => Cell | JsonText;
  /** Replaces the value in XLSX. */
  readonly sheetValue?: (row: Row) => Cell;
  /**
   * The path in JSON, such as `department.id`; defaults to the name. In `primaryProfile?.id`, the object is null if its
   * first field is. If empty, the row itself is the value; if null, the column is in files only.
   */
  readonly json?: string | null;
  /** Whether JSON omits values that are null, empty or 0. */
  readonly isOptional?: boolean;
  /** Defaults to the description of the field in the OpenAPI document. */
  readonly meaning?: string;
}

/** Columns by name, in order. A type is sufficient for a top-level field in JSON. */
export type ColumnTable<Row> = Readonly<Record<string, ColumnType | ColumnOptions<Row>>>;

export function columnsOf<Row extends object>(
  table: ColumnTable<Row>,
): readonly ReportColumn<Row>[] {
  return Object.entries(table).map(([name, given]) => {
    const options: ColumnOptions<Row> = typeof given === 'string' ? { type: given } : given;
    const { json = name, value = fieldOf<Row>(name), ...others } = options;
    return {
      name,
      title: titleOf(name),
      value,
      jsonValue: value,
      sheetValue: value,
      path: json === '' ? [] : (json?.split('.') ?? null),
      isOptional: false,
      meaning: null,
      measurement: null,
      ...others,
    };
  });
}

function fieldOf<Row extends object>(name: string): (row: Row) => Cell {
  return row => (row as Readonly<Record<string, Cell>>)[name]!;
}

/** `learnerAccountId` → `Learner account ID`, `CountRQ` → `Count RQ` */
export function titleOf(name: string): string {
  const words = name
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replace(/[A-Z][a-z]+/g, word => word.toLowerCase());
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\bid\b/i, 'ID');
}

/** The fields of a nested DTO as columns of a flat row, such as `departmentId`. */
export type Prefixed<Prefix extends string, Dto> = {
  [Field in keyof Dto & string as `${Prefix}${Capitalize<Field>}`]: Dto[Field];
};
