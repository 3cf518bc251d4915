import { type Database, execute, readStatements, type Transaction } from '@platform/db';
import type { DoneBy } from '../../http/principal';

const sql = readStatements(__dirname, 'revoke-secrets.sql');

const revoke = sql('revoke-secrets');

export interface SecretOwner {
  readonly accountId: number;
  /** If omitted, secrets for any organization. */
  readonly companyId?: number;
}

export interface SecretSelection {
  /** If omitted, secrets of both kinds. */
  readonly kind?: 'personal' | 'client';
  /** In addition to the secrets of accounts. */
  readonly serviceAccountId?: string;
  readonly id?: string | null;
  readonly issuedBefore?: Date | null;
  /** Recorded in the audit events. */
  readonly reason?: Readonly<Record<string, string>>;
}

/**
 * Revokes secrets of accounts, which are rejected from the next request on; of all accounts and service accounts if
 * `owners` is null. Returns the number revoked. Audited.
 */
export function revokeSecrets(
  db: Database | Transaction,
  owners: readonly SecretOwner[] | null,
  { reason = {}, ...selection }: SecretSelection,
  doneBy: DoneBy,
): Promise<number> {
  return execute(db, revoke, {
    accountIds: owners?.map(({ accountId }) => accountId) ?? null,
    companyIds: owners?.map(({ companyId }) => companyId ?? null) ?? null,
    ...{ kind: null, serviceAccountId: null, id: null, issuedBefore: null, ...selection },
    reason: JSON.stringify(reason),
    ...doneBy,
  });
}
