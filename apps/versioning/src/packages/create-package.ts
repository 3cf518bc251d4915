import { readStatement, run, type Transaction } from '@platform/db';
import { Problem } from '@platform/http';
import type { PackageRow } from './packages.dto';

export interface CreatePackage {
  readonly slug: string;
  readonly name: string;
  readonly keyName: string;
}

const statement = readStatement<PackageRow>(__dirname, 'create-package.sql');

/**
 * Creates a package at 0.0.1.
 * @throws Problem package-exists
 */
export async function createPackage(tx: Transaction, input: CreatePackage): Promise<PackageRow> {
  const [created] = await run(tx, statement, { ...input });
  if (created) return created;
  throw new Problem(
    'package-exists',
    `There is a package named ${input.slug} already. Increment it, or set its version with PUT.`,
  );
}
