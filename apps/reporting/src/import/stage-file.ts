import { copyInto, copyText, type Transaction } from '@platform/db';
import { InvalidUtf8, type Row, UnreadableFile } from '@platform/spreadsheet';
import type { DateForm } from '../records/column-type';
import { type IdReader, uuidsAlone } from '../records/ids';
import {
  type FileName,
  type ImportColumn,
  type ImportFile,
  snakeCase,
} from '../records/import-file';
import type { Fault, FaultList } from './faults';
import { stagingTable } from './staged-rows';

export interface StagedFile {
  readonly rows: number;
  /** False for a truncated file: references to its rows cannot be checked. */
  readonly isWhole: boolean;
}

export interface CellReading {
  readonly ids: IdReader;
  readonly dates: DateForm;
}

/** A column of the staging table, and where the file has it. */
interface PlacedColumn extends ImportColumn {
  readonly name: string;
  /** -1 where the file lacks it. */
  readonly index: number;
  /** What COPY is given for cells that were read before: most columns have few values. */
  readonly known: Map<string, string>;
}

interface Header {
  readonly columns: readonly PlacedColumn[];
  /** How many cells a row has. */
  readonly width: number;
}

/** Of a column; more are forgotten all at once. */
const MAX_KNOWN = 2_000;
const MAX_KNOWN_LENGTH = 60;

/**
 * Copies a file into its staging table. A bad value is a fault and is staged as null, so that references to its row
 * are no faults.
 */
export async function stageFile(
  tx: Transaction,
  file: ImportFile,
  batches: AsyncIterable<readonly Row[]>,
  {
    reading,
    faults,
    onRows,
  }: { reading: CellReading; faults: FaultList; onRows: (rows: number) => void },
): Promise<StagedFile> {
  const staged = { rows: 0, isWhole: true };
  async function* lines(): AsyncGenerator<string> {
    try {
      for await (const { text, rows } of copyLines(file, batches, reading, faults)) {
        staged.rows += rows;
        onRows(rows);
        yield text;
      }
    } catch (error) {
      // An error would end the transaction, and the checks of other files.
      if (!(error instanceof UnreadableFile)) throw error;
      staged.isWhole = false;
      const { line } = error;
      const option = ', or name its encoding: {encoding=windows-1252}';
      const expected = error.expected + (error instanceof InvalidUtf8 ? option : '');
      faults.add({ file: file.name, line, column: null, value: null, expected });
    }
  }
  const columns = Object.keys(file.columns).map(snakeCase);
  await copyInto(tx, stagingTable(file), ['line', ...columns], lines());
  return staged;
}

async function* copyLines(
  file: ImportFile,
  batches: AsyncIterable<readonly Row[]>,
  reading: CellReading,
  faults: FaultList,
): AsyncGenerator<{ text: string; rows: number }> {
  let header: Header | null = null;
  const alike = new AlikeFaults();
  for await (const batch of batches) {
    const rows = header === null ? batch.slice(1) : batch;
    header ??= batch.length > 0 ? readHeader(file, batch[0]!) : null;
    if (header === null) continue;
    let text = '';
    for (const row of rows) text += copyLine(file, header, row, reading, { faults, alike });
    yield { text, rows: rows.length };
  }
  if (header === null) throw new UnreadableFile(null, 'a header row, and the file is empty');
  for (const fault of alike.faults()) faults.add(fault);
}

/** More than any file has; bounds the comparison. */
const MAX_COLUMNS = 100;

/** The columns, wherever the file has them, in any case of letters. @throws UnreadableFile */
function readHeader({ columns }: ImportFile, header: Row): Header {
  const all = Object.keys(columns);
  const found = withoutEnd(header.cells, 0).map(cell => cell.trim());
  if (found.length > MAX_COLUMNS) {
    const expected = `the columns ${all.join(', ')}, and there are ${found.length}`;
    throw new UnreadableFile(header.line, expected);
  }
  const named = new Map(all.map(name => [name.toLowerCase(), name]));
  const cells = found.map(cell => named.get(cell.toLowerCase()) ?? cell);
  const unknown = cells.filter(cell => !all.includes(cell));
  const missing = all.filter(name => !cells.includes(name) && !columns[name]!.mayLack);
  const twice = cells.filter((cell, index) => cells.indexOf(cell) !== index && all.includes(cell));
  if (unknown.length + missing.length + twice.length > 0) {
    const differences = [
      ...missing.map(name => `${name} is missing`),
      ...unknown.map(name => `${JSON.stringify(name.slice(0, 80))} is unknown`),
      ...twice.map(name => `${JSON.stringify(name.slice(0, 80))} is there twice`),
    ].join(', ');
    throw new UnreadableFile(
      header.line,
      `the columns ${all.join(', ')}, in any order, separated by commas, semicolons or tabs; ${differences}`,
    );
  }
  const placed = all.map(name => ({
    name,
    ...columns[name]!,
    index: cells.indexOf(name),
    known: new Map<string, string>(),
  }));
  return { columns: placed, width: cells.length };
}

/** Spreadsheets save formerly used columns; empty cells there are ignored. */
function withoutEnd(cells: readonly string[], least: number): readonly string[] {
  let length = cells.length;
  while (length > least && cells[length - 1]!.trim() === '') length -= 1;
  return length === cells.length ? cells : cells.slice(0, length);
}

interface Found {
  readonly faults: FaultList;
  readonly alike: AlikeFaults;
}

function copyLine(
  file: ImportFile,
  { columns, width }: Header,
  { line, cells: all }: Row,
  reading: CellReading,
  found: Found,
): string {
  const cells = withoutEnd(all, width);
  if (cells.length !== width) {
    const expected = `${width} cells, and there are ${cells.length}`;
    const remedy = 'a cell that holds a separator needs quotes around it';
    const value = cells.join(',');
    found.faults.add({ file: file.name, line, column: null, value, expected, remedy });
    return '';
  }
  reading.ids.begin(file, name => {
    const { index } = columns.find(column => column.name === name)!;
    return (cells[index] ?? '').trim();
  });
  let text = String(line);
  for (const column of columns) {
    const cell = cells[column.index] ?? '';
    text += column.known.get(cell) ?? copyCell(file, column, { line, cell }, reading, found);
  }
  return `${text}\n`;
}

function copyCell(
  file: ImportFile,
  { name, type, of, listOf, known }: PlacedColumn,
  { line, cell }: { readonly line: number; readonly cell: string },
  { ids, dates }: CellReading,
  { faults, alike }: Found,
): string {
  const value = cell.trim();
  const isNull = value === '' && type.isOptional;
  const read = isNull
    ? null
    : listOf
      ? readList(ids, listOf, value)
      : of === null
        ? type.read(value, dates)
        : ids.read(of, value);
  if (read === undefined) {
    const expected = of === null ? type.expected : ids.expected(of, value);
    const remedy = type.remedy?.(value, dates);
    const fault = { file: file.name, line, column: name, value, expected, remedy };
    const isBadId = of !== null && value !== '' && ids === uuidsAlone;
    const isOfForm = type.hasForm === true && remedy !== undefined;
    if (isBadId || isOfForm) alike.add(fault);
    else faults.add(fault);
  }
  const text = `\t${copyText(read ?? null)}`;
  const isAlike = (of === null && !listOf) || (of !== file.name && ids === uuidsAlone);
  if (isAlike && read !== undefined && cell.length <= MAX_KNOWN_LENGTH) {
    if (known.size === MAX_KNOWN) known.clear();
    known.set(copied(cell), copied(text));
  }
  return text;
}

/** As an array of the database, each once and in order; undefined where one is no id. */
function readList(ids: IdReader, of: FileName, value: string): string | null | undefined {
  const read = value.split(';').map(id => ids.read(of, id.trim()));
  if (read.includes(undefined)) return undefined;
  return read.includes(null) ? null : `{${[...new Set(read)].sort().join()}}`;
}

/** A slice keeps what was read with it in memory. */
const copied = (slice: string) => Buffer.from(slice).toString();

/** How many cells of a column that are bad for one reason are faults each; more are one together. */
const MAX_ALIKE = 3;

/** Ids and dates in the form of another system are bad in every row of a column: each reason is kept once. */
class AlikeFaults {
  readonly #reasons = new Map<string, { readonly first: Fault[]; count: number }>();

  add(fault: Fault): void {
    const { column, expected, remedy } = fault;
    const reason = JSON.stringify([column, expected, remedy]);
    const found = this.#reasons.get(reason) ?? { first: [], count: 0 };
    if (found.count < MAX_ALIKE) found.first.push(fault);
    found.count += 1;
    this.#reasons.set(reason, found);
  }

  faults(): Fault[] {
    return [...this.#reasons.values()].flatMap(({ first, count }) => {
      if (count === first.length) return first;
      const [fault] = first as [Fault];
      const { expected, remedy } = fault;
      const more = `; ${(count - 1).toLocaleString('en')} more cells of this column are like it`;
      return remedy === undefined
        ? [{ ...fault, expected: expected + more }]
        : [{ ...fault, remedy: remedy + more }];
    });
  }
}
