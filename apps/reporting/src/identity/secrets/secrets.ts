import { generateSecret, type Secret } from '@platform/auth/secret';
import { type Database, query, readStatements, transaction } from '@platform/db';
import { Problem } from '@platform/http/problems';
import { type DoneBy, type PrincipalAccount } from '../../http/principal';
import { problemOf } from '../../http/problems';
import { formatTimes, type RowOf } from '../../http/times';
import { lockAccount } from '../accounts/operators';
import { revokeSecrets } from './revoke-secrets';
import type { ClientSecret, SecretStatus } from './secrets.dto';

const sql = readStatements(__dirname, 'secrets.sql');

export interface NewSecret extends DoneBy {
  readonly accountId: number;
  readonly companyId: number;
  /** The middle segment of the secret, `vsk_<environment>_…`. */
  readonly environment: string;
}

const issuePersonal = sql<{ generatedAt: Date }>('issue-personal-secret');

/** Replaces the previous personal secret. Stores only the hash. */
export async function issuePersonalSecret(
  db: Database,
  { environment, ...owner }: NewSecret,
): Promise<Secret & { generatedAt: Date }> {
  const secret = generateSecret('vsk', environment);
  const { prefix, hash } = secret;
  const [stored] = await query(db, issuePersonal, { ...owner, prefix, hash });
  return { ...secret, ...stored! };
}

interface DescribedSecret
  extends Omit<RowOf<SecretStatus, 'generatedAt' | 'lastUsedAt'>, 'exists' | 'rights'> {
  isDeveloper: boolean;
  keepsRecords: boolean;
}

const describe = sql<DescribedSecret>('describe-personal-secret');

/**
 * Describes an account's personal secret without its value, and the rights in its organization or, without a secret, in
 * `companyId`, if any.
 */
export async function describePersonalSecret(
  db: Database,
  { id: accountId, isOperator, apiAccess, reportAccess }: PrincipalAccount,
  companyId: number | null,
): Promise<SecretStatus> {
  const [found] = await query(db, describe, { accountId, companyId });
  const { isDeveloper, keepsRecords, ...secret } = formatTimes(found!);
  return {
    exists: secret.prefix !== null,
    ...secret,
    rights: {
      apiAccess,
      reportAccess,
      developerRole: isDeveloper || isOperator,
      keepsRecords: keepsRecords || isOperator,
    },
  };
}

/** Per account, and per service account. */
export const MAX_SECRETS = 10;

const issueClient = sql<{ id: string; generatedAt: Date }>('issue-client-secret');

/** @throws Problem invalid-request if the account has ten */
export async function issueClientSecret(
  db: Database,
  { environment, ...owner }: NewSecret & { readonly name: string; readonly expiresAt: Date | null },
): Promise<Secret & { id: string; generatedAt: Date }> {
  const secret = generateSecret('vsk', environment);
  const { prefix, hash } = secret;
  const [stored] = await transaction(db, async tx => {
    await lockAccount(tx, owner.accountId);
    return query(tx, issueClient, { ...owner, prefix, hash, max: MAX_SECRETS });
  });
  if (!stored) throw tooManySecrets('account', 'client secrets');
  return { ...secret, ...stored };
}

export function tooManySecrets(owner: string, secrets: string): Problem {
  return new Problem(
    'invalid-request',
    `The ${owner} has ${MAX_SECRETS} ${secrets}, the maximum. Revoke one first.`,
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
