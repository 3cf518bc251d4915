import { query, readStatement, type Transaction } from '@platform/db';
import { Problem } from '@platform/http';
import type { Context } from '../context';
import {
  type IdempotencyRequest,
  isChange,
  type StoredResponse,
  withIdempotency,
} from '../idempotency/idempotency';
import { type PackageRow, toPackage } from './packages.dto';
import { formatVersion, type SemanticVersion } from './semantic-version';

export interface SetVersion {
  readonly slug: string;
  readonly version: SemanticVersion;
  readonly force: boolean;
  /** The entity tags of If-Match; null when it was not sent. */
  readonly etags: readonly string[] | null;
  readonly keyName: string;
  readonly buildUrl: string | null;
  readonly idempotency: IdempotencyRequest | null;
}

interface Verdict {
  wasFound: boolean;
  hasMatched: boolean;
  versionBefore: string;
}

type SetVersionRow = Verdict & (PackageRow | { slug: null });

const statement = readStatement<SetVersionRow>(__dirname, 'set-version.sql');

/**
 * Sets a package to a greater version, or with `force` to any; an unknown slug is created at it.
 * @throws Problem precondition-failed, version-not-greater, idempotency-mismatch
 */
export async function setVersion(
  { db, log }: Pick<Context, 'db' | 'log'>,
  { idempotency, ...input }: SetVersion,
): Promise<StoredResponse> {
  const response = await withIdempotency(db, idempotency, async tx => {
    const body = JSON.stringify(toPackage(await update(tx, input)));
    return { status: 200, headers: {}, body };
  });
  const { slug, version, keyName } = input;
  if (isChange(response)) {
    log.info({ slug, version: formatVersion(version), key: keyName }, 'version set');
  }
  return response;
}

async function update(
  tx: Transaction,
  input: Omit<SetVersion, 'idempotency'>,
): Promise<PackageRow> {
  const { version, ...rest } = input;
  for (;;) {
    const [row] = await query(tx, statement, { ...rest, ...version });
    if (!row) throw new Error('set-version.sql returns one row, always');
    if (row.slug !== null) return row;
    if (!row.hasMatched) {
      throw new Problem(
        'precondition-failed',
        `${input.slug} is not at the version that If-Match names. Read it again, then decide.`,
      );
    }
    if (row.wasFound) {
      throw new Problem(
        'version-not-greater',
        `${input.slug} is at ${row.versionBefore}; ${formatVersion(version)} is not greater. ` +
          'Send a greater version, or "Force": true to set it all the same.',
      );
    }
    // Another request created the package while this statement ran: the next one sees it.
  }
}

/** The ETag of the version endpoint: it changes with every change, also when a package is created again. */
export function versionTag({ id, revision }: { id: number; revision: number }): string {
  return `"${id}-${revision}"`;
}

/** The strong entity tags of If-Match, and `*`; null for no header. Weak tags never match (RFC 9110, 13.1.1). */
export function readIfMatch(header: string | undefined): string[] | null {
  if (header === undefined) return null;
  return header
    .split(',')
    .map(tag => tag.trim())
    .filter(tag => tag === '*' || /^"[^"]*"$/.test(tag));
}

/** Whether If-None-Match names the tag; weakly compared (RFC 9110, section 13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  const tags = (header ?? '').split(',').map(given => given.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}
