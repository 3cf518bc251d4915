import { type Database, query, readStatements } from '@platform/db';
import type { SlugRanges } from '../api-keys/key-access';
import { type ChangeRow, toChange } from './history';
import type { Release } from './packages.dto';
import { FIRST, formatCursor, LAST, type Position, parseCursor, readHorizon } from './position';

interface PageOptions {
  readonly commit: string | undefined;
  readonly limit: number;
  readonly after: string | undefined;
}

type ReleaseRow = ChangeRow & Position & { readonly slug: string };

const sql = readStatements(__dirname, 'releases.sql');
const listStatement = sql<ReleaseRow>('list-releases');

/**
 * A page of releases, newest first, and the cursors of the next page and of releases to come.
 * @throws Problem invalid-request (`after`)
 */
export async function listReleases(
  db: Database,
  slugs: SlugRanges,
  { commit, limit, after }: PageOptions,
) {
  const before = after === undefined ? LAST : parseCursor('after', after, LAST);
  const monitor = formatCursor(await readHorizon(db), LAST);
  const rows = await query(db, listStatement, {
    ...slugs,
    ...FIRST,
    ...upTo({ ...before, revision: before.revision - 1 }),
    commit: commit ?? null,
    direction: -1,
    limit: limit + 1,
  });
  return { ...pageOf(rows, limit), monitor };
}

/** Oldest first; running transactions release after all of it. @throws Problem invalid-request (`since`) */
export async function listReleasesSince(
  db: Database,
  slugs: SlugRanges,
  { limit, since }: { readonly limit: number; readonly since: string },
) {
  const after = parseCursor('since', since, LAST);
  const last = await readHorizon(db);
  const rows = await query(db, listStatement, {
    ...slugs,
    ...after,
    ...upTo(last),
    commit: null,
    direction: 1,
    limit: limit + 1,
  });
  const page = pageOf(rows, limit);
  const end = last.position < after.position ? since : formatCursor(last, LAST);
  return { ...page, monitor: page.next ?? end };
}

function upTo({ position, packageId, revision }: Position) {
  return { lastPosition: position, lastPackageId: packageId, lastRevision: revision };
}

function pageOf(rows: readonly ReleaseRow[], limit: number) {
  const page = rows.slice(0, limit);
  const releases = page.map((row): Release => ({ Slug: row.slug, ...toChange(row) }));
  return { releases, next: rows.length > limit ? formatCursor(page.at(-1)!, LAST) : null };
}
