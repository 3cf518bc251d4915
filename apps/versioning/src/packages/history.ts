import { type Database, query, readStatements } from '@platform/db';
import { Problem } from '@platform/http';
import { packageNotFound } from './packages';
import { ChangeComponent, type PackageChange } from './packages.dto';
import { formatCursor, parseCursor } from './position';
import {
  formatHistoryVersion,
  type HistoryVersion,
  LARGEST_PART,
  parseHistoryVersion,
} from './semantic-version';

export interface HistoryPage {
  readonly changes: PackageChange[];
  readonly next: string | null;
}

/** The changes of a package, newest first. @throws Problem package-not-found, invalid-request (`after`) */
export async function listHistory(
  db: Database,
  slug: string,
  { limit, after }: { limit: number; after?: string },
): Promise<HistoryPage> {
  const [packageId, revision] =
    after === undefined ? [] : parseCursor('after', after, [LARGEST_PART, LARGEST_PART]);
  const found = await db.prisma.package.findUnique({
    where: { slug },
    select: {
      id: true,
      changes: {
        // The package may have been deleted since: its cursor finds nothing.
        where: revision === undefined ? {} : { packageId, revision: { lt: revision } },
        orderBy: { revision: 'desc' },
        take: limit + 1,
      },
    },
  });
  if (!found) throw packageNotFound(slug);
  const page = found.changes.slice(0, limit);
  const last = page.at(-1);
  return {
    changes: page.map(toChange),
    next: last && found.changes.length > limit ? formatCursor(found.id, last.revision) : null,
  };
}

interface FoundVersion extends ChangeRow {
  /** Null where the package has no such version. */
  readonly revision: number | null;
}

const sql = readStatements(__dirname, 'packages.sql');
const findStatement = sql<FoundVersion>('find-version');

/**
 * The change that assigned a version, `1.4.2` or `1.5.0-rc.1`.
 * @throws Problem package-not-found, version-not-found, invalid-request
 */
export async function getChange(db: Database, slug: string, text: string): Promise<PackageChange> {
  const [found] = await query(db, findStatement, { slug, ...parseHistoryVersion(text) });
  if (!found) throw packageNotFound(slug);
  if (found.revision !== null) return toChange(found);
  throw new Problem(
    'version-not-found',
    `${slug} has no version ${text}. Its versions are at /api/packages/${slug}/history.`,
  );
}

export interface ChangeRow extends HistoryVersion {
  readonly component: keyof typeof ChangeComponent;
  readonly at: Date;
  readonly keyName: string;
  readonly buildUrl: string | null;
  readonly commit: string | null;
}

export function toChange(row: ChangeRow): PackageChange {
  return {
    Version: formatHistoryVersion(row),
    Component: ChangeComponent[row.component],
    At: row.at,
    KeyName: row.keyName,
    BuildUrl: row.buildUrl,
    Commit: row.commit,
  };
}
