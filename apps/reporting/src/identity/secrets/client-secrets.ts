import { generateSecret, type Secret } from '@platform/auth/secret';
import { type Database, query, readStatements, transaction } from '@platform/db';
import { Problem } from '@platform/http';
import { type DoneBy } from '../../http/principal';
import { problemOf } from '../../http/problems';
import { formatTimestamp, formatTimestampOrNull } from '../../http/times';
import { lockAccount } from '../accounts/accounts';
import type { SecretOwner } from './personal-secrets';
import type { ClientSecret } from './secrets.dto';

const sql = readStatements(__dirname, 'client-secrets.sql');

/** Per account. */
const MAX_SECRETS = 10;

export interface ClientSecretOwner extends SecretOwner {
  readonly name: string;
  readonly expiresAt: Date | null;
}

const issue = sql<{ id: string; generatedAt: Date }>('issue-client-secret');

/** @throws Problem invalid-request if the account has ten */
export async function issueClientSecret(
  db: Database,
  { environment, ...owner }: ClientSecretOwner,
): Promise<Secret & { id: string; generatedAt: Date }> {
  const secret = generateSecret('vsk', environment);
  const { prefix, hash } = secret;
  const [stored] = await transaction(db, async tx => {
    await lockAccount(tx, owner.accountId);
    return query(tx, issue, { ...owner, prefix, hash, max: MAX_SECRETS });
  });
  if (stored) return { ...secret, ...stored };
  throw new Problem(
    'invalid-request',
    `The account has ${MAX_SECRETS} client secrets, the maximum. Revoke one first.`,
  );
}

/** Oldest first. */
export async function listClientSecrets(db: Database, accountId: number): Promise<ClientSecret[]> {
  const secrets = await db.prisma.clientSecret.findMany({
    where: { accountId },
    include: { company: { select: { uuid: true } } },
    orderBy: { id: 'asc' },
  });
  return secrets.map(({ uuid, name, prefix, company, createdAt, expiresAt, lastUsedAt }) => ({
    id: uuid,
    name,
    prefix,
    companyId: company.uuid,
    generatedAt: formatTimestamp(createdAt),
    expiresAt: formatTimestampOrNull(expiresAt),
    lastUsedAt: formatTimestampOrNull(lastUsedAt),
  }));
}

const revoke = sql<{ prefix: string }>('revoke-client-secret');

/** @throws Problem not-found */
export async function revokeClientSecret(
  db: Database,
  secret: DoneBy & { readonly accountId: number; readonly id: string },
): Promise<void> {
  const [revoked] = await query(db, revoke, { ...secret });
  if (!revoked) throw problemOf('unknown-client-secret');
}

export async function revokeClientSecrets(
  db: Database,
  owner: DoneBy & { readonly accountId: number },
): Promise<void> {
  await query(db, revoke, { ...owner, id: null });
}
