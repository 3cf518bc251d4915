import { fork } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Database, isDatabaseUnavailable, query, readStatements } from '@platform/db';
import type { Log } from '@platform/http';
import { Outage } from '@platform/http/outage';
import { beginRun, endRun, keepStartAlive } from '../import-run';
import type { ImporterMessage, ImporterTask, UploadTask } from './importer';

const sql = readStatements(__dirname, 'import-queue.sql');

const POLLING_INTERVAL_MS = 500;

const cancelUnauthorized = sql<object>('cancel-unauthorized');
const keepAlive = sql<{ id: number }>('keep-waiting-alive');
const findOver = sql<object>('find-run-over');

/** A process that changes rows records the outcome in the same transaction. */
const NOT_RECORDED = 'The outcome of the import could not be recorded; nothing was changed.';
/** The cause is in the log, because it may name addresses. */
const FAILED = 'The process of the import ended; nothing was changed.';

/** How long the import process may take to start, which is slow on a busy machine. */
const MAX_START_TIME_MS = 60_000;

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

interface Starting {
  /** Aborting it kills the process. */
  readonly signal: AbortSignal;
  /** Called once the process sends heartbeats itself. */
  readonly onBegun: () => void;
}

/**
 * Runs the uploads that this replica received, each in a separate process when it is its turn among all replicas. If
 * this process dies, its uploads count as interrupted.
 */
export class ImportQueue {
  private uploads: QueuedUpload[] = [];
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private readonly outage: Outage;

  constructor(
    private readonly db: Database,
    private readonly databaseUrl: string,
    private readonly log: Log,
  ) {
    this.outage = new Outage(log, {
      begins: 'imports are waiting for the database',
      ends: 'imports have the database again',
    });
  }

  /** Takes over the file of the upload, and closes it at the end. */
  add(upload: QueuedUpload): void {
    this.uploads.push(upload);
    this.running ??= this.run();
  }

  /** Ends running and waiting uploads as interrupted. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.uploads.length > 0) {
      if (this.stopping.signal.aborted) await this.end(this.uploads.splice(0), 'interrupted', null);
      else if (!(await this.runNext())) await this.wait();
    }
    // Nothing was awaited since the last check, so an upload that is added now starts a new loop.
    this.running = undefined;
  }

  /** Runs the first upload if it is its turn. Returns whether it was. */
  private async runNext(): Promise<boolean> {
    const first = await this.beginFirst().catch((error: unknown) => this.warn(error));
    if (!first) return false;
    this.uploads = this.uploads.filter(upload => upload !== first);
    const stopping = new AbortController();
    const signal = AbortSignal.any([stopping.signal, this.stopping.signal]);
    const startedAt = performance.now();
    const state = { hasBegun: false };
    const onBegun = () => void (state.hasBegun = true);
    const importing = this.import(first, { signal, onBegun }).then(() => true);
    while (!(await Promise.race([importing, wait(POLLING_INTERVAL_MS, false, { ref: false })]))) {
      const isStarting = !state.hasBegun && performance.now() - startedAt < MAX_START_TIME_MS;
      const isOver = await this.watch(first, isStarting).catch((error: unknown) =>
        this.warn(error),
      );
      if (isOver) stopping.abort();
    }
    return true;
  }

  private async beginFirst(): Promise<QueuedUpload | undefined> {
    await this.dropEnded();
    const [first] = this.uploads;
    return first && (await beginRun(this.db, first.task.run)) ? first : undefined;
  }

  private async import(upload: QueuedUpload, starting: Starting): Promise<void> {
    const { file, task } = upload;
    const given = { ...task, databaseUrl: this.databaseUrl };
    const cause = await startImporter(given, file?.fd ?? null, starting);
    if (cause !== null && !starting.signal.aborted)
      this.log.error({ run: task.run, cause }, 'import failed');
    const status = this.stopping.signal.aborted ? 'interrupted' : 'failed';
    await this.end([upload], status, cause === null ? NOT_RECORDED : FAILED);
  }

  /** Returns whether the run is over: a process that hangs must not block the others. */
  private async watch({ task: { run: id } }: QueuedUpload, isStarting: boolean): Promise<boolean> {
    if (isStarting) await keepStartAlive(this.db, id);
    await this.dropEnded();
    return (await query(this.db, findOver, { id })).length > 0;
  }

  /** Sends heartbeats for waiting runs, and drops those that were cancelled or may no longer run. */
  private async dropEnded(): Promise<void> {
    const ids = this.uploads.map(({ task }) => task.run);
    await query(this.db, cancelUnauthorized, { ids });
    const alive = new Set((await query(this.db, keepAlive, { ids })).map(({ id }) => id));
    const isEnded = ({ task }: QueuedUpload) => ids.includes(task.run) && !alive.has(task.run);
    const ended = this.uploads.filter(isEnded);
    this.uploads = this.uploads.filter(upload => !isEnded(upload));
    this.outage.succeed();
    await this.close(ended);
  }

  /**
   * Ends the runs of uploads unless they have ended themselves. Waits for an unavailable database unless this process
   * stops; after half a minute, they count as interrupted.
   */
  private async end(
    uploads: readonly QueuedUpload[],
    status: 'interrupted' | 'failed',
    reason: string | null,
  ): Promise<void> {
    for (;;) {
      try {
        await Promise.all(uploads.map(({ task }) => endRun(this.db, task.run, status, { reason })));
        break;
      } catch (error) {
        this.warn(error);
        if (!isDatabaseUnavailable(error) || this.stopping.signal.aborted) break;
      }
      await this.wait();
    }
    await this.close(uploads);
  }

  /** A disk failure must not stop the queue. */
  private async close(uploads: readonly QueuedUpload[]): Promise<void> {
    const closed = uploads.flatMap(({ file }) => file?.close() ?? []);
    await Promise.all(closed).catch((error: unknown) => this.warn(error));
  }

  private async wait(): Promise<void> {
    await wait(POLLING_INTERVAL_MS, undefined, { signal: this.stopping.signal }).catch(
      () => undefined,
    );
  }

  private warn(error: unknown): undefined {
    if (isDatabaseUnavailable(error)) this.outage.fail(error);
    else this.log.warn({ err: error }, 'import queue failed');
  }
}

/**
 * Runs an import in a separate process, which inherits the file descriptor and ends with this process. Returns null if
 * the process recorded the outcome, or else why it did not.
 */
async function startImporter(
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
      signal,
      killSignal: 'SIGKILL',
    });
    importer.send(task, error => error && importer.kill('SIGKILL'));
    return await new Promise((resolve, reject) => {
      let failure: string | undefined;
      importer.on('message', (message: ImporterMessage) => {
        if (message === 'begun') onBegun();
        else ({ failure } = message);
      });
      // After an abortion, the process exits.
      importer.on('error', error => error.name === 'AbortError' || reject(error));
      importer.once('close', (code, signalled) =>
        resolve(code === 0 ? null : (failure ?? `its process ended: ${signalled ?? code}`)),
      );
    });
  } catch (error) {
    return `its process did not start, ${(error as Error).message}`;
  }
}
