import type { Database } from '@platform/db';
import { Problem } from '@platform/http';
import { packageNotFound } from './packages';
import { ChangeComponent, type PackageChange } from './packages.dto';
import { formatVersion } from './semantic-version';

export interface HistoryPage {
  readonly changes: PackageChange[];
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
}

/** The changes of a package, newest first. @throws Problem package-not-found, invalid-request (`after`) */
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

/** A place in one package's history: the changes before `revision` are still to come. */
interface HistoryCursor {
  readonly packageId: number;
  readonly revision: number;
}

/** Opaque to clients, so that its content may change. */
function formatCursor({ packageId, revision }: HistoryCursor): string {
  return Buffer.from(`${packageId}.${revision}`).toString('base64url');
}

/** @throws Problem invalid-request for a text that is no cursor of this service */
function parseCursor(text: string): HistoryCursor {
  const match = /^(\d{1,10})\.(\d{1,10})$/.exec(Buffer.from(text, 'base64url').toString());
  const [packageId, revision] = (match ?? []).slice(1).map(Number);
  if (
    packageId === undefined ||
    revision === undefined ||
    Math.max(packageId, revision) > 2 ** 31 - 1
  ) {
    throw new Problem('invalid-request', 'after must be a cursor from the Link header of a page.');
  }
  return { packageId, revision };
}
