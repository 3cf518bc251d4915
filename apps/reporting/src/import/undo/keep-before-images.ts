import { query, readStatements, streamWithin, type Transaction } from '@platform/db';
import { prepend } from '@platform/http/stream-response';
import { writeCsv, writeZip, type ZipWriter } from '@platform/spreadsheet';
import { EXACT } from '../../export/write-records';
import type { ImportFile } from '../../records/import-file';
import type { ImportChoices } from '../import-options';
import { pick } from '../statements';
import { beforeImageFiles } from './before-image-statements';

const sql = readStatements(__dirname, 'keep-before-images.sql');

type Choices = Pick<ImportChoices, 'replace' | 'updateAccounts'>;

const add = sql<object>('add-piece');
const drop = sql<object>('drop-pieces');

const MAX_BYTES = 200 * 1024 * 1024;
const PIECE = 1024 * 1024;

/**
 * Keeps the rows that an import will change or delete, as they are, in its own format. Returns whether it has kept any:
 * there may be none, or too many.
 */
export async function keepBeforeImages(
  tx: Transaction,
  run: number,
  present: readonly ImportFile[],
  choices: Choices,
  mostBytes = MAX_BYTES,
): Promise<boolean> {
  const written = { files: 0 };
  const archive = writeZip(async zip => {
    for (const file of present) written.files += await addFile(tx, zip, file, choices);
  });
  let [number, bytes] = [0, 0];
  for await (const piece of inPieces(archive)) {
    number += 1;
    bytes += piece.length;
    if (bytes > mostBytes) break;
    await query(tx, add, { run, number, bytes: piece });
  }
  const isKept = written.files > 0 && bytes <= mostBytes;
  if (!isKept) await query(tx, drop, { run });
  return isKept;
}

/** Returns 1 where there was a row to add. */
async function addFile(
  tx: Transaction,
  zip: ZipWriter,
  { name }: ImportFile,
  choices: Choices,
): Promise<number> {
  const { file, columns, statement } = beforeImageFiles.find(before => before.file.name === name)!;
  const given = pick({ ...choices }, statement.parameters);
  const batches = streamWithin(tx, statement, given);
  const first = await batches.next();
  if (first.done) return 0;
  await zip.stream(file.name, writeCsv(columns, prepend(first, batches), EXACT));
  return 1;
}

async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < PIECE) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(waiting);
}
