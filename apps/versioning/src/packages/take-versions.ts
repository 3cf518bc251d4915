import { type Database, query, readStatement, type Transaction } from '@platform/db';
import type { Allows } from '../http/principal';
import type { IdempotencyRequest, StoredResponse } from '../http/stored-response';
import { successor, type WantedVersion } from './next-version';

export interface Increment extends WantedVersion {
  readonly keyName: string;
  /** The rules of the key. */
  readonly allows: Allows | null;
  readonly buildUrl: string | null;
  readonly commit: string | null;
  readonly idempotency: IdempotencyRequest | null;
  /** Null for an increment that depends on nothing but the history. */
  readonly condition: IncrementCondition | null;
}

export interface IncrementCondition {
  /** The entity tags of If-Match; null when it was not sent. */
  readonly etags: readonly string[] | null;
  /** Whether a version that was made for the commit is returned again. */
  readonly oncePerCommit: boolean;
}

/** An increment without a result changed nothing. */
export type Results = ReadonlyMap<Increment, StoredResponse>;

/** Neither a line, a label, a rule nor a condition makes the version depend on more than the package's row. */
export function isPlain({ line, label, allows, condition }: Increment): boolean {
  return [line, label, allows, condition].every(given => given === null);
}

interface TakenRow extends StoredResponse {
  /** In the batch. */
  readonly index: number;
}

const takeStatement = readStatement<TakenRow>(__dirname, 'take-versions.sql');

const START = { place: 0, version: { major: 0, minor: 0, patch: 0 } };

/**
 * Takes the next version for each plain increment, in order, from packages that no other transaction has locked and that
 * are at the highest version of their history.
 * @param lockTimeout limits the wait for a transaction that is creating a package or storing a response
 */
export async function takeVersions(
  on: Database | Transaction,
  batch: readonly Increment[],
  lockTimeout: string,
): Promise<Results> {
  const reached = new Map<string, typeof START>();
  const increments = batch.map((increment, index) => {
    const { slug, component, keyName, buildUrl, commit, idempotency } = increment;
    const { place: before, version } = reached.get(slug) ?? START;
    const place = before + 1;
    const added = successor(version, component);
    reached.set(slug, { place, version: added });
    const { major: majors, minor: minors, patch: patches } = added;
    const change = { component, majors, minors, patches, keyName, buildUrl, commit };
    return { index, slug, place, ...change, ...(idempotency && keyOf(idempotency)) };
  });
  const rows = await query(on, takeStatement, {
    lockTimeout,
    slugs: [...reached.keys()],
    increments: JSON.stringify(increments),
  });
  return new Map(rows.map(({ index, ...response }) => [batch[index]!, response]));
}

function keyOf({ owner, key, fingerprint }: IdempotencyRequest) {
  const bytes = (value: Buffer) => `\\x${value.toString('hex')}`;
  return { key, owner: bytes(owner), fingerprint: bytes(fingerprint) };
}
