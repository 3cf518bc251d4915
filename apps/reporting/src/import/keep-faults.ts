import { query, readStatement, type Transaction } from '@platform/db';
import { type Row, UnreadableFile } from '@platform/spreadsheet';
import { stringify } from 'csv-stringify/sync';
import { cutText, type Fault } from './faults';

const keep = readStatement<object>(__dirname, 'keep-faults.sql');

type Source = () => AsyncIterable<readonly Row[]>;

const BATCH = 500;
const MAX_LINE_LENGTH = 4_000;

/** Stores the faults of a run with the text of their lines; reads each file once more. */
export async function keepFaults(
  tx: Transaction,
  runId: number,
  faults: readonly Fault[],
  sources: Readonly<Record<string, Source | undefined>>,
): Promise<void> {
  const numbered = faults.map(({ column: column_name, ...fault }, index) => ({
    ...fault,
    column_name,
    number: index + 1,
  }));
  for (const [file, ofFile] of Map.groupBy(numbered, fault => fault.file)) {
    const left = Map.groupBy(ofFile, ({ line }) => line);
    let batch: object[] = [];
    const source = Object.hasOwn(sources, file) ? sources[file] : undefined;
    for await (const { line, cells } of rowsAt(source, [...left.keys()])) {
      const row_text = cutText(stringify([[...cells]]).trimEnd(), MAX_LINE_LENGTH);
      batch.push(...left.get(line)!.map(fault => ({ ...fault, row_text })));
      left.delete(line);
      if (batch.length >= BATCH) await store(batch.splice(0));
    }
    batch.push(...[...left.values()].flat());
    for (; batch.length > 0; batch = batch.slice(BATCH)) await store(batch.slice(0, BATCH));
  }

  async function store(batch: readonly object[]): Promise<void> {
    // PostgreSQL can store neither NUL nor half of a surrogate pair.
    const stored = JSON.stringify(batch, (_, value: unknown) =>
      typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value,
    );
    await query(tx, keep, { runId, faults: stored });
  }
}

/** The rows of a file at some lines, each with the header, up to where the file becomes unreadable. */
export async function* rowsAt(
  source: Source | undefined,
  lines: readonly (number | null)[],
): AsyncGenerator<Row & { readonly header: Row['cells'] }> {
  const left = new Set(lines);
  left.delete(null);
  if (!source || left.size === 0) return;
  let header: Row['cells'] | undefined;
  try {
    for await (const rows of source()) {
      header ??= rows[0]?.cells;
      for (const row of rows) if (left.delete(row.line)) yield { ...row, header: header! };
      if (left.size === 0) return;
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
}
