import { type ChildProcess, fork } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { ImporterTask, UploadTask } from './importer';

/** The compiled file, because Node.js does not run TypeScript. Without it, the service does not start. */
const IMPORTER = require.resolve(path.join(__dirname, '../../../dist/import/uploads/importer.js'));

/** In MiB. Rows are short-lived however large the young generation is, so its semi-spaces can be small. */
const MAX_OLD_SPACE = 160;
const MAX_SEMI_SPACE = 8;

export interface QueuedUpload {
  /** Null for an undo. */
  readonly file: FileHandle | null;
  readonly task: UploadTask;
}

export interface Starting {
  /** Aborting it kills the process. */
  readonly signal: AbortSignal;
  /** Called once the process sends heartbeats itself. */
  readonly onBegun: () => void;
}

/**
 * Runs an import in a separate process, which inherits the file descriptor and ends with this process. Returns null if
 * the process recorded the outcome, or else a sentence that says why it did not.
 */
export async function startImporter(
  task: ImporterTask,
  fd: number | null,
  { signal, onBegun }: Starting,
): Promise<string | null> {
  try {
    const importer = fork(IMPORTER, {
      execArgv: [
        `--max-old-space-size=${MAX_OLD_SPACE}`,
        `--max-semi-space-size=${MAX_SEMI_SPACE}`,
      ],
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
