import type { Database, Transaction } from '@platform/db';
import { execute, inSlices, query, readStatements, transaction } from '@platform/db';
import { Problem, renderProblem } from '@platform/http/problems';
import { problems } from '../http/problems';
import type { IdempotencyRequest, StoredResponse } from '../http/stored-response';

/** Whether the request changed something, as opposed to refusals and replays. */
export function isChange({ status, headers, isReplay }: StoredResponse): boolean {
  return status < 400 && !isReplay && !('Once-Replayed' in headers);
}

type Fingerprint = Pick<IdempotencyRequest, 'fingerprint' | 'commit'>;

/** A request without a commit matches any, because some platforms name it only after checking it out. */
function isSameRequest(earlier: Fingerprint, request: Fingerprint): boolean {
  const commits = new Set([earlier.commit, request.commit].filter(commit => commit !== null));
  return earlier.fingerprint.equals(request.fingerprint) && commits.size <= 1;
}

/** Refuses repetitions of the requests in progress; those on another replica wait in the database. */
export class RequestsInFlight {
  private readonly running = new Map<string, IdempotencyRequest>();

  /** @throws Problem idempotency-in-progress, idempotency-mismatch */
  async hold<Result>(
    request: IdempotencyRequest | null,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (request === null) return work();
    const id = `${request.owner.toString('hex')} ${request.key}`;
    const earlier = this.running.get(id);
    if (earlier) throw isSameRequest(earlier, request) ? inProgress() : mismatch(request);
    this.running.set(id, request);
    try {
      return await work();
    } finally {
      this.running.delete(id);
    }
  }
}

function inProgress(): Problem {
  return new Problem(
    'idempotency-in-progress',
    'A request with this Idempotency-Key is still running. Repeat it after Retry-After seconds.',
    { headers: { 'Retry-After': '1' } },
  );
}

export function mismatch({ key }: IdempotencyRequest): Problem {
  return new Problem(
    'idempotency-mismatch',
    `The Idempotency-Key ${key} was used for another request or commit. Use a new key for a new request.`,
  );
}

const sql = readStatements(__dirname, 'idempotency.sql');
const findRecord = sql<Fingerprint & Omit<StoredResponse, 'isReplay'>>('find-record');
const keepRecord = sql('keep-record');

/** Another replica stored its response first, so this change must be rolled back. */
class RecordTaken extends Error {}

/**
 * Runs `work` in a transaction, once per Idempotency-Key: its response is stored with the change and replayed for
 * 24 hours. Successes and conflicts (409) are stored; after other failures the request may be retried. Single
 * increments, which are committed in groups, are replayed and stored by ../packages/take-versions.ts.
 * @throws Problem idempotency-mismatch, and what `work` throws
 */
export async function withIdempotency(
  db: Database,
  request: IdempotencyRequest | null,
  work: (tx: Transaction) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  if (request === null) return transaction(db, work);
  for (;;) {
    try {
      return await transaction(db, tx => replayOrDo(tx, request, work));
    } catch (error) {
      if (!(error instanceof RecordTaken)) throw error;
      // The conflicting record is committed; the next iteration replays it.
    }
  }
}

async function replayOrDo(
  tx: Transaction,
  request: IdempotencyRequest,
  work: (tx: Transaction) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const replay = await findReplay(tx, request);
  if (replay) return replay;
  let response: StoredResponse;
  try {
    response = await work(tx);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // The same request on another replica may have caused this conflict.
    const late = await findReplay(tx, request);
    if (late) return late;
    response = conflictToStore(error);
  }
  const { status, body } = response;
  const headers = JSON.stringify(response.headers);
  const kept = await execute(tx, keepRecord, { ...request, status, headers, body });
  if (kept === 0) throw new RecordTaken();
  return response;
}

/** @throws Problem idempotency-mismatch */
async function findReplay(
  tx: Transaction,
  request: IdempotencyRequest,
): Promise<StoredResponse | undefined> {
  const [record] = await query(tx, findRecord, { owner: request.owner, key: request.key });
  if (!record) return undefined;
  if (!isSameRequest(record, request)) throw mismatch(request);
  const { status, headers, body } = record;
  return { status, headers, body, isReplay: true };
}

/** A 409 leaves the transaction usable. */
function conflictToStore(error: Problem): StoredResponse {
  const { status, body } = renderProblem(error, problems, 'pascal');
  if (status !== 409) throw error;
  return { status, headers: { 'Cache-Control': 'no-store' }, body };
}

const purgeStatement = sql('purge-records');

/** Returns the number of records purged. */
export function purgeRecords(db: Database, signal?: AbortSignal): Promise<number> {
  return inSlices(() => execute(db, purgeStatement), signal);
}
