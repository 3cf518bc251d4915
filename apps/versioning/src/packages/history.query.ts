import type { Database } from '@platform/db';
import { formatCursor, parseCursor } from './history-cursor';
import { packageNotFound } from './package-not-found';
import { ChangeComponent, type PackageChange } from './packages.dto';
import { formatVersion } from './semantic-version';

export interface HistoryPage {
  readonly changes: PackageChange[];
  /** The cursor of the page behind this one; null at the end. */
  readonly next: string | null;
}

/**
 * The changes of a package, newest first.
 * @throws Problem package-not-found, invalid-request (`after`)
 */
export async function listHistory(
  db: Database,
  slug: string,
  { limit, after }: { limit: number; after?: string },
): Promise<HistoryPage> {
  const cursor = after === undefined ? null : parseCursor(after);
  const found = await db.prisma.package.findUnique({
    where: { slug },
    select: {
      id: true,
      changes: {
        where: cursor ? { packageId: cursor.packageId, revision: { lt: cursor.revision } } : {},
        orderBy: { revision: 'desc' },
        take: limit + 1,
      },
    },
  });
  if (!found) throw packageNotFound(slug);
  const page = found.changes.slice(0, limit);
  const last = page.at(-1);
  return {
    changes: page.map(({ component, at, keyName, buildUrl, ...version }) => ({
      Version: formatVersion(version),
      Component: ChangeComponent[component],
      At: at,
      KeyName: keyName,
      BuildUrl: buildUrl,
    })),
    next:
      last && found.changes.length > limit
        ? formatCursor({ packageId: found.id, revision: last.revision })
        : null,
  };
}
