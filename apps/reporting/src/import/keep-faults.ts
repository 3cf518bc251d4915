import { query, readStatement, type Transaction } from '@platform/db';
import { type Row, UnreadableFile } from '@platform/spreadsheet';
import { stringify } from 'csv-stringify/sync';
import { cutText, type Fault } from './faults';

export interface RecordedFault extends Fault {
  readonly rowText: string | null;
}

const keep = readStatement<object>(__dirname, 'keep-faults.sql');

type Rows = Readonly<Record<string, (() => AsyncIterable<readonly Row[]>) | undefined>>;

const BATCH = 500;
const MAX_LINE_LENGTH = 4_000;

export async function keepFaults(
  tx: Transaction,
  runId: number,
  batches: AsyncIterable<RecordedFault[]>,
): Promise<void> {
  let kept = 0;
  for await (const batch of batches) {
    const numbered = batch.map((fault, index) => ({ ...fault, number: kept + index + 1 }));
    // PostgreSQL cannot store NUL.
    const faults = JSON.stringify(numbered).replaceAll('\\u0000', '\\ufffd');
    await query(tx, keep, { runId, faults });
    kept += batch.length;
  }
}

/** Adds the text of their lines to faults, in batches; reads each file once more. */
export async function* withLines(
  faults: readonly Fault[],
  sources: Rows,
): AsyncGenerator<RecordedFault[]> {
  for (const [file, ofFile] of Map.groupBy(faults, fault => fault.file))
    yield* withLinesOf(file, ofFile, sources);
}

/** Both faults and rows are in line order. */
async function* withLinesOf(
  file: string,
  faults: readonly Fault[],
  sources: Rows,
): AsyncGenerator<RecordedFault[]> {
  let next = 0;
  let batch: RecordedFault[] = [];
  const takeUntil = (line: number, rowText: string | null) => {
    for (let fault = faults[next]; fault && (fault.line ?? 0) <= line; fault = faults[next]) {
      batch.push({ ...fault, rowText: fault.line === line ? rowText : null });
      next += 1;
    }
  };
  for await (const rows of readableRows(file, sources)) {
    for (const { line, cells } of rows) {
      if (next === faults.length) break;
      if ((faults[next]!.line ?? 0) > line) continue;
      takeUntil(line, cutText(stringify([[...cells]]).trimEnd(), MAX_LINE_LENGTH));
    }
    if (batch.length >= BATCH) yield batch.splice(0, BATCH);
    if (next === faults.length) break;
  }
  takeUntil(Infinity, null);
  for (; batch.length > 0; batch = batch.slice(BATCH)) yield batch.slice(0, BATCH);
}

/** The rows of a file up to where it becomes unreadable. */
async function* readableRows(file: string, sources: Rows): AsyncGenerator<readonly Row[]> {
  const source = Object.hasOwn(sources, file) ? sources[file] : undefined;
  if (!source) return;
  try {
    yield* source();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
}
