import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { escapeIdentifier } from 'pg';
import { from } from 'pg-copy-streams';
import type { Transaction } from './query';

/**
 * `lines` is COPY's text format in pieces of any size; other work of the process goes on between them.
 * @throws DatabaseError, and what `lines` throws
 */
export async function copyInto(
  { client }: Transaction,
  table: string,
  columns: readonly string[],
  lines: AsyncIterable<string>,
): Promise<void> {
  const names = columns.map(column => escapeIdentifier(column)).join(', ');
  const copy = client.query(from(`copy ${escapeIdentifier(table)} (${names}) from stdin`));
  let failure: Error | undefined;
  async function* guarded(): AsyncGenerator<string> {
    try {
      for await (const piece of lines) {
        yield piece;
        // Where the socket takes each piece at once, nothing else would let timers run.
        await nextTurn();
      }
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      // The message is sent to the server, which closes the connection at 10,000 bytes.
      throw new Error('the rows to be copied failed', { cause: error });
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

/** A cell of COPY's text format. */
export function copyText(value: string | null): string {
  if (value === null) return '\\N';
  if (!SPECIAL.test(value)) return value;
  return value.replace(/[\\\t\n\r]/g, character => ESCAPES[character]!);
}
