import { setTimeout as wait } from 'node:timers/promises';
import {
  type Database,
  execute,
  query,
  readStatements,
  type Transaction,
  transaction,
} from '@platform/db';
import { holdOffErasures } from '../identity/accounts/operators';
import type { FileName } from '../records/import-file';
import type { FileCounts } from './apply-files';
import type { ImportProgress } from './progress';
import { lockRuns } from './runs/add-run';
import type { ImportStatus } from './runs/import-runs.dto';
import { type KeptChanges, NOTHING_KEPT } from './undo/keep-changes';

const sql = readStatements(__dirname, 'import-run.sql');

export interface ImportResult extends Omit<FileCounts, 'file' | 'notices'> {
  /** Of the run; absent if the check was cancelled. */
  readonly id?: string;
  /** Whether what the rows were before is kept, so that the run can be undone. */
  readonly hasChanges: boolean;
  readonly seconds: number;
  /** Accounts that kept an e-mail or rights that differ from the file. */
  readonly keptAccounts: number;
  /** Monthly statistics that kept values that differ from the file, in months with snapshots taken here. */
  readonly keptStatistics: number;
  readonly files: readonly FileCounts[];
}

type RunOutcome = Exclude<ImportStatus, 'waiting' | 'reading' | 'checking' | 'importing'>;

interface RunEnd {
  readonly files?: readonly FileCounts[];
  readonly faultCount?: number;
  readonly reason?: string | null;
  readonly kept?: KeptChanges;
}

const interruptLost = sql<object>('interrupt-lost-runs');
const begin = sql('begin-run');
const findUnfinished = sql<{ name: string; startedBy: string; since: Date }>('find-unfinished-run');
const keepAlive = sql('keep-run-alive');
const finish = sql<{ id: string }>('finish-run');
const findStatus = sql<{ status: ImportStatus }>('find-run-status');

const HEARTBEAT_INTERVAL_MS = 1_000;
const POLLING_INTERVAL_MS = 250;

/** The run was cancelled or lost its heartbeat. Nothing was changed. */
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

/** Starts the run if it is its turn. Returns whether it has started. */
export async function beginRun(db: Database, id: number): Promise<boolean> {
  return transaction(db, async tx => {
    await lockRuns(tx);
    await query(tx, interruptLost);
    return (await execute(tx, begin, { id })) > 0;
  });
}

/** Sends a heartbeat for a process that is still starting. */
export async function keepStartAlive(db: Database, id: number): Promise<void> {
  await query(db, keepAlive, { id, status: null, progress: 0 });
}

const STATUS: Readonly<Record<string, ImportStatus>> = {
  Reading: 'reading',
  Checking: 'checking',
  'Checking changes': 'checking',
  Importing: 'importing',
};

/** A run of this process, which records its progress with every heartbeat. */
export class ImportRun implements ImportProgress {
  private readonly stopping = new AbortController();
  private ending = new AbortController();
  private heartbeat: Promise<void>;
  private status: ImportStatus | null = null;
  private done = 0;
  private total: number;

  constructor(
    private readonly db: Database,
    readonly id: number,
    rows = 0,
    /** Also receives the progress. */
    private readonly shown: Partial<ImportProgress> = {},
  ) {
    this.total = rows;
    this.heartbeat = this.sendHeartbeats(this.ending.signal);
  }

  /** Aborted when the run was cancelled or lost. */
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

  /** Prepares another attempt after `succeed` or any other step was rolled back. */
  restart(): void {
    this.done = 0;
    if (!this.ending.signal.aborted) return;
    this.ending = new AbortController();
    this.heartbeat = this.sendHeartbeats(this.ending.signal);
  }

  expect(rows: number): void {
    this.shown.expect?.(rows);
    this.total = rows;
  }

  /** Waits for the run's turn, and shows once which import it waits for. @throws ImportStopped */
  async waitForTurn(): Promise<void> {
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
      await wait(POLLING_INTERVAL_MS, undefined, { signal: this.signal }).catch(() => undefined);
    }
  }

  /**
   * Ends the run in the transaction of its rows, which therefore commit if and only if it succeeds.
   * Returns its public id.
   * @throws ImportStopped
   */
  async succeed(tx: Transaction, details: RunEnd): Promise<string> {
    await this.stopHeartbeat();
    const ended = await endRun(tx, this.id, 'succeeded', details);
    if (ended === undefined) throw await this.findReason();
    return ended;
  }

  /**
   * Records an outcome without changes and, with `more`, its details, unless the run has already ended. Returns its
   * public id if it had not.
   */
  async finish(
    outcome: RunOutcome,
    details: RunEnd,
    more?: (tx: Transaction) => Promise<void>,
  ): Promise<string | undefined> {
    await this.stopHeartbeat();
    return transaction(this.db, async tx => {
      const ended = await endRun(tx, this.id, outcome, details);
      if (ended !== undefined) await more?.(tx);
      return ended;
    });
  }

  /** Stops heartbeats, and cancels one in progress. */
  async stopHeartbeat(): Promise<void> {
    this.ending.abort();
    await this.heartbeat;
  }

  private async sendHeartbeats(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await wait(HEARTBEAT_INTERVAL_MS, undefined, { signal });
        await this.sendHeartbeat(signal);
      } catch {
        // While the database is unavailable, the run counts as interrupted after half a minute.
      }
    }
  }

  private async sendHeartbeat(signal: AbortSignal): Promise<void> {
    const progress = this.total === 0 ? 0 : Math.min(0.99, this.done / (3 * this.total));
    const { id, status } = this;
    const send = (tx: Transaction) => execute(tx, keepAlive, { id, status, progress });
    const found = await transaction(this.db, send, { signal });
    if (found === 0 && !this.signal.aborted) this.stopping.abort(await this.findReason());
  }

  private async findReason(): Promise<ImportStopped> {
    const [run] = await query(this.db, findStatus, { id: this.id });
    return new ImportStopped(run?.status ?? 'cancelled');
  }
}

/** Returns the public id of the run if it had not ended yet. */
export async function endRun(
  db: Database | Transaction,
  id: number,
  status: RunOutcome,
  { files = [], faultCount = 0, reason = null, kept = NOTHING_KEPT }: RunEnd,
): Promise<string | undefined> {
  const { rows: keptChanges, before } = kept;
  const hasBefore = before > 0;
  const given = { files: JSON.stringify(files), faultCount, reason };
  const [ended] = await query(db, finish, { id, status, ...given, keptChanges, hasBefore });
  return ended?.id;
}

const prepare = sql<object>('prepare');
const waitForLock = sql<object>('wait-for-lock');

/** Waits for an import that still runs although it counts as interrupted, or that an earlier release runs. */
export async function lockImports(tx: Transaction, name: string): Promise<void> {
  await query(tx, prepare, { name });
  await query(tx, waitForLock);
  await holdOffErasures(tx);
}
