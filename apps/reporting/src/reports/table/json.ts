import { formatTimestamp } from '../../wire-format';
import { type Cell, type Column, textEncoder } from './columns';

/** The rows as one JSON array, a line each. */
export async function* json<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  const write = jsonWriter(columns);
  let opening = '[';
  for await (const rows of batches) {
    yield opening + rows.map(write).join(',\n');
    opening = ',\n';
  }
  yield opening === '[' ? '[]' : ']';
}

/** A row as the object that JSON has, for the items of a page. */
export function toObject<Dto, Row>(columns: readonly Column<Row>[]): (row: Row) => Dto {
  const write = jsonWriter(columns);
  return row => JSON.parse(write(row)) as Dto;
}

/** Undefined where the field is left out. */
type Writer<Row> = (row: Row) => string | undefined;

/** Writes text field by field, a third of the time of building nested objects and serializing them. */
function jsonWriter<Row>(columns: readonly Column<Row>[]): (row: Row) => string {
  const fields = columns.flatMap(column =>
    column.path === null ? [] : [{ path: column.path, column }],
  );
  return objectWriter(fields) as (row: Row) => string;
}

interface Field<Row> {
  readonly path: readonly string[];
  readonly column: Column<Row>;
}

function objectWriter<Row>(fields: readonly Field<Row>[]): Writer<Row> {
  const groups = new Map<string, Field<Row>[]>();
  for (const { path, column } of fields) {
    const [name, ...rest] = path;
    const group = groups.get(name!) ?? [];
    groups.set(name!, [...group, { path: rest, column }]);
  }
  const members = [...groups].map(([name, group]) => ({
    prefix: `${JSON.stringify(name.replace(/\?$/, ''))}:`,
    write: name.endsWith('?') ? nullableWriter(group) : fieldWriter(group),
  }));
  return row => {
    let text = '';
    for (const { prefix, write } of members) {
      const value = write(row);
      if (value !== undefined) text += (text === '' ? '{' : ',') + prefix + value;
    }
    return text === '' ? '{}' : `${text}}`;
  };
}

function nullableWriter<Row>(fields: readonly Field<Row>[]): Writer<Row> {
  const [{ column }] = fields as [Field<Row>];
  const write = objectWriter(fields);
  return row => (column.jsonValue(row) === null ? 'null' : write(row));
}

function fieldWriter<Row>(fields: readonly Field<Row>[]): Writer<Row> {
  const [{ path, column }] = fields as [Field<Row>];
  if (path.length > 0) return objectWriter(fields);
  const { type, jsonValue: value, isOptional } = column;
  if (!isOptional) {
    return type === 'text' ? textEncoder(value, cellJson) : row => cellJson(value(row));
  }
  return row => {
    const cell = value(row);
    return cell === null || cell === '' || cell === 0 ? undefined : cellJson(cell);
  };
}

function cellJson(cell: Cell): string {
  if (typeof cell === 'string') return JSON.stringify(cell);
  return cell instanceof Date ? `"${formatTimestamp(cell)}"` : String(cell);
}
