import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Prints a line of the result to standard output. */
export function print(text: string): void {
  process.stdout.write(`${printable(text)}\n`);
}

/** Writes unescaped text; resolves once it is written. First waits for the stream to drain. */
export async function writeTo(stream: Writable, text: string, signal: AbortSignal): Promise<void> {
  if (stream.writableNeedDrain) await once(stream, 'drain', { signal });
  await new Promise<void>((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    stream.write(text, error => (error ? reject(error) : resolve()));
  });
}

export const writeToStandardOutput = (lines: string, signal: AbortSignal): Promise<void> =>
  writeTo(process.stdout, lines, signal);

/** Prints a message to standard error. */
export function report(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

/** Prints a line of JSON with --json, or else text. */
export function printResult(
  result: object,
  { json, text }: { readonly json: true | undefined; readonly text: string },
): void {
  print(json ? JSON.stringify(result) : text);
}

export function warn(sentence: string): void {
  report(`Warning: ${sentence}`);
}

/** Escapes control characters, which names may contain, as in JSON; keeps newlines and tabs. */
export function printable(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Formats rows as aligned columns; the first row is the header. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map(row => row.map(cell => printable(cell).replace(/[\n\t]/g, ' ')));
  const widths = cells[0]!.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, row[column]!.length), 0),
  );
  const pad = (cell: string, column: number) => cell.padEnd(widths[column]!);
  return cells.map(row => row.map(pad).join('  ').trimEnd()).join('\n');
}
