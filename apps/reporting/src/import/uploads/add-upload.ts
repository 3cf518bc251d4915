import { type Database, query, readStatements, transaction } from '@platform/db';
import { Problem } from '@platform/http';
import { problemOf } from '../../http/problems';
import { lockRuns, type NewRun, shownIgnored } from '../import-run';

const sql = readStatements(__dirname, 'add-upload.sql');

export interface NewUpload extends Required<NewRun> {
  readonly accountId: number | null;
  readonly byKeeper: boolean;
  readonly address: string | null;
  /** Whose Idempotency-Key it is. */
  readonly keyOwner: string;
  readonly idempotencyKey: string | null;
  /** SHA-256 of the body and of all that it was sent with; null without one. */
  readonly requestHash: Buffer | null;
}

export interface AddedUpload {
  readonly id: number;
  readonly uuid: string;
  /** False for a repetition under the same key. */
  readonly isNew: boolean;
}

const MAX_WAITING = 10;

const forgetKey = sql<object>('forget-key');
const add = sql<AddedUpload & { isSame: boolean }>('add-upload');
const countWaiting = sql<{ waiting: number; isKnown: boolean }>('count-waiting');

/** Before a body is read; a repetition under a key is let through. @throws Problem busy */
export async function refuseIfFull(
  db: Database,
  key: Pick<NewUpload, 'keyOwner' | 'idempotencyKey'>,
): Promise<void> {
  const [found] = await query(db, countWaiting, key);
  if (found && found.waiting >= MAX_WAITING && !found.isKnown) throw full();
}

/** Adds a run that waits. @throws Problem busy, idempotency-mismatch */
export async function addUpload(db: Database, upload: NewUpload): Promise<AddedUpload> {
  const { options, keyOwner, idempotencyKey } = upload;
  const given = {
    ...upload,
    options: JSON.stringify(options),
    ignored: shownIgnored(upload.ignored),
    maxWaiting: MAX_WAITING,
  };
  const [added] = await transaction(db, async tx => {
    await lockRuns(tx);
    await query(tx, forgetKey, { keyOwner, idempotencyKey });
    return query(tx, add, given);
  });
  if (!added) throw full();
  if (!added.isSame) {
    throw problemOf('idempotency-mismatch');
  }
  return added;
}

function full(): Problem {
  return new Problem(
    'busy',
    `${MAX_WAITING} imports wait already. Try again after Retry-After seconds.`,
    { headers: { 'Retry-After': '60', Connection: 'close' } },
  );
}
