import { type Database, query, readStatements, type Transaction } from '@platform/db';
import { Problem } from '@platform/http/problems';
import { getPackage } from './packages';
import type { ChangeComponent, PackageChange, PreviousRelease } from './packages.dto';
import { formatCursor, parseCursor } from './position';
import {
  formatHistoryVersion,
  type HistoryVersion,
  type Line,
  MAX_PART,
  parseHistoryVersion,
  type SemanticVersion,
} from './semantic-version';

const sql = readStatements(__dirname, 'packages.sql');

type HistoryRow = ChangeRow & { readonly revision: number };

const listStatement = sql<HistoryRow>('list-history');

/** The end of a page, separately for changes made by the service and for adopted versions. */
interface HistoryCursor {
  readonly packageId: number;
  readonly revision: number;
  /** Milliseconds since 1970, negative for versions placed before it. */
  readonly adoptedAt: number;
  readonly adoptedRevision: number;
}

/** Precedes the newest change. */
const LARGEST: HistoryCursor = {
  packageId: MAX_PART,
  revision: MAX_PART,
  adoptedAt: Date.UTC(3000, 0),
  adoptedRevision: MAX_PART,
};

/** The changes of a package, newest first. @throws Problem package-not-found, invalid-request (`after`) */
export async function listHistory(
  db: Database,
  slug: string,
  { limit, after, line }: { limit: number; after?: string | undefined; line: Line | null },
): Promise<{ changes: PackageChange[]; next: string | null }> {
  const start = after === undefined ? LARGEST : parseCursor('after', after, LARGEST);
  const { id: packageId } = await getPackage(db, slug);
  // The package of the cursor may have been deleted.
  if (after !== undefined && start.packageId !== packageId) return { changes: [], next: null };
  const rows = await query(db, listStatement, {
    ...start,
    packageId,
    adoptedAt: new Date(start.adoptedAt),
    lineMajor: line?.major ?? null,
    lineMinor: line?.minor ?? null,
    limit: limit + 1,
  });
  const { page, end } = merge(rows, { ...start, packageId }, limit);
  const isLast = rows.length === page.length;
  return { changes: page.map(toChange), next: isLast ? null : formatCursor(end, LARGEST) };
}

/** Inserts adopted versions by time; the service's own changes keep their order. */
function merge(rows: readonly HistoryRow[], start: HistoryCursor, limit: number) {
  const adopted = rows.filter(({ component }) => component === 'Adopted');
  const made = rows.filter(({ component }) => component !== 'Adopted');
  const page: HistoryRow[] = [];
  let end = start;
  while (page.length < limit) {
    const [mine, theirs] = [made[0], adopted[0]];
    if (theirs && (!mine || theirs.at > mine.at)) {
      page.push(adopted.shift()!);
      end = { ...end, adoptedAt: theirs.at.getTime(), adoptedRevision: theirs.revision };
    } else if (mine) {
      page.push(made.shift()!);
      end = { ...end, revision: mine.revision };
    } else break;
  }
  return { page, end };
}

/** The change that handed out a version. */
interface FoundVersion extends ChangeRow {
  readonly packageId: number;
  readonly revision: number;
}

const findStatement = sql<FoundVersion>('find-version');
const previousStatement = sql<{ version: string; commit: string | null }>('find-previous');

/** Undefined if the package does not exist or has no such version. */
export async function findChange(
  on: Database | Transaction,
  slug: string,
  version: HistoryVersion,
): Promise<FoundVersion | undefined> {
  const [found] = await query(on, findStatement, { slug, ...version });
  return found;
}

/** @throws Problem package-not-found, version-not-found, invalid-request */
export async function findVersion(
  on: Database | Transaction,
  slug: string,
  text: string,
): Promise<FoundVersion> {
  const found = await findChange(on, slug, parseHistoryVersion(text));
  if (found) return found;
  await getPackage(on, slug);
  throw new Problem(
    'version-not-found',
    `${slug} has no version ${text}. Its versions are at /api/packages/${encodeURIComponent(slug)}/history.`,
  );
}

export async function findPrevious(
  on: Database | Transaction,
  made: SemanticVersion & { packageId: number; revision: number; at: Date },
): Promise<PreviousRelease | null> {
  const { packageId, revision, major, minor, patch, at } = made;
  const place = { packageId, revision, major, minor, patch, at };
  const [found] = await query(on, previousStatement, place);
  return found ? { Version: found.version, Commit: found.commit } : null;
}

export interface ChangeRow extends HistoryVersion {
  readonly component: ChangeComponent;
  readonly at: Date;
  readonly keyName: string;
  readonly buildUrl: string | null;
  readonly commit: string | null;
  readonly isWithdrawn: boolean;
  readonly reason: string | null;
}

export function toChange(row: ChangeRow): PackageChange {
  return {
    Version: formatHistoryVersion(row),
    Component: row.component,
    At: row.at,
    KeyName: row.keyName,
    BuildUrl: row.buildUrl,
    Commit: row.commit,
    State: row.isWithdrawn || row.component === 'Withdrawn' ? 'Withdrawn' : 'Released',
    Reason: row.reason,
  };
}
