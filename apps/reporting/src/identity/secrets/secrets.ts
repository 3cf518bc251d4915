import { generateSecret, type Secret } from '@platform/auth/secret';
import { type Database, query, readStatements } from '@platform/db';
import { type DoneBy, type PrincipalAccount } from '../../http/principal';
import { formatTimes, type RowOf } from '../../http/times';
import type { SecretStatus } from './secrets.dto';

const sql = readStatements(__dirname, 'personal-secrets.sql');

export interface NewSecret extends DoneBy {
  readonly accountId: number;
  readonly companyId: number;
  /** The middle segment of the secret, `vsk_<environment>_…`. */
  readonly environment: string;
}

const issue = sql<{ generatedAt: Date }>('issue-personal-secret');

/** Replaces the previous personal secret. Stores only the hash. */
export async function issuePersonalSecret(
  db: Database,
  { environment, ...owner }: NewSecret,
): Promise<Secret & { generatedAt: Date }> {
  const secret = generateSecret('vsk', environment);
  const { prefix, hash } = secret;
  const [stored] = await query(db, issue, { ...owner, prefix, hash });
  return { ...secret, generatedAt: stored!.generatedAt };
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
