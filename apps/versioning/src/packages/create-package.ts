import { query, readStatement, type Transaction } from '@platform/db';
import { Problem } from '@platform/http';
import type { Context } from '../context';
import { isChange, type StoredResponse } from '../idempotency/answer';
import { withIdempotency } from '../idempotency/answer-once';
import type { IdempotencyRequest } from '../idempotency/claim';
import { type PackageRow, toPackage } from './packages.dto';

export interface CreatePackage {
  readonly slug: string;
  readonly name: string;
  /** The path of the package, with the proxy's prefix. */
  readonly location: string;
  readonly keyName: string;
}

const statement = readStatement<PackageRow>(__dirname, 'create-package.sql');

/**
 * Creates a package at 0.0.1, under a claim at most once, and notes in the log who did
 * (decisions-versioning, "Endpoints" and "What none of the peers has, and this has").
 * @throws Problem package-exists, idempotency-mismatch
 */
export async function createPackage(
  { db, log }: Context,
  { location, ...input }: CreatePackage,
  claim: IdempotencyRequest | null,
): Promise<StoredResponse> {
  const answer = await withIdempotency(db, claim, async tx => {
    const body = JSON.stringify(toPackage(await create(tx, input)));
    return { status: 201, headers: { Location: location }, body };
  });
  if (isChange(answer)) log.info({ slug: input.slug, key: input.keyName }, 'package created');
  return answer;
}

async function create(
  tx: Transaction,
  input: Omit<CreatePackage, 'location'>,
): Promise<PackageRow> {
  const [created] = await query(tx, statement, input);
  if (created) return created;
  throw new Problem(
    'package-exists',
    `There is a package named ${input.slug} already. Increment it, or set its version with PUT.`,
  );
}
