import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a file that only its owner can read, because records are confidential. Removes it if writing fails.
 * @throws Error if the file already exists
 */
export async function writeNewFile(
  file: string,
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  try {
    await pipeline(Readable.from(chunks), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new Error(`${file} already exists; choose a different file name.`);
    }
    await rm(file, { force: true });
    throw error;
  }
}
