import { generateSecret } from '@platform/auth/secret';
import type { Database, Transaction } from '@platform/db';
import { execute, isUniqueViolation, query, readStatements, transaction } from '@platform/db';
import { invalidField, Problem } from '@platform/http';
import { parseName, readExpiry } from '@platform/http/field-values';
import { type PageOf, type PageRequest, type PageRow, pageOf, readPage } from '../../http/pages';
import type { DoneBy } from '../../http/principal';
import { problemOf } from '../../http/problems';
import { formatTimes, type RowOf } from '../../http/times';
import type { Context } from '../../main/context';
import { readReportScope } from '../accounts/memberships';
import { findOrganizationId } from '../organizations/organizations';
import { revokeSecrets } from '../secrets/revoke-secrets';
import { describeSecret, MAX_SECRETS, tooManySecrets } from '../secrets/secrets';
import type { ClientSecret, NewClientSecret } from '../secrets/secrets.dto';
import type {
  ServiceAccount,
  ServiceAccountAccess,
  ServiceAccountChange,
  ServiceAccountRequest,
} from './service-accounts.dto';

const sql = readStatements(__dirname, 'service-accounts.sql');

const list =
  sql<PageRow<RowOf<ServiceAccount, 'expiresAt' | 'createdAt'>>>('list-service-accounts');

export async function listServiceAccounts(
  db: Database,
  page: PageRequest,
): Promise<PageOf<ServiceAccount>> {
  const { pageSize: limit, offset } = page;
  const rows = await query(db, list, { serviceAccountId: null, limit, offset });
  return pageOf(rows, page, formatTimes);
}

async function findServiceAccount(tx: Transaction, id: string): Promise<ServiceAccount> {
  const rows = await query(tx, list, { serviceAccountId: id, limit: 1, offset: 0 });
  return pageOf(rows, readPage(), formatTimes).items[0]!;
}

const MAX_NAME_LENGTH = 100;

const add = sql<{ id: string }>('add-service-account');

/** Stores the name in NFC. @throws Problem invalid-request, name-taken */
export async function addServiceAccount(
  { db, clock }: Context,
  { name: given, company, ...access }: ServiceAccountRequest,
  doneBy: DoneBy,
): Promise<ServiceAccount> {
  const name = composed(given);
  const companyId = await findOrganizationId(db, company);
  if (companyId === null) {
    throw invalidField('company', 'does not match any organization');
  }
  const expiresAt = readExpiry('expiresAt', access.expiresAt ?? null, clock());
  return named(name, () =>
    transaction(db, async tx => {
      const departments = await readDepartments(tx, companyId, access);
      const account = { name, companyId, departments, expiresAt };
      const [added] = await query(tx, add, { ...account, ...doneBy });
      return findServiceAccount(tx, added!.id);
    }),
  );
}

/** A few letters have no composed form, so that the name may become longer. @throws Problem invalid-request */
function composed(name: string): string {
  return parseName('name', name.normalize('NFC'), MAX_NAME_LENGTH);
}

/** Returns null for the whole organization. @throws Problem invalid-request */
async function readDepartments(
  tx: Transaction,
  companyId: number,
  { reportScope, reportDepartments }: ServiceAccountAccess,
): Promise<readonly string[] | null> {
  await readReportScope(tx, companyId, { reportScope, reportDepartments });
  return reportScope === 'departments' ? [...new Set(reportDepartments)] : null;
}

async function named<Result>(name: string | undefined, work: () => Promise<Result>) {
  return work().catch((error: unknown) => {
    if (name === undefined || !isUniqueViolation(error)) throw error;
    throw new Problem(
      'name-taken',
      `The organization already has a service account named ${name}. Use a different name.`,
    );
  });
}

const lock = sql<{ id: number; companyId: number; expiresAt: Date | null }>('lock-service-account');

/** @throws Problem unknown-service-account */
async function lockServiceAccount(tx: Transaction, serviceAccountId: string) {
  const [account] = await query(tx, lock, { serviceAccountId });
  if (!account) throw problemOf('unknown-service-account');
  return account;
}

const change = sql('change-service-account');

/** @throws Problem unknown-service-account, invalid-request, name-taken */
export async function changeServiceAccount(
  { db, clock }: Context,
  serviceAccountId: string,
  { name: given, ...access }: ServiceAccountChange,
  doneBy: DoneBy,
): Promise<ServiceAccount> {
  const name = given === undefined ? undefined : composed(given);
  const expiresAt = readExpiry('expiresAt', access.expiresAt ?? null, clock());
  return named(name, () =>
    transaction(db, async tx => {
      const { id, companyId } = await lockServiceAccount(tx, serviceAccountId);
      const departments = await readDepartments(tx, companyId, access);
      const hasScope = access.reportScope !== undefined;
      const hasExpiry = access.expiresAt !== undefined;
      const changed = { name: name ?? null, hasScope, departments, hasExpiry, expiresAt };
      await query(tx, change, { id, ...changed, ...doneBy });
      return findServiceAccount(tx, serviceAccountId);
    }),
  );
}

const remove = sql('delete-service-account');

/** Also invalidates its secrets. @throws Problem unknown-service-account */
export async function deleteServiceAccount(
  db: Database,
  serviceAccountId: string,
  doneBy: DoneBy,
): Promise<void> {
  const deleted = await execute(db, remove, { serviceAccountId, ...doneBy });
  if (deleted === 0) throw problemOf('unknown-service-account');
}

const issue = sql<{ id: string; generatedAt: Date }>('issue-service-secret');

/** @throws Problem unknown-service-account; invalid-request if it has ten */
export async function issueServiceSecret(
  { db, config }: Context,
  serviceAccountId: string,
  name: string,
  doneBy: DoneBy,
): Promise<NewClientSecret> {
  const { secret, prefix, hash } = generateSecret('vsk', config.environment);
  return transaction(db, async tx => {
    const { id, expiresAt } = await lockServiceAccount(tx, serviceAccountId);
    const given = { id, secretName: name, prefix, hash, max: MAX_SECRETS };
    const [stored] = await query(tx, issue, { ...given, ...doneBy });
    if (!stored) throw tooManySecrets('service account', 'secrets');
    return formatTimes({ ...stored, name, secret, prefix, expiresAt });
  });
}

/** Oldest first. @throws Problem unknown-service-account */
export async function listServiceSecrets(
  { prisma }: Database,
  uuid: string,
): Promise<ClientSecret[]> {
  const company = { select: { uuid: true } };
  const account = await prisma.serviceAccount.findUnique({
    where: { uuid },
    include: { company, secrets: { orderBy: { id: 'asc' } } },
  });
  if (!account) throw problemOf('unknown-service-account');
  return account.secrets.map(secret => describeSecret(secret, account));
}

/** Revokes one secret, or all if `secretId` is null; having none is not an error. @throws Problem unknown-service-account, not-found */
export async function revokeServiceSecrets(
  db: Database,
  serviceAccountId: string,
  secretId: string | null,
  doneBy: DoneBy,
): Promise<void> {
  const revoked = await transaction(db, async tx => {
    await lockServiceAccount(tx, serviceAccountId);
    return revokeSecrets(tx, [], { serviceAccountId, id: secretId }, doneBy);
  });
  if (secretId !== null && revoked === 0) throw problemOf('unknown-service-secret');
}
