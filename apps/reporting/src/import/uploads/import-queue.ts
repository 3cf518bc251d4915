import { setTimeout as wait } from 'node:timers/promises';
import { type Database, isDatabaseUnavailable, query, readStatements } from '@platform/db';
import type { Log } from '@platform/http';
import { Outage } from '@platform/http/outage';
import { beginRun, keepStartAlive } from '../import-run';
import { type QueuedUpload, type Starting, startImporter } from './start-importer';

const sql = readStatements(__dirname, 'import-queue.sql');

/** Milliseconds between polls whether it is an upload's turn. */
const INTERVAL = 500;

const cancelUnauthorized = sql<object>('cancel-unauthorized');
const keepAlive = sql<{ id: number }>('keep-waiting-alive');
const findOver = sql<object>('find-run-over');
const endRuns = sql<object>('end-runs');

/** Of a process that could not record the outcome: what changes rows records it with them. */
const NOT_RECORDED = 'The outcome of the import could not be recorded; nothing was changed.';

/** Milliseconds that a process may take until it imports: on a busy machine it is slow to start. */
const MAX_START_TIME = 60_000;

/**
 * Runs the uploads of this process, each in a process of its own when it is its turn over all replicas. What a process
 * that ends leaves behind counts as interrupted.
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

  /** Closes the file of the upload when it has ended. */
  add(upload: QueuedUpload): void {
    this.uploads.push(upload);
    this.running ??= this.run();
  }

  /** Ends what runs and what waits as interrupted. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.uploads.length > 0) {
      if (this.stopping.signal.aborted) await this.interruptAll();
      else if (!(await this.runNext())) await this.wait();
    }
    // Nothing is awaited since the last look at the uploads: one that is added now starts the next run.
    this.running = undefined;
  }

  /** Returns whether it was the turn of the first one. */
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
    while (!(await Promise.race([importing, wait(INTERVAL, false, { ref: false })]))) {
      const isStarting = !state.hasBegun && performance.now() - startedAt < MAX_START_TIME;
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
    const failure = await startImporter(given, file?.fd ?? null, starting);
    const status = this.stopping.signal.aborted ? 'interrupted' : 'failed';
    await this.end([task.run], status, failure ?? NOT_RECORDED);
    await this.closeFile(upload);
  }

  /** Whether the run is over: a process that hangs must not keep the others from their turn. */
  private async watch({ task: { run: id } }: QueuedUpload, isStarting: boolean): Promise<boolean> {
    if (isStarting) await keepStartAlive(this.db, id);
    await this.dropEnded();
    return (await query(this.db, findOver, { id })).length > 0;
  }

  /** Says that the waiting runs are alive, and leaves out those that do not wait any more or may not. */
  private async dropEnded(): Promise<void> {
    const ids = this.uploads.map(({ task }) => task.run);
    await query(this.db, cancelUnauthorized, { ids });
    const alive = new Set((await query(this.db, keepAlive, { ids })).map(({ id }) => id));
    const isEnded = ({ task }: QueuedUpload) => ids.includes(task.run) && !alive.has(task.run);
    const ended = this.uploads.filter(isEnded);
    this.uploads = this.uploads.filter(upload => !isEnded(upload));
    this.outage.succeed();
    await Promise.all(ended.map(upload => this.closeFile(upload)));
  }

  private async interruptAll(): Promise<void> {
    const left = this.uploads.splice(0);
    const runs = left.map(({ task }) => task.run);
    await this.end(runs, 'interrupted', null);
    await Promise.all(left.map(upload => this.closeFile(upload)));
  }

  /** Those that have no end yet. Without the database they count as interrupted within a minute. */
  private async end(ids: number[], status: string, reason: string | null): Promise<void> {
    await query(this.db, endRuns, { ids, status, reason }).catch((error: unknown) =>
      this.warn(error),
    );
  }

  /** A disk that fails must not end the queue. */
  private async closeFile({ file }: QueuedUpload): Promise<void> {
    await file?.close().catch((error: unknown) => this.warn(error));
  }

  private async wait(): Promise<void> {
    await wait(INTERVAL, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  private warn(error: unknown): undefined {
    if (isDatabaseUnavailable(error)) this.outage.fail(error);
    else this.log.warn({ err: error }, 'a step of the queue of imports failed');
  }
}
