import { generateSecret, type Secret } from '@platform/auth/secret';
import { type Database, query, readStatement } from '@platform/db';

/** Who acts, and from where, for the audit. */
export interface Actor {
  readonly actor: string;
  /** Null for the command line. */
  readonly address: string | null;
}

export interface SecretOwner extends Actor {
  readonly accountId: number;
  /** The organization that the secret carries. */
  readonly companyId: number;
  /** The middle segment: `vsk_<environment>_…`. */
  readonly environment: string;
}

const statement = readStatement<{ generatedAt: Date }>(__dirname, 'issue-personal-secret.sql');

/**
 * Generates the one personal secret of an account; the one before stops on its next call. The value is
 * in the answer and nowhere else: only its hash is stored. Whether it may be used is the grants' matter.
 */
export async function issuePersonalSecret(
  db: Database,
  { environment, ...owner }: SecretOwner,
): Promise<Secret & { generatedAt: Date }> {
  const secret = generateSecret('vsk', environment);
  const { prefix, hash } = secret;
  const [stored] = await query(db, statement, { ...owner, prefix, hash });
  return { ...secret, generatedAt: stored!.generatedAt };
}
