import {
  type Database,
  query,
  readStatement,
  readStatements,
  type Transaction,
} from '@platform/db';
import type { Allows } from '../http/principal';
import type { IdempotencyRequest, StoredResponse } from '../http/stored-response';
import type { WantedVersion } from './next-version';
import type { PackageRow } from './packages.dto';
import type { HistoryVersion } from './semantic-version';

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

export type Parts = [major: number, minor: number, patch: number];

/** What an increment counts from, and its package; one that does not exist is at 0.0.0. */
export interface KnownRow extends PackageRow {
  readonly index: number;
  /** Null where there is no package. */
  readonly id: number | null;
  readonly revision: number;
  readonly unmoved: number;
  /** Whether the current version is the highest release of the history, is not withdrawn, and `commit` is its commit. */
  readonly isLeading: boolean;
  readonly commit: string | null;
  readonly now: Date;
  /** The highest release of the history; null where there is none, and of a package that is leading. */
  readonly highest: Parts | null;
  readonly base: Parts | null;
  /** The highest release before it that is not withdrawn; of a package that is leading, read for lines only. */
  readonly previous: Parts | null;
  readonly previousCommit: string | null;
  /** Of the next pre-release. */
  readonly number: number;
  readonly made: MadeVersion | null;
  readonly answer: StoredAnswer | null;
}

/** What was made for the commit. */
export interface MadeVersion extends HistoryVersion {
  readonly revision: number;
  /** As JSON has it. */
  readonly at: string;
}

type StoredAnswer = StoredResponse & { readonly isSame: boolean };

type LeadingRow = Omit<KnownRow, keyof typeof LEADING>;

/** Of a package that is leading, for an increment that depends on nothing else. */
const LEADING = {
  index: 0,
  highest: null,
  base: null,
  previous: null,
  previousCommit: null,
  number: 1,
  made: null,
  answer: null,
};

const knownStatement = readStatement<KnownRow>(__dirname, 'read-known.sql');
const sql = readStatements(__dirname, 'packages.sql');
const leadingStatement = sql<LeadingRow>('read-leading');

/**
 * What is known for each increment, undefined where the history has to be searched and `searches` is false: of a package
 * that was set back, that takes as long as its history.
 */
export async function readKnown(
  on: Database | Transaction,
  increments: readonly Increment[],
  { searches }: { readonly searches: boolean },
): Promise<(KnownRow | undefined)[]> {
  if (!searches && increments.every(isPlain)) return readLeading(on, increments);
  const questions: object[] = [];
  const indexes = new Map<string, number>();
  const asked = increments.map(increment => {
    const { slug, component, line, label, commit, condition, idempotency } = increment;
    const of = { slug, component, lineMajor: line?.major, lineMinor: line?.minor, label };
    const isOnce = condition?.oncePerCommit ?? false;
    const stored = idempotency && storedKey(idempotency);
    const id = [...Object.values(of), isOnce && commit, stored?.owner, stored?.key].join();
    const index = indexes.get(id) ?? questions.length;
    if (index === questions.length)
      questions.push({ index, ...of, isOnce, searches, commit, ...stored });
    indexes.set(id, index);
    return index;
  });
  const rows = await query(on, knownStatement, { increments: JSON.stringify(questions) });
  const known = new Map(rows.map(row => [row.index, row]));
  return asked.map(index => known.get(index));
}

/** Undefined for packages that are not at the highest version of their history: a small statement for most batches. */
async function readLeading(on: Database | Transaction, increments: readonly Increment[]) {
  const slugs = [...new Set(increments.map(({ slug }) => slug))];
  const rows = await query(on, leadingStatement, { slugs });
  const known = new Map(rows.map(row => [row.slug, { ...row, ...LEADING }]));
  return increments.map(({ slug }) => known.get(slug));
}

function isPlain({ line, label, condition, idempotency }: Increment): boolean {
  return line === null && label === null && condition === null && idempotency === null;
}

/** As a column of JSON. */
export function storedKey({ owner, key, fingerprint }: IdempotencyRequest) {
  const bytes = (value: Buffer) => `\\x${value.toString('hex')}`;
  return { key, owner: bytes(owner), fingerprint: bytes(fingerprint) };
}
