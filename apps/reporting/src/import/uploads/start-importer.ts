import { type ChildProcess, fork } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { ImporterTask, ImportTask } from './importer';

/** Of the build, also where the sources run: Node.js runs no TypeScript. A build without it does not start. */
const IMPORTER = require.resolve(path.join(__dirname, '../../../dist/import/uploads/importer.js'));

/** MiB of the old generation, and of a semi-space of the young one: rows live shortly, however large it is. */
const MAX_MEMORY = 160;
const MAX_SEMI_SPACE = 8;

export interface QueuedUpload {
  /** Null of an undo. */
  readonly file: FileHandle | null;
  readonly task: ImportTask;
}

export interface Starting {
  readonly signal: AbortSignal;
  /** From then on the process sends heartbeats itself. */
  readonly onBegun: () => void;
}

/**
 * Runs an import in a process of its own, which reads the file by its descriptor and ends with this process. Returns
 * why it came to no end of its own, in a sentence; null where it did.
 */
export async function startImporter(
  task: ImporterTask,
  fd: number | null,
  { signal, onBegun }: Starting,
): Promise<string | null> {
  try {
    const importer = fork(IMPORTER, {
      execArgv: [`--max-old-space-size=${MAX_MEMORY}`, `--max-semi-space-size=${MAX_SEMI_SPACE}`],
      stdio: ['ignore', 'ignore', 'inherit', fd ?? 'ignore', 'ipc'],
    });
    importer.once('message', onBegun);
    return await ended(importer, task, signal);
  } catch (error) {
    return `The import did not start: ${(error as Error).message}.`;
  }
}

function ended(importer: ChildProcess, task: object, signal: AbortSignal): Promise<string | null> {
  const stop = () => void importer.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  return new Promise<string | null>((resolve, reject) => {
    importer.on('error', reject);
    importer.once('exit', code =>
      resolve(code === 0 ? null : 'The process of the import ended; nothing was changed.'),
    );
    importer.send(task, error => error && stop());
  }).finally(() => signal.removeEventListener('abort', stop));
}
