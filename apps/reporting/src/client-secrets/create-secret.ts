import { generateSecret, type Secret } from '@platform/auth';
import { type Database, readStatement, run } from '@platform/db';

export interface NewSecret {
  readonly email: string;
  /** The handle of the organization that the secret carries. */
  readonly company: string;
  /** The middle segment: `vsk_<environment>_…`. */
  readonly environment: string;
  /** Who generates it, for the audit. */
  readonly actor: string;
}

const statement = readStatement<{ accountId: number }>(__dirname, 'create-secret.sql');

/**
 * Generates the one personal secret of an account; the one before stops on its next call. The value is
 * in the answer and nowhere else: only its hash is stored. Whether it may be used is the grants' matter.
 * @throws Error in a sentence when the account is not a member, with access, of the organization
 */
export async function createSecret(
  db: Database,
  { environment, ...owner }: NewSecret,
): Promise<Secret> {
  const secret = generateSecret('vsk', environment);
  const { prefix, hash } = secret;
  const [stored] = await run(db, statement, { ...owner, prefix, hash });
  if (stored) return secret;
  throw new Error(
    `${owner.email} is not a member, with access, of an organization ${owner.company}.`,
  );
}
