import { copyInto, copyText, type Transaction } from '@platform/db';
import type { FaultList } from './faults';
import type { IdReader } from './ids';
import { type Column, type ImportFile, snakeCase } from './import-file';
import { type CsvRow, readRows, UnreadableFile } from './read-csv';
import { stagingTable } from './staged-rows';

/** What a file was found to be. */
export interface StagedFile {
  readonly rows: number;
  /** False where it ended before its end: what refers to its rows cannot be judged. */
  readonly isWhole: boolean;
}

/** How the cells of all files are read. */
export interface CellReading {
  readonly ids: IdReader;
  /** Of dates and of times without an offset; null where none was named. */
  readonly timeZone: string | null;
}

/** A column of the staging table, and where the file has it. */
interface PlacedColumn extends Column {
  readonly name: string;
  readonly index: number;
}

/**
 * Copies a file into its staging table. A bad value is a fault and is staged as null, so that rows that refer
 * to its row are no faults too.
 */
export async function stageFile(
  tx: Transaction,
  file: ImportFile,
  bytes: AsyncIterable<Buffer>,
  {
    reading,
    faults,
    onRows,
  }: { reading: CellReading; faults: FaultList; onRows: (rows: number) => void },
): Promise<StagedFile> {
  const staged = { rows: 0, isWhole: true };
  async function* lines(): AsyncGenerator<string> {
    try {
      for await (const { text, rows } of copyLines(file, bytes, reading, faults)) {
        staged.rows += rows;
        onRows(rows);
        yield text;
      }
    } catch (error) {
      // Ended here: an error would end the transaction, and the other files with it.
      if (!(error instanceof UnreadableFile)) throw error;
      staged.isWhole = false;
      const { line, expected } = error;
      faults.add({ file: file.name, line, column: null, value: null, expected });
    }
  }
  const columns = Object.keys(file.columns).map(snakeCase);
  await copyInto(tx, stagingTable(file), ['line', ...columns], lines());
  return staged;
}

async function* copyLines(
  file: ImportFile,
  bytes: AsyncIterable<Buffer>,
  reading: CellReading,
  faults: FaultList,
): AsyncGenerator<{ text: string; rows: number }> {
  let columns: PlacedColumn[] | null = null;
  for await (const rows of readRows(bytes)) {
    if (rows.length > 0) columns ??= readHeader(file, rows.shift()!);
    if (columns === null) continue;
    let text = '';
    for (const row of rows) text += copyLine(file, columns, row, reading, faults);
    yield { text, rows: rows.length };
  }
  if (columns === null) throw new UnreadableFile(null, 'a header row, and the file is empty');
}

/** The columns, wherever the file has them. @throws UnreadableFile */
function readHeader({ columns }: ImportFile, header: CsvRow): PlacedColumn[] {
  const all = Object.keys(columns);
  const cells = withoutEnd(header.cells, 0).map(cell => cell.trim());
  const unknown = cells.filter(cell => !all.includes(cell));
  const missing = all.filter(name => !cells.includes(name));
  const twice = cells.filter((cell, index) => cells.indexOf(cell) !== index && all.includes(cell));
  if (unknown.length + missing.length + twice.length > 0) {
    const found = [
      ...missing.map(name => `${name} is missing`),
      ...unknown.map(name => `${JSON.stringify(name.slice(0, 80))} is unknown`),
      ...twice.map(name => `${JSON.stringify(name.slice(0, 80))} is there twice`),
    ].join(', ');
    throw new UnreadableFile(
      header.line,
      `the columns ${all.join(', ')}, in any order, separated by commas, semicolons or tabs; ${found}`,
    );
  }
  return all.map(name => ({ name, ...columns[name]!, index: cells.indexOf(name) }));
}

/** Spreadsheets save columns at the end that were used once; empty cells there say nothing. */
function withoutEnd(cells: readonly string[], least: number): readonly string[] {
  let length = cells.length;
  while (length > least && cells[length - 1]!.trim() === '') length -= 1;
  return length === cells.length ? cells : cells.slice(0, length);
}

function copyLine(
  file: ImportFile,
  columns: readonly PlacedColumn[],
  { line, cells: all }: CsvRow,
  { ids, timeZone }: CellReading,
  faults: FaultList,
): string {
  const cells = withoutEnd(all, columns.length);
  if (cells.length !== columns.length) {
    const expected = `${columns.length} cells, and there are ${cells.length}; a cell that holds a separator needs quotes around it`;
    faults.add({ file: file.name, line, column: null, value: cells.join(','), expected });
    return '';
  }
  ids.begin(file, name => {
    const { index } = columns.find(column => column.name === name)!;
    return cells[index]!.trim();
  });
  let text = String(line);
  for (const { name, type, of, index } of columns) {
    const value = cells[index]!.trim();
    const isNull = value === '' && type.isOptional;
    const read = isNull ? null : of === null ? type.read(value, timeZone) : ids.read(of, value);
    if (read === undefined) {
      const what = of === null ? type.expected : ids.expected(of, value);
      const remedy = type.remedy?.(value);
      const expected = remedy ? `${what}; ${remedy}` : what;
      faults.add({ file: file.name, line, column: name, value, expected });
    }
    text += `\t${copyText(read ?? null)}`;
  }
  return `${text}\n`;
}
