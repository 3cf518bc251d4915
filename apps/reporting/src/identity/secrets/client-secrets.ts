import { generateSecret, type Secret } from '@platform/auth/secret';
import { type Database, query, readStatements, transaction } from '@platform/db';
import { Problem } from '@platform/http';
import { type DoneBy } from '../../http/principal';
import { problemOf } from '../../http/problems';
import { formatTimes, type RowOf } from '../../http/times';
import { lockAccount } from '../accounts/accounts';
import type { NewSecret } from './personal-secrets';
import { revokeSecrets } from './revoke-secrets';
import type { ClientSecret } from './secrets.dto';

const sql = readStatements(__dirname, 'client-secrets.sql');

/** Per account. */
const MAX_SECRETS = 10;

export interface NewSecretOfClient extends NewSecret {
  readonly name: string;
  readonly expiresAt: Date | null;
}

const issue = sql<{ id: string; generatedAt: Date }>('issue-client-secret');

/** @throws Problem invalid-request if the account has ten */
export async function issueClientSecret(
  db: Database,
  { environment, ...owner }: NewSecretOfClient,
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
  return secrets.map(secret => describeSecret(secret, secret));
}

type Stored = RowOf<Pick<ClientSecret, 'name' | 'prefix' | 'lastUsedAt'>, 'lastUsedAt'>;

export function describeSecret(
  { uuid, name, prefix, createdAt, lastUsedAt }: Stored & { uuid: string; createdAt: Date },
  { company, expiresAt }: { company: { uuid: string }; expiresAt: Date | null },
): ClientSecret {
  const times = formatTimes({ generatedAt: createdAt, expiresAt, lastUsedAt });
  return { id: uuid, name, prefix, companyId: company.uuid, ...times };
}

/** @throws Problem not-found */
export async function revokeClientSecret(
  db: Database,
  { accountId, id }: { readonly accountId: number; readonly id: string },
  doneBy: DoneBy,
): Promise<void> {
  const revoked = await revokeSecrets(db, [{ accountId }], { kind: 'client', id }, doneBy);
  if (revoked === 0) throw problemOf('unknown-client-secret');
}
