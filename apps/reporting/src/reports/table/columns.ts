import type { Cell, Column, ColumnType } from '@platform/spreadsheet';

/** JSON as it is written, of the database or of a value that is no cell. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** A column of a report: JSON, CSV and XLSX are written from it. */
export interface ReportColumn<Row>
  extends Column<Row>,
    Required<Pick<ColumnOptions<Row>, 'jsonValue' | 'sheetValue' | 'isOptional'>> {
  /** Where JSON has it: see `ColumnOptions`. Null: in files alone. */
  readonly path: readonly string[] | null;
  /** What it means, where its field in JSON does not say. */
  readonly meaning: string | null;
  /** Of a column of names of measurements. */
  readonly measurement: ((row: Row) => number) | null;
}

export interface ColumnOptions<Row> {
  readonly type: ColumnType;
  /** The key of a measurement: the value is what the organization calls it. */
  readonly measurement?: (row: Row) => number;
  /** Absent: the row's field of the column's name. */
  readonly value?: (row: Row) => Cell;
  /** What JSON has in its place. */
  readonly jsonValue?: (row: Row) => Cell | JsonText;
  /** What XLSX has in its place. */
  readonly sheetValue?: (row: Row) => Cell;
  /**
   * The path in JSON, by default the name: `department.id`. In `primaryProfile?.id` the object is null where
   * its first field is. Empty: the row is the value. Null: in files alone.
   */
  readonly json?: string | null;
  /** JSON leaves it out where it is null, empty or 0. */
  readonly isOptional?: boolean;
  /** Absent: the name in words. */
  readonly title?: string;
  /** Absent: the description of its field in the OpenAPI document. */
  readonly meaning?: string;
}

/** Columns by their names, in their order; a type alone is enough for a field of the row that is flat in JSON. */
export type ColumnTable<Row> = Readonly<Record<string, ColumnType | ColumnOptions<Row>>>;

/** The columns of a report, in the order of the table. */
export function columnsOf<Row extends object>(
  table: ColumnTable<Row>,
): readonly ReportColumn<Row>[] {
  return Object.entries(table).map(([name, given]) => {
    const options = typeof given === 'string' ? { type: given } : given;
    const { type, value = fieldOf<Row>(name), json = name, isOptional = false } = options;
    const {
      jsonValue = value,
      sheetValue = value,
      title = titleOf(name),
      meaning = null,
      measurement = null,
    } = options;
    const path = json === '' ? [] : (json?.split('.') ?? null);
    return {
      ...{ name, title, type, value, jsonValue, sheetValue },
      ...{ path, isOptional, meaning, measurement },
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

/** The fields of an object of the DTO, as the flat row of a statement names them: `departmentId`. */
export type Prefixed<Prefix extends string, Dto> = {
  [Field in keyof Dto & string as `${Prefix}${Capitalize<Field>}`]: Dto[Field];
};
