import { generateSecret, type Secret } from '@platform/auth/secret';
import { type Database, query, readStatement, transaction } from '@platform/db';
import { Problem } from '@platform/http';
import type { SecretOwner } from './issue-personal-secret';

/** Of one account (decisions-reporting, "Principals and scope"). */
const MOST = 10;

export interface ClientSecretOwner extends SecretOwner {
  readonly name: string;
  readonly expiresAt: Date | null;
}

const lock = readStatement(__dirname, 'lock-account.sql');
const statement = readStatement<{ id: string; generatedAt: Date }>(
  __dirname,
  'issue-client-secret.sql',
);

/**
 * Generates a secret of the developer settings, beside those that there are.
 * @throws Problem invalid-request when the account has ten
 */
export async function issueClientSecret(
  db: Database,
  { environment, ...owner }: ClientSecretOwner,
): Promise<Secret & { id: string; generatedAt: Date }> {
  const secret = generateSecret('vsk', environment);
  const { prefix, hash } = secret;
  const [stored] = await transaction(db, async tx => {
    await query(tx, lock, { accountId: owner.accountId });
    return query(tx, statement, { ...owner, prefix, hash, most: MOST });
  });
  if (stored) return { ...secret, ...stored };
  throw new Problem(
    'invalid-request',
    `The account has ${MOST} client secrets, the most it may have. Delete one first.`,
  );
}
