import { type Database, query, readStatements } from '@platform/db';
import { slugRanges } from '../api-keys/key-access';
import { type ChangeRow, toChange } from './history';
import type { Release } from './packages.dto';
import { formatCursor, LAST, type Position, parseCursor, readHorizon } from './position';

export interface ReleaseFilter {
  readonly slugPatterns: readonly string[] | null;
  readonly commit?: string | undefined;
  readonly slug?: string | undefined;
}

export interface ReleasePage {
  readonly releases: Release[];
  readonly next: string | null;
  /** The cursor of releases to come. */
  readonly monitor: string;
}

type ReleaseRow = ChangeRow & Position & { readonly slug: string };

const sql = readStatements(__dirname, 'releases.sql');
const listStatement = sql<ReleaseRow>('list-releases');
const ofCommitStatement = sql<ReleaseRow>('list-releases-of-commit');
const sinceStatement = sql<ReleaseRow>('list-releases-since');

/** Newest first. @throws Problem invalid-request (`after`) */
export async function listReleases(
  db: Database,
  { slugPatterns, commit, slug }: ReleaseFilter,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<ReleasePage> {
  const before = after === undefined ? LAST : parseCursor('after', after, LAST);
  const monitor = formatCursor(await readHorizon(db), LAST);
  const slugs = { ...slugRanges(slugPatterns), slug: slug ?? null };
  const parameters = { ...slugs, ...before, limit: limit + 1 };
  const rows =
    commit === undefined
      ? await query(db, listStatement, parameters)
      : await query(db, ofCommitStatement, { ...parameters, commit });
  const page = rows.slice(0, limit);
  return {
    releases: page.map(toRelease),
    next: rows.length > limit ? formatCursor(page.at(-1)!, LAST) : null,
    monitor,
  };
}

/** Oldest first; running transactions release after all of it. @throws Problem invalid-request (`since`) */
export async function listReleasesSince(
  db: Database,
  { slugPatterns, slug }: ReleaseFilter,
  { limit, since }: { readonly limit: number; readonly since: string },
): Promise<ReleasePage> {
  const after = parseCursor('since', since, LAST);
  const last = await readHorizon(db);
  const rows = await query(db, sinceStatement, {
    ...slugRanges(slugPatterns),
    slug: slug ?? null,
    ...after,
    lastPosition: last.position,
    lastPackageId: last.packageId,
    lastRevision: last.revision,
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const next = rows.length > limit ? formatCursor(page.at(-1)!, LAST) : null;
  const end = last.position < after.position ? since : formatCursor(last, LAST);
  return { releases: page.map(toRelease), next, monitor: next ?? end };
}

function toRelease(row: ReleaseRow): Release {
  return { Slug: row.slug, ...toChange(row) };
}
