import { copyInto, copyText, type Transaction } from '@platform/db';
import { type CellDetail, InvalidUtf8, type Row, UnreadableFile } from '@platform/spreadsheet';
import type { DateForm } from '../records/column-type';
import { comparable, isSpreadsheetError } from '../records/hidden-characters';
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
  /** How many cells of a column hold a day that means never. */
  readonly nevers: ReadonlyMap<string, number>;
  /** Columns that the file has not. */
  readonly lacking: readonly string[];
  /** What else there is to say of it, in sentences. */
  readonly notices?: readonly string[];
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
  readonly lacking: readonly string[];
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
  const staged = {
    rows: 0,
    isWhole: true,
    nevers: new Map<string, number>(),
    lacking: [] as readonly string[],
  };
  async function* lines(): AsyncGenerator<string> {
    const found = { faults, alike: new AlikeFaults(), nevers: staged.nevers };
    try {
      for await (const { text, rows, lacking } of copyLines(file, batches, reading, found)) {
        staged.rows += rows;
        staged.lacking = lacking;
        onRows(rows);
        yield text;
      }
    } catch (error) {
      // An error would end the transaction, and the checks of other files.
      if (!(error instanceof UnreadableFile)) throw error;
      staged.isWhole = false;
      faults.add(unreadable(file.name, error));
    }
  }
  const columns = Object.keys(file.columns).map(snakeCase);
  await copyInto(tx, stagingTable(file), ['line', ...columns], lines());
  return staged;
}

/** Names the encodings that the bytes may have, each with what they would read as. */
export function unreadable(file: string, error: UnreadableFile): Fault {
  const readings = error instanceof InvalidUtf8 ? error.readings : [];
  const options = readings.map(
    ({ encoding, sample }) => `{encoding=${encoding}} reads ${JSON.stringify(sample)}`,
  );
  const { line, expected } = error;
  const remedy = options.length === 0 ? undefined : `or name its encoding: ${options.join(', ')}`;
  return { file, line, column: null, value: null, expected, remedy };
}

async function* copyLines(
  file: ImportFile,
  batches: AsyncIterable<readonly Row[]>,
  reading: CellReading,
  found: Found,
): AsyncGenerator<{ text: string; rows: number; lacking: readonly string[] }> {
  let header: Header | null = null;
  for await (const batch of batches) {
    const rows = header === null ? batch.slice(1) : batch;
    header ??= batch.length > 0 ? readHeader(file, batch[0]!) : null;
    if (header === null) continue;
    let text = '';
    for (const row of rows) text += copyLine(file, header, row, reading, found);
    yield { text, rows: rows.length, lacking: header.lacking };
  }
  if (header === null) throw new UnreadableFile(null, 'a header row, and the file is empty');
  for (const fault of found.alike.faults()) found.faults.add(fault);
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
  const lacking = all.filter(name => !cells.includes(name));
  return { columns: placed, width: cells.length, lacking };
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
  readonly nevers: Map<string, number>;
}

function copyLine(
  file: ImportFile,
  { columns, width }: Header,
  { line, cells: all, details }: Row,
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
    const column = columns.find(each => each.name === name)!;
    return textOf(column, cells[column.index] ?? '', details?.get(column.index));
  });
  let text = String(line);
  for (const column of columns) {
    const cell = cells[column.index] ?? '';
    const detail = details?.get(column.index);
    text +=
      (detail === undefined ? column.known.get(cell) : undefined) ??
      copyCell(file, column, { line, cell, detail }, reading, found);
  }
  return `${text}\n`;
}

interface GivenCell {
  readonly line: number;
  readonly cell: string;
  readonly detail: CellDetail | undefined;
}

/** What a person sees in a column of text; elsewhere the value. */
function textOf({ type, of, listOf }: ImportColumn, cell: string, detail?: CellDetail): string {
  const isShown = type.sql === 'text' || of !== null || listOf !== undefined;
  const given = isShown && detail && 'shown' in detail ? detail.shown : cell;
  return type.isProse ? given.trim() : comparable(given);
}

function copyCell(
  file: ImportFile,
  column: PlacedColumn,
  { line, cell, detail }: GivenCell,
  { ids, dates }: CellReading,
  { faults, alike, nevers }: Found,
): string {
  const { name, type, of, listOf, known } = column;
  const value = textOf(column, cell, detail);
  const unusable = unusableCell(value, cell, detail);
  if (unusable !== null) {
    alike.add({ file: file.name, line, column: name, value, expected: unusable });
    return `\t${copyText(null)}`;
  }
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
  const isNever = read === null && !isNull && of === null && !listOf;
  if (isNever) nevers.set(name, (nevers.get(name) ?? 0) + 1);
  const text = `\t${copyText(read ?? null)}`;
  const isAlike = (of === null && !listOf) || (of !== file.name && ids === uuidsAlone);
  const isKnown = isAlike && read !== undefined && !isNever && detail === undefined;
  if (isKnown && cell.length <= MAX_KNOWN_LENGTH) {
    if (known.size === MAX_KNOWN) known.clear();
    known.set(copied(cell), copied(text));
  }
  return text;
}

/** What is expected in place of a cell that has no value; null where it has one. */
export function unusableCell(value: string, cell: string, detail?: CellDetail): string | null {
  if (detail && 'expected' in detail) return detail.expected;
  if (value === '' && cell !== '' && detail)
    return 'a value that can be seen, and the format of the cell shows nothing';
  return isSpreadsheetError(value) ? `a value, and the cell shows ${value}` : null;
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
export class AlikeFaults {
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
