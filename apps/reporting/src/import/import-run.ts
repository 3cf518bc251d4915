import { setTimeout as wait } from 'node:timers/promises';
import { type Database, query, readStatements, type Transaction, transaction } from '@platform/db';
import { holdOffErasures } from '../identity/accounts/operators';
import type { FileName } from '../records/import-file';
import type { FileCounts } from './apply-files';
import { cutText } from './faults';
import { keepFaults, type RecordedFault } from './keep-faults';
import type { ImportProgress } from './progress';
import type { ImportRunOptions, ImportStatus } from './runs/import-runs.dto';
import { type KeptChanges, NOTHING_KEPT } from './undo/keep-changes';

const sql = readStatements(__dirname, 'import-run.sql');

export interface ImportResult extends Omit<FileCounts, 'file' | 'notices'> {
  readonly seconds: number;
  /** Accounts whose e-mail or rights differ from the file's and were not changed. */
  readonly keptAccounts: number;
  /** Rows of monthly statistics that differ, and are of a month with snapshots taken here. */
  readonly keptStatistics: number;
  readonly files: readonly FileCounts[];
}

type RunOutcome = Exclude<ImportStatus, 'waiting' | 'reading' | 'checking' | 'importing'>;

interface RunEnd {
  readonly files?: readonly FileCounts[];
  readonly faultCount?: number;
  readonly reason?: string;
  readonly kept?: KeptChanges;
}

const lock = sql<object>('lock-runs');
const add = sql<{ id: number; uuid: string }>('add-run');
const interruptLost = sql<object>('interrupt-lost-runs');
const begin = sql<{ id: number }>('begin-run');
const findUnfinished = sql<{ name: string; startedBy: string; since: Date }>('find-unfinished-run');
const keepAlive = sql<{ id: number }>('keep-run-alive');
const finish = sql<{ id: number }>('finish-run');
const findStatus = sql<{ status: ImportStatus }>('find-run-status');

/** Milliseconds between heartbeats. */
const INTERVAL = 1_000;

/** The run ended by a cancellation, or its process was taken for dead. Nothing was changed. */
export class ImportStopped extends Error {
  constructor(readonly status: string) {
    super(
      status === 'cancelled'
        ? 'The import was cancelled; nothing was changed.'
        : 'The import lost its database for half a minute and counts as interrupted; nothing was changed.',
    );
    this.name = 'ImportStopped';
  }
}

export interface NewRun {
  readonly name: string;
  readonly startedBy: string;
  readonly options: ImportRunOptions;
  /** The key of the run that it undoes. */
  readonly undoes?: number | null;
  /** Names of what is no file of an import. */
  readonly ignored: readonly string[];
}

/** Names that a run shows, and the characters of each. */
const MAX_IGNORED = 100;
const MAX_IGNORED_LENGTH = 200;

export function shownIgnored(names: readonly string[]): string[] {
  return names.slice(0, MAX_IGNORED).map(name => cutText(name, MAX_IGNORED_LENGTH));
}

/** For the transaction: runs are added and begun one after the other. */
export async function lockRuns(tx: Transaction): Promise<void> {
  await query(tx, lock);
}

/** Adds a run of the command, which waits for its turn. */
export async function addRun(db: Database, run: NewRun): Promise<number> {
  return transaction(db, async tx => {
    await lockRuns(tx);
    const [added] = await query(tx, add, {
      undoes: null,
      ...run,
      source: 'command',
      accountId: null,
      options: JSON.stringify(run.options),
      ignored: shownIgnored(run.ignored),
    });
    return added!.id;
  });
}

/** Whether it is the turn of the run, which then counts as begun. */
export async function beginRun(db: Database, id: number): Promise<boolean> {
  return transaction(db, async tx => {
    await lockRuns(tx);
    await query(tx, interruptLost);
    return (await query(tx, begin, { id })).length > 0;
  });
}

/** For the run of a process that starts, and cannot say so itself yet. */
export async function keepStartAlive(db: Database, id: number): Promise<void> {
  await query(db, keepAlive, { id, status: null, progress: 0 });
}

const STATUS: Readonly<Record<string, ImportStatus>> = {
  Reading: 'reading',
  Checking: 'checking',
  'Checking changes': 'checking',
  Importing: 'importing',
};

/** A run that this process has: its heartbeat says that it is alive, and how far it is. */
export class ImportRun implements ImportProgress {
  private readonly stopping = new AbortController();
  private readonly ending = new AbortController();
  private readonly heartbeat: Promise<void>;
  private status: ImportStatus | null = null;
  private done = 0;
  private total: number;

  constructor(
    private readonly db: Database,
    readonly id: number,
    rows = 0,
    /** Shows the same. */
    private readonly shown: Partial<ImportProgress> = {},
  ) {
    this.total = rows;
    this.heartbeat = this.sendHeartbeats(this.ending.signal);
  }

  /** Aborted once the run may not go on. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  message(text: string): void {
    this.shown.message?.(text);
  }

  /** @throws ImportStopped */
  begin(step: string, file?: FileName): void {
    this.shown.begin?.(step, file);
    this.signal.throwIfAborted();
    this.status = STATUS[step] ?? this.status;
  }

  /** @throws ImportStopped */
  advance(rows: number): void {
    this.shown.advance?.(rows);
    this.signal.throwIfAborted();
    this.done += rows;
  }

  /** Counts the rows anew. */
  restart(): void {
    this.done = 0;
  }

  expect(rows: number): void {
    this.shown.expect?.(rows);
    this.total = rows;
  }

  /** Waits until no import runs or came before; names the one that does. @throws ImportStopped */
  async untilTurn(): Promise<void> {
    let isNamed = false;
    while (!(await beginRun(this.db, this.id))) {
      this.signal.throwIfAborted();
      if (!isNamed) {
        const [running] = await query(this.db, findUnfinished, { id: this.id });
        if (running) {
          const { startedBy, name, since } = running;
          const who = `${startedBy} of ${name} (since ${since.toISOString()})`;
          this.message(`Waiting for import by ${who}.`);
        }
        isNamed = true;
      }
      await wait(INTERVAL / 4, undefined, { signal: this.signal }).catch(() => undefined);
    }
  }

  /** In the transaction of the rows: they are kept if and only if the run succeeds. @throws ImportStopped */
  async succeed(tx: Transaction, details: RunEnd): Promise<void> {
    await this.stopHeartbeat();
    if (!(await end(tx, this.id, 'succeeded', details))) throw await this.findReason();
  }

  /** Records an end that changed nothing, unless the run has one. */
  async finish(
    outcome: RunOutcome,
    details: RunEnd,
    faults: AsyncIterable<RecordedFault[]> = none(),
  ): Promise<void> {
    await this.stopHeartbeat();
    await transaction(this.db, async tx => {
      if (await end(tx, this.id, outcome, details)) await keepFaults(tx, this.id, faults);
    });
  }

  /** Sends no further heartbeat; the one under way is cancelled. */
  async stopHeartbeat(): Promise<void> {
    this.ending.abort();
    await this.heartbeat;
  }

  private async sendHeartbeats(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await wait(INTERVAL, undefined, { signal });
        await this.sendHeartbeat(signal);
      } catch {
        // The database is away: without a heartbeat the run counts as interrupted.
      }
    }
  }

  private async sendHeartbeat(signal: AbortSignal): Promise<void> {
    const progress = this.total === 0 ? 0 : Math.min(0.99, this.done / (3 * this.total));
    const { id, status } = this;
    const send = (tx: Transaction) => query(tx, keepAlive, { id, status, progress });
    const found = await transaction(this.db, send, { signal });
    if (found.length === 0 && !this.signal.aborted) this.stopping.abort(await this.findReason());
  }

  private async findReason(): Promise<ImportStopped> {
    const [run] = await query(this.db, findStatus, { id: this.id });
    return new ImportStopped(run?.status ?? 'cancelled');
  }
}

async function end(
  tx: Transaction,
  id: number,
  status: RunOutcome,
  { files = [], faultCount = 0, reason, kept = NOTHING_KEPT }: RunEnd,
): Promise<boolean> {
  const { rows: keptChanges, before } = kept;
  const hasBefore = before > 0;
  const given = { files: JSON.stringify(files), faultCount, reason: reason ?? null };
  return (await query(tx, finish, { id, status, ...given, keptChanges, hasBefore })).length > 0;
}

async function* none(): AsyncGenerator<RecordedFault[]> {
  // Nothing was wrong with the files.
}

const prepare = sql<object>('prepare');
const waitForLock = sql<object>('wait-for-lock');

/** Waits for the end of an import that goes on though it counts as interrupted, or of an earlier release. */
export async function lockImports(tx: Transaction, name: string): Promise<void> {
  await query(tx, prepare, { name });
  await query(tx, waitForLock);
  await holdOffErasures(tx);
}
