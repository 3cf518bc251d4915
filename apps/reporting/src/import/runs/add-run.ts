import { type Database, query, readStatements, type Transaction, transaction } from '@platform/db';
import { problemOf } from '../../http/problems';
import { cutText } from '../faults';
import type { ImportRunSummary } from './import-runs.dto';

const sql = readStatements(__dirname, 'add-run.sql');

export interface NewRun extends Pick<ImportRunSummary, 'name' | 'startedBy' | 'options'> {
  /** The key of the run to undo. */
  readonly undoes: number | null;
  readonly ignored: readonly string[];
}

export interface NewUpload extends NewRun {
  readonly source: 'http';
  readonly accountId: number | null;
  readonly byKeeper: boolean;
  readonly address: string | null;
  readonly keyOwner: string;
  readonly idempotencyKey: string | null;
  /** SHA-256 of the body and its parameters; null without a body. */
  readonly requestHash: Buffer | null;
}

export interface AddedRun {
  readonly id: number;
  readonly uuid: string;
  /** False if the same key already added it. */
  readonly isNew: boolean;
}

const MAX_WAITING = 10;
/** How many ignored names a run shows, and how many characters of each. */
const MAX_IGNORED = 100;
const MAX_IGNORED_LENGTH = 200;

/** A run of the command has no limit, and is not audited. */
const COMMAND = {
  source: 'command',
  accountId: null,
  byKeeper: false,
  address: null,
  keyOwner: null,
  idempotencyKey: null,
  requestHash: null,
};

const lock = sql<object>('lock-runs');
const forgetKey = sql<object>('forget-key');
const add = sql<AddedRun & { isSame: boolean }>('add-run');
const countWaiting = sql<{ waiting: number; isKnown: boolean }>('count-waiting');

/** Adding and starting runs require this lock. */
export async function lockRuns(tx: Transaction): Promise<void> {
  await query(tx, lock);
}

/**
 * Adds an upload or, without its facts, a run of the command, which waits for its turn.
 * @throws Problem busy, idempotency-mismatch
 */
export async function addRun(db: Database, run: NewRun | NewUpload): Promise<AddedRun> {
  const complete = { ...COMMAND, ...run };
  const { keyOwner, idempotencyKey } = complete;
  const given = {
    ...complete,
    options: JSON.stringify(run.options),
    ignored: run.ignored.slice(0, MAX_IGNORED).map(name => cutText(name, MAX_IGNORED_LENGTH)),
    maxWaiting: MAX_WAITING,
  };
  const [added] = await transaction(db, async tx => {
    await lockRuns(tx);
    await query(tx, forgetKey, { keyOwner, idempotencyKey });
    return query(tx, add, given);
  });
  if (!added) throw full();
  if (!added.isSame) throw problemOf('idempotency-mismatch');
  return added;
}

/** Called before a body is read; a repeated request is let through. @throws Problem busy */
export async function refuseIfFull(
  db: Database,
  key: Pick<NewUpload, 'keyOwner' | 'idempotencyKey'>,
): Promise<void> {
  const [found] = await query(db, countWaiting, key);
  if (found && found.waiting >= MAX_WAITING && !found.isKnown) throw full();
}

const full = () =>
  problemOf('imports-busy', { headers: { 'Retry-After': '60', Connection: 'close' } });
