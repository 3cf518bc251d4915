import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { escapeIdentifier } from 'pg';
import { from } from 'pg-copy-streams';
import type { Transaction } from './query';

/** Copies rows in COPY text format. The event loop runs between chunks. @throws DatabaseError, and errors of `lines` */
export async function copyInto(
  { client }: Transaction,
  table: string,
  columns: readonly string[],
  lines: AsyncIterable<string>,
): Promise<void> {
  const names = columns.map(column => escapeIdentifier(column)).join(', ');
  const copy = client.query(from(`copy ${escapeIdentifier(table)} (${names}) from stdin`));
  let failure: unknown;
  async function* guarded(): AsyncGenerator<string> {
    try {
      for await (const chunk of lines) {
        yield chunk;
        // A socket that accepts every chunk immediately would starve timers.
        await nextTurn();
      }
    } catch (error) {
      failure = error;
      // The message is sent to the server, which closes the connection if it exceeds 10,000 bytes.
      throw new Error('reading the rows to copy failed', { cause: error });
    }
  }
  try {
    await pipeline(Readable.from(guarded(), { objectMode: true }), copy);
  } catch (error) {
    throw failure ?? error;
  }
}

const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

/** Encodes a value in COPY text format. */
export function copyText(value: string | null): string {
  if (value === null) return '\\N';
  if (!SPECIAL.test(value)) return value;
  return value.replace(/[\\\t\n\r]/g, character => ESCAPES[character]!);
}
