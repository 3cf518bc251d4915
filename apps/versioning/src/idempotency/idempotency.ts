import { createHash } from 'node:crypto';
import { type Database, query, readStatement, type Transaction, transaction } from '@platform/db';
import { type Log, Problem } from '@platform/http';
import type { Request } from 'express';
import { problemBody } from '../problems';

/**
 * Repeating a request under the same key changes nothing a second time: for 24 hours the first answer is
 * given again, with `Idempotent-Replayed: true`. Use a new random value for each request that is meant anew.
 * @pattern ^[!-~]{1,255}$
 * @example "7f3c9d1e-build-4711"
 */
export type IdempotencyKey = string;

/** A request that carries an Idempotency-Key. */
export interface IdempotencyRequest {
  /** SHA-256 of the API key: two API keys may use the same idempotency key. */
  readonly owner: Buffer;
  readonly key: string;
  /** SHA-256 of method, path and body: a key answers one request only. */
  readonly fingerprint: Buffer;
}

/** A response whose bytes are known before it is sent, so that it can be stored and replayed. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** It is the response of an earlier request under the same Idempotency-Key. */
  readonly isReplay?: boolean;
}

/** Whether the request changed something; refusals and replays did not. */
export function isChange({ status, isReplay }: StoredResponse): boolean {
  return status < 400 && !isReplay;
}

/** What identifies `request` under its Idempotency-Key; null when it has none. */
export function readIdempotencyRequest(owner: Buffer, request: Request): IdempotencyRequest | null {
  const key = request.get('Idempotency-Key');
  if (key === undefined) return null;
  const content = JSON.stringify([
    request.method,
    decodeURIComponent(request.path),
    (request.body as unknown) ?? null,
  ]);
  return { owner, key, fingerprint: createHash('sha256').update(content).digest() };
}

/**
 * The idempotent requests that this process is working on. A repetition is refused; one that reaches another
 * replica waits in the database.
 */
export class RequestsInFlight {
  private readonly fingerprints = new Map<string, Buffer>();

  /** Does `work` with the key taken. @throws Problem idempotency-in-progress, idempotency-mismatch */
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

/** 422: the key answered another request. */
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

/** Another replica stored its response first: this change must not stand. */
class RecordTaken extends Error {}

/**
 * For set and create, and for increments that run alone; others replay in the statement of their batch
 * (src/packages/increment.sql).
 *
 * Does `work` in a transaction, and under an Idempotency-Key at most once: its response is stored with the
 * change and replayed for 24 hours. Stored are successes and the 409s that the database decided; after
 * anything else nothing is stored, and the same request may be repeated.
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
      // The record that was in the way is committed: the next round replays it.
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
    // The request itself, sent to another replica before, may have made the change that refuses it here.
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

/** The stored response, where there is one. @throws Problem idempotency-mismatch */
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

/** A 409 that `work` threw, as the response to store; it left the transaction usable. */
function conflictToStore(error: Problem): StoredResponse {
  const { status, body } = problemBody(error);
  if (status !== 409) throw error;
  return { status, headers: { 'Cache-Control': 'no-store' }, body };
}

const purgeStatement = readStatement<{ purged: number }>(__dirname, 'purge-records.sql');

/** Deletes the records past their 24 hours. A failure is logged; the next run makes up for it. */
export async function purgeRecords(db: Database, log: Log): Promise<void> {
  try {
    let slice: { purged: number } | undefined;
    do {
      [slice] = await query(db, purgeStatement);
    } while (slice!.purged > 0);
  } catch (error) {
    log.warn({ err: error }, 'idempotency records were not purged');
  }
}
