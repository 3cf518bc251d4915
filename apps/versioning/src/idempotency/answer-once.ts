import { type Database, query, readStatement, type Transaction, transaction } from '@platform/db';
import { Problem } from '@platform/http';
import { problemBody } from '../problems';
import type { StoredResponse } from './answer';
import type { IdempotencyRequest } from './claim';
import { mismatch } from './claims-in-flight';

interface RecordRow {
  fingerprint: Buffer;
  status: number;
  headers: Record<string, string>;
  body: string;
}

const findRecord = readStatement<RecordRow>(__dirname, 'find-record.sql');
const keepRecord = readStatement<{ isKept: true }>(__dirname, 'keep-record.sql');

/** Another replica kept its answer first: this one's change must not stand. */
class RecordTaken extends Error {}

/**
 * Does `work` in a transaction, and under a claim at most once: its answer is kept with the change and
 * replayed for 24 hours. Kept are successes and the refusals that the database decided (409); after
 * anything else nothing stands, and the same call may be repeated.
 * @throws Problem idempotency-mismatch, and what `work` throws
 */
export async function withIdempotency(
  db: Database,
  claim: IdempotencyRequest | null,
  work: (tx: Transaction) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  if (claim === null) return transaction(db, work);
  for (;;) {
    try {
      return await transaction(db, tx => answerUnder(tx, claim, work));
    } catch (error) {
      if (!(error instanceof RecordTaken)) throw error;
      // The record that was in the way is committed: the next round replays it.
    }
  }
}

async function answerUnder(
  tx: Transaction,
  claim: IdempotencyRequest,
  work: (tx: Transaction) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const [record] = await query(tx, findRecord, { owner: claim.owner, key: claim.key });
  if (record) {
    if (!record.fingerprint.equals(claim.fingerprint)) throw mismatch(claim);
    const { status, headers, body } = record;
    return { status, headers, body, isReplay: true };
  }
  const answer = await work(tx).catch(refusalToKeep);
  const { status, headers, body } = answer;
  const kept = await query(tx, keepRecord, {
    ...claim,
    status,
    headers: JSON.stringify(headers),
    body,
  });
  if (kept.length === 0) throw new RecordTaken();
  return answer;
}

/** A 409 that `work` threw, as the answer to keep; it left the transaction usable. */
function refusalToKeep(error: unknown): StoredResponse {
  if (!(error instanceof Problem)) throw error;
  const { status, body } = problemBody(error);
  if (status !== 409) throw error;
  return { status, headers: { 'Cache-Control': 'no-store' }, body };
}
