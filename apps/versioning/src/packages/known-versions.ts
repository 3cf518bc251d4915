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
import type { HistoryVersion, SemanticVersion } from './semantic-version';

export interface Increment extends WantedVersion {
  readonly keyName: string;
  readonly allows: Allows | null;
  readonly buildUrl: string | null;
  readonly commit: string | null;
  readonly idempotency: IdempotencyRequest | null;
  /** The entity tags of If-Match; null if it was not sent. */
  readonly etags: readonly string[] | null;
  /** Whether to return a version already made for the commit. */
  readonly oncePerCommit: boolean;
}

export type Parts = [major: number, minor: number, patch: number];

/** The package of an increment, at 0.0.0 if it does not exist, and the columns described in known-versions.sql. */
export interface KnownRow extends PackageRow {
  readonly index: number;
  /** Null if the package does not exist. */
  readonly id: number | null;
  readonly revision: number;
  readonly unmoved: number;
  /** Whether the current version is the highest of the history and not withdrawn; `commit` is then its commit. */
  readonly isLeading: boolean;
  readonly commit: string | null;
  readonly now: Date;
  /** Also null if the package is leading. */
  readonly highest: Parts | null;
  readonly base: Parts | null;
  /** If the package is leading, read only for lines. */
  readonly previous: Release | null;
  readonly number: number;
  readonly made: MadeVersion | null;
  readonly answer: StoredAnswer | null;
}

export interface Release extends SemanticVersion {
  readonly commit: string | null;
}

export interface MadeVersion extends HistoryVersion {
  readonly revision: number;
  readonly at: string;
}

type StoredAnswer = StoredResponse & { readonly isSame: boolean };

type LeadingRow = Omit<KnownRow, keyof typeof LEADING>;

/** The columns that a plain increment of a leading package does not need. */
const LEADING = {
  index: 0,
  highest: null,
  base: null,
  previous: null,
  number: 1,
  made: null,
  answer: null,
};

const knownStatement = readStatement<KnownRow>(__dirname, 'known-versions.sql');
const sql = readStatements(__dirname, 'packages.sql');
const leadingStatement = sql<LeadingRow>('read-leading');

/**
 * Reads the row of each increment; undefined if its history would have to be searched and `searches` is false. For a
 * package that was set back, the time of a search grows with its history.
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
    const { slug, component, line, label, commit, oncePerCommit: isOnce, idempotency } = increment;
    const of = { slug, component, lineMajor: line?.major, lineMinor: line?.minor, label };
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

/** A small statement that serves most batches. Undefined for packages that are not leading. */
async function readLeading(on: Database | Transaction, increments: readonly Increment[]) {
  const slugs = [...new Set(increments.map(({ slug }) => slug))];
  const rows = await query(on, leadingStatement, { slugs });
  const known = new Map(rows.map(row => [row.slug, { ...row, ...LEADING }]));
  return increments.map(({ slug }) => known.get(slug));
}

function isPlain({ line, label, etags, oncePerCommit, idempotency }: Increment): boolean {
  const isConditional = etags !== null || oncePerCommit;
  return line === null && label === null && idempotency === null && !isConditional;
}

/** The key in a row of JSON. */
export function storedKey({ owner, key, fingerprint }: IdempotencyRequest) {
  const bytes = (value: Buffer) => `\\x${value.toString('hex')}`;
  return { key, owner: bytes(owner), fingerprint: bytes(fingerprint) };
}
