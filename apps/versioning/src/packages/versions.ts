import { query, readStatement, type Transaction } from '@platform/db';
import { Problem } from '@platform/http';
import { requireAllowed } from '../api-keys/key-rules';
import type { KeyPrincipal } from '../http/principal';
import type { IdempotencyRequest, StoredResponse } from '../http/stored-response';
import { isChange, withIdempotency } from '../idempotency/idempotency';
import type { Context } from '../main/context';
import { lockPackage, packageNotFound } from './packages';
import { type PackageRow, toPackage } from './packages.dto';
import { continuePositions } from './position';
import { formatVersion, type SemanticVersion } from './semantic-version';

export interface SetVersion {
  readonly slug: string;
  readonly version: SemanticVersion;
  readonly force: boolean;
  /** The entity tags of If-Match; null when it was not sent. */
  readonly etags: readonly string[] | null;
  readonly buildUrl: string | null;
  readonly commit: string | null;
  readonly idempotency: IdempotencyRequest | null;
}

interface Verdict {
  wasFound: boolean;
  hasMatched: boolean;
  isGreater: boolean | null;
  versionBefore: string;
  /** When a change assigned the version; null if none did. */
  usedAt: Date | null;
  usedByKey: string | null;
  usedByBuild: string | null;
}

type SetVersionRow = Verdict & (PackageRow | { slug: null });

const statement = readStatement<SetVersionRow>(__dirname, 'set-version.sql');

/**
 * Sets a package to a greater version, or with `force` to any; an unknown slug is created at it.
 * @throws Problem key-scope, precondition-failed, version-not-greater, version-used, idempotency-mismatch
 */
export async function setVersion(
  { db, log }: Pick<Context, 'db' | 'log'>,
  key: KeyPrincipal,
  { idempotency, ...input }: SetVersion,
): Promise<StoredResponse> {
  const { slug, etags } = input;
  const version = formatVersion(input.version);
  const response = await withIdempotency(db, idempotency, async tx => {
    await continuePositions(tx);
    const exists = await lockPackage(tx, slug);
    requireAllowed(key, { version, sets: true, creates: !exists && etags === null });
    const body = JSON.stringify(toPackage(await update(tx, { ...input, keyName: key.name })));
    return { status: 200, headers: {}, body };
  });
  if (isChange(response)) log.info({ slug, version, key: key.name }, 'version set');
  return response;
}

async function update(
  tx: Transaction,
  input: Omit<SetVersion, 'idempotency'> & { readonly keyName: string },
): Promise<PackageRow> {
  const { version, ...rest } = input;
  for (;;) {
    const [row] = await query(tx, statement, { ...rest, ...version });
    if (row && row.slug !== null) return row;
    if (row && (row.wasFound || !row.hasMatched)) throw refusal(input, row);
    // A concurrent request created or changed the package: the next statement sees it.
  }
}

function refusal(
  { slug, version, etags }: Pick<SetVersion, 'slug' | 'version' | 'etags'>,
  row: Verdict,
): Problem {
  if (!row.wasFound && etags?.includes('*')) return packageNotFound(slug);
  if (!row.hasMatched) {
    return new Problem(
      'precondition-failed',
      `${slug} is not at the version that If-Match names. Read it again, then decide.`,
    );
  }
  if (row.isGreater && row.usedAt) {
    const build = row.usedByBuild === null ? `key ${row.usedByKey}` : `build ${row.usedByBuild}`;
    return new Problem(
      'version-used',
      `${slug} had ${formatVersion(version)} before: it was handed out at ${row.usedAt.toISOString()} ` +
        `by the ${build}. Increment to get a free version, or send "Force": true to return to this one.`,
    );
  }
  return new Problem(
    'version-not-greater',
    `${slug} is at ${row.versionBefore}; ${formatVersion(version)} is not greater. ` +
      'Send a greater version, or "Force": true to set it anyway.',
  );
}
