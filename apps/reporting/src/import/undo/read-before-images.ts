import { type Database, readStatements, stream } from '@platform/db';
import { prepend } from '@platform/http/stream-response';
import { print, writeNewFile } from '@platform/service';
import { uuid } from '../../records/column-types';

const sql = readStatements(__dirname, 'read-before-images.sql');

const listPieces = sql<{ bytes: Buffer }>('list-pieces');

/** The rows that an import changed or deleted, as they were: a zip archive, empty where none are kept. */
export async function* readBeforeImages(
  db: Database,
  id: string,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const pieces = stream(db, listPieces, { id }, { batchSize: 4, signal });
  for await (const rows of pieces) for (const { bytes } of rows) yield bytes;
}

/** Writes them to a new file. @throws Error in a sentence */
export async function writeBeforeImages(db: Database, id: string, target: string): Promise<void> {
  const pieces = uuid.read(id, null) ? readBeforeImages(db, id) : null;
  const first = await pieces?.next();
  if (!pieces || !first || first.done) {
    throw new Error(`No rows are kept of an import ${id}; GET /sync/imports says of which.`);
  }
  await writeNewFile(target, prepend(first, pieces));
  print(`The rows as they were are in ${target}.`);
}
