import { type Cell, textEncoder } from '@platform/spreadsheet';
import { formatTimestamp } from '../../http/times';
import { JsonText, type ReportColumn } from './define-columns';

/** The fields of the JSON object in addition to the rows. */
export type Fields = Readonly<Record<string, unknown>>;

interface JsonTable<Row> {
  readonly columns: readonly ReportColumn<Row>[];
  readonly list?: string | undefined;
}

/** Bytes per write. Small enough that completed writes show how fast the client reads. */
const PIECE = 65_536;

/**
 * Writes the rows as a JSON array, one per line. If the table has a `list`, the array is this field of an object,
 * after the others.
 */
export async function* json<Row>(
  { columns, list }: JsonTable<Row>,
  batches: AsyncIterable<Row[]>,
  fields: Fields = {},
): AsyncGenerator<string | Uint8Array> {
  const write = jsonWriter(columns);
  const opening = list === undefined ? '[' : `{${[...members(fields), `"${list}":[`].join(',')}`;
  const bytes = Buffer.from(opening);
  for (let start = 0; start < bytes.length; start += PIECE) {
    yield bytes.subarray(start, start + PIECE);
  }
  let separator = '';
  for await (const rows of batches) {
    yield separator + rows.map(write).join(',\n');
    separator = ',\n';
  }
  yield list === undefined ? ']' : ']}';
}

/** Writes one row per line, as in the JSON array. */
export async function* ndjson<Row>(
  { columns }: JsonTable<Row>,
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  const write = jsonWriter(columns);
  for await (const rows of batches) yield rows.map(row => `${write(row)}\n`).join('');
}

function members(fields: Fields): string[] {
  return Object.entries(fields).map(([name, value]) => {
    const text = value instanceof JsonText ? value.text : JSON.stringify(value);
    return `"${name}":${text}`;
  });
}

/** Returns undefined to omit the field. */
type Writer<Row> = (row: Row) => string | undefined;

/**
 * Returns a function that serializes a row field by field, in a third of the time of `JSON.stringify` on nested
 * objects.
 */
export function jsonWriter<Row>(columns: readonly ReportColumn<Row>[]): (row: Row) => string {
  const fields = columns.flatMap(column =>
    column.path === null ? [] : [{ path: column.path, column }],
  );
  return fieldWriter(fields) as (row: Row) => string;
}

interface Field<Row> {
  readonly path: readonly string[];
  readonly column: ReportColumn<Row>;
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

function cellJson(cell: Cell | JsonText): string {
  if (typeof cell === 'string') return JSON.stringify(cell);
  if (cell instanceof JsonText) return cell.text;
  return cell instanceof Date ? `"${formatTimestamp(cell)}"` : String(cell);
}
