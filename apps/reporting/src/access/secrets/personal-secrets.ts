import { generateSecret, type Secret } from '@platform/auth/secret';
import { type Database, query, readStatement } from '@platform/db';
import { formatTimestampOrNull } from '../../wire-format';
import type { DoneBy } from '../audit/audit';
import type { SecretStatus } from './secrets.dto';

export interface SecretOwner extends DoneBy {
  readonly accountId: number;
  /** The organization that the secret carries. */
  readonly companyId: number;
  /** The middle segment: `vsk_<environment>_…`. */
  readonly environment: string;
}

const issue = readStatement<{ generatedAt: Date }>(__dirname, 'issue-personal-secret.sql');

/** Generates the personal secret of an account, which replaces the one before. Only its hash is stored. */
export async function issuePersonalSecret(
  db: Database,
  { environment, ...owner }: SecretOwner,
): Promise<Secret & { generatedAt: Date }> {
  const secret = generateSecret('vsk', environment);
  const { prefix, hash } = secret;
  const [stored] = await query(db, issue, { ...owner, prefix, hash });
  return { ...secret, generatedAt: stored!.generatedAt };
}

/** What is known of an account's personal secret; never its value. */
export async function describePersonalSecret(
  { prisma }: Database,
  accountId: number,
): Promise<SecretStatus> {
  const found = await prisma.personalSecret.findUnique({ where: { accountId } });
  return {
    exists: found !== null,
    prefix: found?.prefix ?? null,
    generatedAt: formatTimestampOrNull(found?.createdAt ?? null),
    lastUsedAt: formatTimestampOrNull(found?.lastUsedAt ?? null),
  };
}

const revoke = readStatement<{ prefix: string }>(__dirname, 'revoke-personal-secret.sql');

/** Revokes an account's personal secret, if there is one, which it returns. */
export async function revokePersonalSecret(
  db: Database,
  owner: DoneBy & { readonly accountId: number },
): Promise<boolean> {
  const revoked = await query(db, revoke, { ...owner });
  return revoked.length > 0;
}
