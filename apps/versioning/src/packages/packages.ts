import { type Database, query, readStatements, type Transaction } from '@platform/db';
import type { Log } from '@platform/http/log';
import { Problem } from '@platform/http/problems';
import type { IdempotencyRequest, StoredResponse } from '../http/stored-response';
import { isChange, withIdempotency } from '../idempotency/idempotency';
import { type PackageRow, toPackage } from './packages.dto';
import { continuePositions } from './position';

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
  { location, idempotency, ...input }: CreatePackage,
): Promise<StoredResponse> {
  const response = await withIdempotency(db, idempotency, async tx => {
    await continuePositions(tx);
    const body = JSON.stringify(toPackage(await insertPackage(tx, input)));
    return { status: 201, headers: { Location: location }, body };
  });
  if (isChange(response)) log.info({ slug: input.slug, key: input.keyName }, 'package created');
  return response;
}

const createStatement = sql<PackageRow>('create-package');

async function insertPackage(
  tx: Transaction,
  input: Omit<CreatePackage, 'location' | 'idempotency'>,
): Promise<PackageRow> {
  const [created] = await query(tx, createStatement, input);
  if (created) return created;
  throw new Problem(
    'package-exists',
    `There is a package named ${input.slug} already. Increment it, or set its version with PUT.`,
  );
}

interface StoredPackage extends PackageRow {
  id: number;
  revision: number;
  /** Rows that did not change the version. */
  unmoved: number;
}

const findStatement = sql<StoredPackage>('find-package');

/** @throws Problem package-not-found */
export async function getPackage(on: Database | Transaction, slug: string): Promise<StoredPackage> {
  const [found] = await query(on, findStatement, { slug });
  if (!found) throw packageNotFound(slug);
  return found;
}

/** Deletes a package with its history; logged with the principal. @throws Problem package-not-found */
export async function deletePackage(
  { db, log }: Tools,
  { slug, keyName }: { readonly slug: string; readonly keyName: string },
): Promise<void> {
  const { count } = await db.prisma.package.deleteMany({ where: { slug } });
  if (count === 0) throw packageNotFound(slug);
  log.info({ slug, key: keyName }, 'package deleted');
}

const lockStatement = sql<object>('lock-package');

/**
 * Locks until the transaction ends; false where there is no package yet. A statement that waited sees an older history:
 * read it in a later one.
 */
export async function lockPackage(tx: Transaction, slug: string): Promise<boolean> {
  return (await query(tx, lockStatement, { slug })).length > 0;
}

export function packageNotFound(slug: string): Problem {
  return new Problem(
    'package-not-found',
    `There is no package named ${slug}. Create it with POST /api/packages, or increment it.`,
  );
}

/** The ETag of the version endpoint: it changes with every change of the version, also when a package is created again. */
export function versionTag(row: { id: number; revision: number; unmoved: number }): string {
  return `"${row.id}-${row.revision - row.unmoved}"`;
}
