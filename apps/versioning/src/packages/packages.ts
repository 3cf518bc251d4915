import {
  type Database,
  query,
  readStatement,
  readStatements,
  type Transaction,
} from '@platform/db';
import type { Log } from '@platform/http/log';
import { Problem } from '@platform/http/problems';
import type { IdempotencyRequest, StoredResponse } from '../http/stored-response';
import { isChange, withIdempotency } from '../idempotency/idempotency';
import { type ChangeComponent, type PackageRow, toPackage } from './packages.dto';
import { continuePositions } from './position';
import type { HistoryVersion, SemanticVersion } from './semantic-version';

const sql = readStatements(__dirname, 'packages.sql');

interface Tools {
  readonly db: Database;
  readonly log: Log;
}

export interface CreatePackage {
  readonly slug: string;
  readonly name: string;
  /** The path of the package, with the proxy's prefix. */
  readonly location: string;
  readonly keyName: string;
  readonly idempotency: IdempotencyRequest | null;
}

/** Creates a package at 0.0.1. @throws Problem package-exists, idempotency-mismatch */
export async function createPackage(
  { db, log }: Tools,
  { slug, name, location, keyName, idempotency }: CreatePackage,
): Promise<StoredResponse> {
  const recording = { slug, name, component: 'Created', keyName, moves: 'always' } as const;
  const version = { major: 0, minor: 0, patch: 1, preLabel: null, preNumber: null };
  const response = await withIdempotency(db, idempotency, async tx => {
    await continuePositions(tx);
    const created = await recordChanges(tx, null, recording, [version]);
    if (!created) {
      throw new Problem(
        'package-exists',
        `There is a package named ${slug} already. Increment it, or set its version with PUT.`,
      );
    }
    const body = JSON.stringify(toPackage(created));
    return { status: 201, headers: { Location: location }, body };
  });
  if (isChange(response)) log.info({ slug, key: keyName }, 'package created');
  return response;
}

export interface Recording {
  readonly slug: string;
  /** The name if the package is created; defaults to its slug. */
  readonly name?: string | null;
  readonly component: ChangeComponent;
  readonly keyName: string;
  readonly moves: 'always' | 'never' | 'up';
  readonly reason?: string | null;
}

export interface RecordedVersion extends HistoryVersion {
  /** Defaults to now. */
  readonly at?: Date | null;
  readonly commit?: string | null;
  readonly buildUrl?: string | null;
}

/** As described in record-changes.sql. */
export interface Recorded extends PackageRow {
  readonly recorded: number;
  readonly moved: boolean;
}

const recordStatement = readStatement<Recorded>(__dirname, 'record-changes.sql');

/** Undefined if a concurrent request created the package, which must then be locked. */
export async function recordChanges(
  tx: Transaction,
  locked: { readonly id: number } | null,
  { name = null, reason = null, ...recording }: Recording,
  versions: readonly RecordedVersion[],
): Promise<Recorded | undefined> {
  const given = { packageId: locked?.id ?? null, versions: JSON.stringify(versions) };
  const [row] = await query(tx, recordStatement, { ...recording, name, reason, ...given });
  return row;
}

interface LockedPackage extends SemanticVersion {
  readonly id: number;
  readonly revision: number;
  /** The number of changes that did not change the current version. */
  readonly unmoved: number;
}

type StoredPackage = PackageRow & LockedPackage;

const findStatement = sql<StoredPackage>('find-package');

/** @throws Problem package-not-found */
export async function getPackage(on: Database | Transaction, slug: string): Promise<StoredPackage> {
  const [found] = await query(on, findStatement, { slug });
  if (!found) throw packageNotFound(slug);
  return found;
}

/** Deletes a package with its history. @throws Problem package-not-found */
export async function deletePackage(
  { db, log }: Tools,
  { slug, keyName }: { readonly slug: string; readonly keyName: string },
): Promise<void> {
  const { count } = await db.prisma.package.deleteMany({ where: { slug } });
  if (count === 0) throw packageNotFound(slug);
  log.info({ slug, key: keyName }, 'package deleted');
}

const lockStatement = sql<LockedPackage>('lock-packages');

/** Locks the package until the transaction ends; null if it does not exist. Read its history in a later statement. */
export async function lockPackage(tx: Transaction, slug: string): Promise<LockedPackage | null> {
  const [locked] = await lockPackages(tx, [slug]);
  return locked ?? null;
}

export function lockPackages(tx: Transaction, slugs: readonly string[]): Promise<LockedPackage[]> {
  return query(tx, lockStatement, { slugs });
}

export function packageNotFound(slug: string): Problem {
  return new Problem(
    'package-not-found',
    `There is no package named ${slug}. Create it with POST /api/packages, or increment it.`,
  );
}

/** The ETag of the version endpoint. It changes with the version, even if the package is deleted and recreated. */
export function versionTag(row: { id: number; revision: number; unmoved: number }): string {
  return `"${row.id}-${row.revision - row.unmoved}"`;
}
