import { copyInto, copyText, type Transaction } from '@platform/db';
import { UnreadableFile } from './check-encoding';
import type { ColumnType } from './column-type';
import type { FaultList } from './fault';
import type { ImportFile } from './import-file';
import { stagingColumns } from './import-files';
import { type CsvRow, readRows } from './read-rows';

/** What a file was found to be. */
export interface StagedFile {
  readonly rows: number;
  /** False where it ended before its end: what refers to its rows cannot be judged. */
  readonly isWhole: boolean;
}

/** A column of the staging table, and where the file has it. */
interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly index: number;
}

/**
 * Copies a file into its staging table, value by value checked. A bad value is a fault and is staged as
 * null: the row is known all the same, so that one fault is not told again by all who refer to it.
 */
export async function stageFile(
  tx: Transaction,
  file: ImportFile,
  bytes: AsyncIterable<Buffer>,
  faults: FaultList,
  onRows: (rows: number) => void,
): Promise<StagedFile> {
  const staged = { rows: 0, isWhole: true };
  const note = (count: number) => {
    staged.rows += count;
    onRows(staged.rows);
  };
  const giveUp = ({ line, expected }: UnreadableFile) => {
    staged.isWhole = false;
    faults.add({ file: file.name, line, column: null, value: null, expected });
  };
  const lines = untilUnreadable(copyLines(file, readRows(bytes), faults, note), giveUp);
  await copyInto(tx, file.staging, ['line', ...stagingColumns(file)], lines);
  return staged;
}

/** Ends where a file cannot be read on: an error would end the transaction, and other files with it. */
async function* untilUnreadable(
  lines: AsyncIterable<string>,
  giveUp: (reason: UnreadableFile) => void,
): AsyncGenerator<string> {
  try {
    yield* lines;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    giveUp(error);
  }
}

async function* copyLines(
  file: ImportFile,
  batches: AsyncIterable<CsvRow[]>,
  faults: FaultList,
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  let columns: Column[] | null = null;
  for await (const rows of batches) {
    columns ??= readHeader(file, rows.shift()!.cells);
    const order = columns;
    let text = '';
    for (const row of rows) text += copyLine(file.name, order, row, faults);
    onRows(rows.length);
    yield text;
  }
  if (columns === null) throw new UnreadableFile(null, 'a header row, and the file is empty');
}

/** The columns, wherever the file has them. @throws UnreadableFile */
function readHeader({ columns }: ImportFile, cells: readonly string[]): Column[] {
  const all = Object.keys(columns);
  const [only = ''] = cells;
  const separator = cells.length > 1 ? undefined : [';', '\t'].find(mark => only.includes(mark));
  if (separator) {
    const mark = separator === ';' ? 'semicolons' : 'tabs';
    throw new UnreadableFile(1, `commas between the columns, and these are ${mark}`);
  }
  const unknown = cells.filter(cell => !all.includes(cell));
  const missing = all.filter(name => !cells.includes(name));
  const twice = cells.filter((cell, index) => cells.indexOf(cell) !== index);
  if (unknown.length + missing.length + twice.length > 0) {
    const found = [
      ...missing.map(name => `${name} is missing`),
      ...unknown.map(name => `${JSON.stringify(name.slice(0, 80))} is unknown`),
      ...twice.map(name => `${JSON.stringify(name.slice(0, 80))} is there twice`),
    ].join(', ');
    throw new UnreadableFile(1, `the columns ${all.join(', ')}, and ${found}`);
  }
  return all.map(name => ({ name, type: columns[name]!, index: cells.indexOf(name) }));
}

function copyLine(
  file: string,
  columns: readonly Column[],
  { line, cells }: CsvRow,
  faults: FaultList,
): string {
  if (cells.length !== columns.length) {
    const expected = `${columns.length} cells, and there are ${cells.length}`;
    faults.add({ file, line, column: null, value: cells.join(','), expected });
    return '';
  }
  let text = String(line);
  for (const { name, type, index } of columns) {
    const value = cells[index]!;
    const isNull = value === '' && type.isOptional;
    const read = isNull ? null : type.read(value);
    if (read === undefined) {
      faults.add({ file, line, column: name, value, expected: type.expected });
    }
    text += `\t${copyText(read ?? null)}`;
  }
  return `${text}\n`;
}
