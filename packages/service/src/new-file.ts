import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a file that only its owner can read: records are not for other users of the machine. One that is not whole
 * is removed. @throws Error in a sentence where it is there already
 */
export async function writeNewFile(
  file: string,
  pieces: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new Error(`${file} exists already; name another file.`);
    }
    await rm(file, { force: true });
    throw error;
  }
}
