import { createHash } from 'node:crypto';
import {
  type Database,
  inSlices,
  query,
  readStatement,
  type Transaction,
  transaction,
} from '@platform/db';
import { Problem } from '@platform/http/problems';
import type { Request } from 'express';
import type { IdempotencyRequest, StoredResponse } from '../context';
import { problemBody } from '../problems';

/**
 * Repeating a request under the same key changes nothing a second time: for 24 hours the first answer is
 * given again, with `Idempotent-Replayed: true`. Use a new random value for a new request that is no retry.
 * @pattern ^[!-~]{1,255}$
 * @example "7f3c9d1e-build-4711"
 */
export type IdempotencyKey = string;

/** Whether the request changed something; refusals and replays did not. */
export function isChange({ status, isReplay }: StoredResponse): boolean {
  return status < 400 && !isReplay;
}

/** Null without an Idempotency-Key. */
export function readIdempotencyRequest(owner: Buffer, request: Request): IdempotencyRequest | null {
  const key = request.get('Idempotency-Key');
  if (key === undefined) return null;
  const { line, pre } = request.query;
  const content = JSON.stringify([
    request.method,
    decodeURIComponent(request.path),
    (request.body as unknown) ?? null,
    ...(line === undefined && pre === undefined ? [] : [line ?? null, pre ?? null]),
  ]);
  return { owner, key, fingerprint: createHash('sha256').update(content).digest() };
}

/** Idempotent requests running in this process. A repetition is refused; on another replica it waits in the database. */
export class RequestsInFlight {
  private readonly fingerprints = new Map<string, Buffer>();

  /** @throws Problem idempotency-in-progress, idempotency-mismatch */
  async hold<Result>(request: IdempotencyRequest, work: () => Promise<Result>): Promise<Result> {
    const id = `${request.owner.toString('hex')} ${request.key}`;
    const earlier = this.fingerprints.get(id);
    if (earlier) throw earlier.equals(request.fingerprint) ? inProgress() : mismatch(request);
    this.fingerprints.set(id, request.fingerprint);
    try {
      return await work();
    } finally {
      this.fingerprints.delete(id);
    }
  }
}

function inProgress(): Problem {
  return new Problem(
    'idempotency-in-progress',
    'The first request under this Idempotency-Key is still running. Repeat it after Retry-After seconds.',
    { headers: { 'Retry-After': '1' } },
  );
}

export function mismatch({ key }: IdempotencyRequest): Problem {
  return new Problem(
    'idempotency-mismatch',
    `The Idempotency-Key ${key} answered another request. Use a new key for a new request.`,
  );
}

interface RecordRow {
  fingerprint: Buffer;
  status: number;
  headers: Record<string, string>;
  body: string;
}

const findRecord = readStatement<RecordRow>(__dirname, 'find-record.sql');
const keepRecord = readStatement<{ isKept: true }>(__dirname, 'keep-record.sql');

/** Another replica stored its response first: this change must be rolled back. */
class RecordTaken extends Error {}

/**
 * Runs `work` in a transaction, once per Idempotency-Key: its response is stored with the change and replayed for
 * 24 hours. Successes and the database's 409s are stored; after other failures the request may be repeated. Batched
 * increments replay in their own statement (src/packages/increment.sql).
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
      // The conflicting record is committed: the next round replays it.
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
  const { status, headers, body } = response;
  const kept = await query(tx, keepRecord, {
    ...request,
    status,
    headers: JSON.stringify(headers),
    body,
  });
  if (kept.length === 0) throw new RecordTaken();
  return response;
}

/** @throws Problem idempotency-mismatch */
async function findReplay(
  tx: Transaction,
  request: IdempotencyRequest,
): Promise<StoredResponse | undefined> {
  const [record] = await query(tx, findRecord, { owner: request.owner, key: request.key });
  if (!record) return undefined;
  if (!record.fingerprint.equals(request.fingerprint)) throw mismatch(request);
  const { status, headers, body } = record;
  return { status, headers, body, isReplay: true };
}

/** A 409 leaves the transaction usable. */
function conflictToStore(error: Problem): StoredResponse {
  const { status, body } = problemBody(error);
  if (status !== 409) throw error;
  return { status, headers: { 'Cache-Control': 'no-store' }, body };
}

const purgeStatement = readStatement<{ purged: number }>(__dirname, 'purge-records.sql');

/** Returns how many. */
export function purgeRecords(db: Database, signal?: AbortSignal): Promise<number> {
  return inSlices(async () => (await query(db, purgeStatement))[0]!.purged, signal);
}
