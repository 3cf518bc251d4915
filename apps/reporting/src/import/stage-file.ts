import { copyInto, copyText, type Transaction } from '@platform/db';
import {
  type CellDetail,
  displayedText,
  InvalidUtf8,
  type Row,
  UnreadableFile,
} from '@platform/spreadsheet';
import { comparable, isSpreadsheetError } from '../http/hidden-characters';
import type { DateForm } from '../records/dates';
import { type IdReader, uuidsOnly } from '../records/ids';
import {
  type FileName,
  type ImportColumn,
  type ImportFile,
  snakeCase,
} from '../records/import-file';
import { type Fault, type FaultList, RepeatedFaults } from './faults';
import type { ImportProgress } from './progress';
import { stagingTable } from './staged-rows';

export interface StagedFile {
  readonly file: ImportFile;
  readonly rows: number;
  /** False if the file could not be read to its end, so that references to its rows cannot be checked. */
  readonly isWhole: boolean;
  readonly lacking: readonly string[];
  readonly notices: readonly string[];
}

export interface CellReading {
  readonly ids: IdReader;
  readonly dates: DateForm;
  readonly faults: FaultList;
  readonly progress: Pick<ImportProgress, 'advance'>;
}

interface PlacedColumn extends ImportColumn {
  readonly name: string;
  /** -1 if the file lacks it. */
  readonly index: number;
  /** COPY text by cell, because most columns have few distinct values. */
  readonly known: Map<string, string>;
}

/** The most cells remembered per column. */
const MAX_KNOWN = 2_000;
const MAX_KNOWN_LENGTH = 60;
const TEXT_IDS = 'with {textIds}, other ids are accepted, too';
/** More than any file has; limits the comparison of headers. */
const MAX_COLUMNS = 100;

/**
 * Copies a file into its staging table. An invalid value is a fault and is staged as null, so that references to its
 * row remain valid.
 */
export async function stageFile(
  tx: Transaction,
  file: ImportFile,
  batches: AsyncIterable<readonly Row[]>,
  reading: CellReading,
): Promise<StagedFile> {
  const reader = new TableReader(file, reading);
  const columns = Object.keys(file.columns).map(snakeCase);
  await copyInto(tx, stagingTable(file), ['line', ...columns], reader.copyLines(batches));
  const { rows, isWhole, lacking, neverCounts } = reader;
  const notices = [...neverCounts].map(([column, count]) => noticeOfNever(count, ` of ${column}`));
  return { file, rows, isWhole, lacking, notices };
}

/** A sentence about cells with a date that means "never". */
export function noticeOfNever(count: number, where: string): string {
  const cells = count === 1 ? '1 cell' : `${count.toLocaleString('en')} cells`;
  return `${cells}${where} with a day such as 9999-12-31: read as never.`;
}

/** Reads the cells of a file into COPY's text format. */
class TableReader {
  rows = 0;
  isWhole = true;
  lacking: readonly string[] = [];
  readonly neverCounts = new Map<string, number>();
  private readonly repeated: RepeatedFaults;
  private columns: readonly PlacedColumn[] = [];
  private width = 0;

  constructor(
    private readonly file: ImportFile,
    private readonly reading: CellReading,
  ) {
    this.repeated = new RepeatedFaults(reading.faults);
  }

  async *copyLines(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
    const { file, reading } = this;
    try {
      for await (const batch of batches) {
        const [header] = this.columns.length === 0 ? batch : [];
        if (header) this.readHeader(header);
        const rows = header ? batch.slice(1) : batch;
        let text = '';
        for (const row of rows) text += this.copyLine(row);
        this.rows += rows.length;
        reading.progress.advance(rows.length);
        yield text;
      }
      if (this.columns.length === 0)
        throw new UnreadableFile(null, 'a header row, and the file is empty');
      this.repeated.end();
    } catch (error) {
      // An error would abort the transaction, and with it the checks of other files.
      if (!(error instanceof UnreadableFile)) throw error;
      this.isWhole = false;
      reading.faults.add(unreadable(file.name, error));
    }
  }

  /** Finds the columns in any order and letter case. @throws UnreadableFile */
  private readHeader(header: Row): void {
    const { columns } = this.file;
    const all = Object.keys(columns);
    const found = withoutEnd(header.cells, 0).map(cell => cell.trim());
    if (found.length > MAX_COLUMNS) {
      const expected = `the columns ${all.join(', ')}, and there are ${found.length}`;
      throw new UnreadableFile(header.line, expected);
    }
    const named = new Map(all.map(name => [name.toLowerCase(), name]));
    const cells = found.map(cell => named.get(cell.toLowerCase()) ?? cell);
    const unknown = cells.filter(cell => !all.includes(cell));
    const twice = cells.filter(
      (cell, index) => cells.indexOf(cell) !== index && all.includes(cell),
    );
    const lacking = all.filter(name => !cells.includes(name));
    const differences = [
      ...lacking.filter(name => !columns[name]!.mayBeMissing).map(name => `${name} is missing`),
      ...unknown.map(name => `${JSON.stringify(name.slice(0, 80))} is unknown`),
      ...twice.map(name => `${JSON.stringify(name.slice(0, 80))} is there twice`),
    ];
    if (differences.length > 0)
      throw new UnreadableFile(
        header.line,
        `the columns ${all.join(', ')}, in any order, separated by commas, semicolons or tabs; ${differences.join(', ')}`,
      );
    this.columns = all.map(name => ({
      name,
      ...columns[name]!,
      index: cells.indexOf(name),
      known: new Map<string, string>(),
    }));
    this.width = cells.length;
    this.lacking = lacking;
  }

  private copyLine({ line, cells: all, details }: Row): string {
    const { file, columns, width, reading } = this;
    const cells = withoutEnd(all, width);
    if (cells.length !== width) {
      const expected = `${width} cells, and there are ${cells.length}`;
      const remedy = 'a cell that holds a separator needs quotes around it';
      reading.faults.add({ file: file.name, line, value: cells.join(','), expected, remedy });
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
      const known = detail === undefined ? column.known.get(cell) : undefined;
      text += known ?? this.copyCell(column, line, cell, detail);
    }
    return `${text}\n`;
  }

  private copyCell(column: PlacedColumn, line: number, cell: string, detail?: CellDetail): string {
    const { ids, dates, faults } = this.reading;
    const { name, type, of, listOf, known } = column;
    const file = this.file.name;
    const value = textOf(column, cell, detail);
    const unusable = expectedInstead(value, cell, detail);
    if (unusable !== null) {
      this.repeated.add({ file, line, column: name, value, expected: unusable });
      return `\t${copyText(null)}`;
    }
    const isNull = value === '' && type.isOptional;
    const read = isNull ? null : readCell(column, value, { ids, dates });
    if (read === undefined) {
      const expected = of === null ? type.expected : ids.expected(of, value);
      const isBadId = of !== null && value !== '' && ids === uuidsOnly;
      const remedy = isBadId ? TEXT_IDS : type.remedy?.(value, dates);
      const isOfForm = type.hasForm === true && remedy !== undefined;
      const list = isBadId || isOfForm ? this.repeated : faults;
      list.add({ file, line, column: name, value, expected, remedy });
    }
    const isNever = read === null && !isNull && of === null && !listOf;
    if (isNever) this.neverCounts.set(name, (this.neverCounts.get(name) ?? 0) + 1);
    const text = `\t${copyText(read ?? null)}`;
    const isAlike = (of === null && !listOf) || (of !== file && ids === uuidsOnly);
    const isKnown = isAlike && read !== undefined && !isNever && detail === undefined;
    if (isKnown && cell.length <= MAX_KNOWN_LENGTH) {
      if (known.size === MAX_KNOWN) known.clear();
      known.set(copied(cell), copied(text));
    }
    return text;
  }
}

/** A fault of an unreadable file; names the encodings that it may have, each with a sample. */
export function unreadable(file: string, error: UnreadableFile): Fault {
  const readings = error instanceof InvalidUtf8 ? error.readings : [];
  const options = readings.map(
    ({ encoding, sample }) => `{encoding=${encoding}} reads ${JSON.stringify(sample)}`,
  );
  const { line, expected } = error;
  const remedy = options.length === 0 ? undefined : `or name its encoding: ${options.join(', ')}`;
  return { file, line, column: null, value: null, expected, remedy };
}

/** Removes empty cells at the end, which spreadsheets save for columns that were used before. */
function withoutEnd(cells: readonly string[], least: number): readonly string[] {
  let length = cells.length;
  while (length > least && cells[length - 1]!.trim() === '') length -= 1;
  return length === cells.length ? cells : cells.slice(0, length);
}

/** The displayed text for columns of text, or else the value. */
function textOf({ type, of, listOf }: ImportColumn, cell: string, detail?: CellDetail): string {
  const isText = type.sql === 'text' || of !== null || listOf !== undefined;
  const given = isText ? displayedText(cell, detail) : cell;
  return type.isProse ? given.trim() : comparable(given);
}

/** The value of a cell that is not empty: null for no value, undefined if invalid. */
function readCell(
  { type, of, listOf }: ImportColumn,
  value: string,
  { ids, dates }: Pick<CellReading, 'ids' | 'dates'>,
): string | null | undefined {
  if (listOf) return readList(ids, listOf, value);
  return of === null ? type.read(value, dates) : ids.read(of, value);
}

/** What is expected instead of a cell without a usable value; null if it has one. */
export function expectedInstead(value: string, cell: string, detail?: CellDetail): string | null {
  if (detail && 'expected' in detail) return detail.expected;
  if (value === '' && cell !== '' && detail)
    return 'a value that can be seen, and the format of the cell shows nothing';
  return isSpreadsheetError(value) ? `a value, and the cell shows ${value}` : null;
}

/** A sorted array of distinct ids for the database; undefined if one is invalid. */
function readList(ids: IdReader, of: FileName, value: string): string | null | undefined {
  const read = value.split(';').map(id => ids.read(of, id.trim()));
  if (read.includes(undefined)) return undefined;
  return read.includes(null) ? null : `{${[...new Set(read)].sort().join()}}`;
}

/** A slice would keep the whole chunk in memory. */
const copied = (slice: string) => Buffer.from(slice).toString();
