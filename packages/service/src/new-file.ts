import { rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file that only its owner can read, because records are confidential. Removes it if writing fails or the command
 * is interrupted, because a part looks like the whole. For commands only: services stop on signals by themselves.
 * @throws Error if the file already exists
 */
export async function writeNewFile(
  file: string,
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  // A second signal ends the process at once.
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    await writeFile(file, chunks, { flag: 'wx', mode: 0o600, signal: interruption.signal });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new Error(`${file} already exists; choose a different file name.`);
    }
    await rm(file, { force: true });
    throw interruption.signal.aborted ? new Error('Interrupted; nothing was written.') : error;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}
