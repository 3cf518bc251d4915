import type { Database, Transaction } from '@platform/db';
import { type Log, matchesTag, Problem } from '@platform/http';
import { requireAllowed } from '../api-keys/key-access';
import type { KeyPrincipal } from '../http/principal';
import type { IdempotencyRequest, StoredResponse } from '../http/stored-response';
import { isChange, withIdempotency } from '../idempotency/idempotency';
import { type ChangeRow, findChange } from './history';
import { lockPackage, packageNotFound, recordChanges, versionTag } from './packages';
import { type PackageRow, toPackage } from './packages.dto';
import { continuePositions } from './position';
import { formatVersion, isGreater, type SemanticVersion } from './semantic-version';

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

/**
 * Sets a package to a greater version, or with `force` to any. An unknown package is created at the version.
 * @throws Problem key-scope, precondition-failed, version-not-greater, version-used, idempotency-mismatch
 */
export async function setVersion(
  { db, log }: { readonly db: Database; readonly log: Log },
  key: KeyPrincipal,
  { idempotency, ...input }: SetVersion,
): Promise<StoredResponse> {
  const response = await withIdempotency(db, idempotency, async tx => {
    await continuePositions(tx);
    const body = JSON.stringify(toPackage(await change(tx, key, input)));
    return { status: 200, headers: {}, body };
  });
  const version = formatVersion(input.version);
  if (isChange(response)) log.info({ slug: input.slug, version, key: key.name }, 'version set');
  return response;
}

async function change(
  tx: Transaction,
  key: KeyPrincipal,
  { slug, version, force, etags, buildUrl, commit }: Omit<SetVersion, 'idempotency'>,
): Promise<PackageRow> {
  const recording = { slug, component: 'Set', keyName: key.name, moves: 'always' } as const;
  const release = { ...version, preLabel: null, preNumber: null };
  for (;;) {
    const found = await lockPackage(tx, slug);
    const creates = found === null && etags === null;
    requireAllowed(key, { version: formatVersion(version), sets: true, creates });
    if (etags !== null) requireMatch(etags, slug, found && versionTag(found));
    if (found && !force) {
      if (!isGreater(version, found)) throw notGreater(slug, version, found);
      const used = await findChange(tx, slug, release);
      if (used) throw versionUsed(slug, version, used);
    }
    const changed = await recordChanges(tx, found, recording, [{ ...release, buildUrl, commit }]);
    if (changed) return changed;
  }
}

/** @throws Problem package-not-found for `*`, precondition-failed */
export function requireMatch(etags: readonly string[], slug: string, tag: string | null): void {
  if (tag === null && etags.includes('*')) throw packageNotFound(slug);
  if (tag !== null && matchesTag(etags, tag)) return;
  throw new Problem(
    'precondition-failed',
    `${slug} is not at the version that If-Match names. Read it again, then decide.`,
  );
}

function notGreater(slug: string, version: SemanticVersion, current: SemanticVersion): Problem {
  return new Problem(
    'version-not-greater',
    `${slug} is at ${formatVersion(current)}; ${formatVersion(version)} is not greater. ` +
      'Send a greater version, or "Force": true to set it anyway.',
  );
}

function versionUsed(slug: string, version: SemanticVersion, used: ChangeRow): Problem {
  const build = used.buildUrl === null ? `key ${used.keyName}` : `build ${used.buildUrl}`;
  return new Problem(
    'version-used',
    `${slug} had ${formatVersion(version)} before: it was handed out at ${used.at.toISOString()} ` +
      `by the ${build}. Increment to get a free version, or send "Force": true to return to this one.`,
  );
}
