import { query, readStatement, type Transaction } from '@platform/db';
import { Problem } from '@platform/http';
import type { Context } from '../context';
import { isChange, type StoredResponse } from '../idempotency/answer';
import { withIdempotency } from '../idempotency/answer-once';
import type { IdempotencyRequest } from '../idempotency/claim';
import { type PackageRow, toPackage } from './packages.dto';
import { formatVersion, type SemanticVersion } from './semantic-version';

export interface SetVersion {
  readonly slug: string;
  readonly version: SemanticVersion;
  readonly force: boolean;
  /** The entity tags of If-Match, without quotes; null when it was not sent. */
  readonly etags: readonly string[] | null;
  readonly keyName: string;
  readonly buildUrl: string | null;
}

interface Verdict {
  wasFound: boolean;
  hasMatched: boolean;
  versionBefore: string;
}

type SetVersionRow = Verdict & (PackageRow | { slug: null });

const statement = readStatement<SetVersionRow>(__dirname, 'set-version.sql');

/**
 * Takes a package to a greater version, or with `force` to any; an unknown slug is created at it. Under a
 * claim at most once; the log notes who did (decisions-versioning, "What none of the peers has, and this has").
 * @throws Problem precondition-failed, version-not-greater, idempotency-mismatch
 */
export async function setVersion(
  { db, log }: Context,
  input: SetVersion,
  claim: IdempotencyRequest | null,
): Promise<StoredResponse> {
  const answer = await withIdempotency(db, claim, async tx => {
    const body = JSON.stringify(toPackage(await set(tx, input)));
    return { status: 200, headers: {}, body };
  });
  const { slug, version, keyName } = input;
  if (isChange(answer)) {
    log.info({ slug, version: formatVersion(version), key: keyName }, 'version set');
  }
  return answer;
}

async function set(tx: Transaction, input: SetVersion): Promise<PackageRow> {
  const { version, ...rest } = input;
  for (;;) {
    const [row] = await query(tx, statement, { ...rest, ...version });
    if (!row) throw new Error('set-version.sql answers one row, always');
    if (row.slug !== null) return withoutVerdict(row);
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
    // Somebody created the package while this statement ran: the next one sees it.
  }
}

function withoutVerdict(row: Verdict & PackageRow): PackageRow {
  const { slug, name, major, minor, patch, createdAt, updatedAt } = row;
  return { slug, name, major, minor, patch, createdAt, updatedAt };
}
