import type { Database, Transaction } from '@platform/db';
import { isUniqueViolation, retryConflict, transaction } from '@platform/db';
import { invalidField, matchesTag, tagOf } from '@platform/http';
import { parseName } from '@platform/http/field-values';
import { comparable } from '../../http/hidden-characters';
import { type DoneBy } from '../../http/principal';
import { problemOf } from '../../http/problems';
import type { Context } from '../../main/context';
import { findOrganizationId, getOrganizationId } from '../organizations/organizations';
import type { NewAccount } from './accounts';
import { changeAccount, createAccount, emailTaken, findAccount, findAccountId } from './accounts';
import type { Account, AccountChange, AccountRequest, MembershipRequest } from './accounts.dto';
import { readEmail } from './email';
import { readReportScope, removeMembership, setMembership } from './memberships';
import { holdActor, lockAccounts, requireOtherOperator } from './operators';

export interface Target {
  readonly accountId: string;
  /** The entity tags in If-Match; null if it was not sent. */
  readonly etags: readonly string[] | null;
}

/** Creates an account and, if possible, invites its owner by email. @throws Problem email-taken, invalid-request */
export async function addAccount(
  { db, enqueueMails }: Context,
  request: AccountRequest,
  doneBy: DoneBy,
): Promise<Account> {
  const account = await readRequest(db, request);
  const [membership, ...others] = account.memberships;
  return transaction(db, async tx => {
    await holdActor(tx, doneBy);
    const { id, uuid } = await createAccount(tx, account, doneBy);
    const companyId = membership && others.length === 0 ? membership.companyId : null;
    if (account.email !== null) {
      const reason = `invitation ${uuid}`;
      await enqueueMails?.(tx, [{ kind: 'invitation', reason, accountId: id, companyId }]);
    }
    return (await findAccount(tx, uuid))!;
  });
}

/** Operators get both grants by default, because they require them, too. */
async function readRequest(db: Database, request: AccountRequest): Promise<NewAccount> {
  const { email = null, language = null, isOperator = false, memberships = [] } = request;
  if (request.apiAccess === false && request.reportAccess === true) {
    throw invalidField('reportAccess', 'cannot be granted while apiAccess is withheld');
  }
  const { reportAccess = isOperator && request.apiAccess !== false } = request;
  const { apiAccess = isOperator || reportAccess } = request;
  return {
    email: email === null ? null : readEmail(email),
    name: request.name.trim(),
    language,
    isOperator,
    apiAccess,
    reportAccess,
    memberships: await readMemberships(db, memberships),
  };
}

async function readMemberships(
  db: Database,
  memberships: NonNullable<AccountRequest['memberships']>,
): Promise<NewAccount['memberships']> {
  const found: NewAccount['memberships'][number][] = [];
  for (const [index, { company, keepsRecords = false, ...rights }] of memberships.entries()) {
    const companyId = await findOrganizationId(db, company);
    const isRepeated = found.some(other => other.companyId === companyId);
    if (companyId === null || isRepeated) {
      const message = isRepeated ? 'must not be repeated' : 'does not match any organization';
      throw invalidField(`memberships[${index}].company`, message);
    }
    found.push({ companyId, keepsRecords, ...rights });
  }
  return found;
}

/** @throws Problem unknown-account, precondition-failed, email-taken, last-operator, invalid-request */
export async function updateAccount(
  { db }: Context,
  target: Target,
  change: AccountChange,
  doneBy: DoneBy,
): Promise<Account> {
  const email = change.email && readEmail(change.email);
  const endsOperator = change.isDisabled === true || change.isOperator === false;
  return changeLocked(db, target, { doneBy, endsOperator }, async (tx, { id, account }) => {
    if (endsOperator && account.isOperator && account.isEnabled) {
      await requireOtherOperator(tx, [id]);
    }
    const given = { ...change, email, name: change.name?.trim() };
    await changeAccount(tx, id, given, doneBy).catch((error: unknown) => {
      throw email && isUniqueViolation(error) ? emailTaken(email) : error;
    });
  });
}

/** @throws Problem unknown-account, precondition-failed, unknown-company, invalid-request */
export async function putMembership(
  { db }: Context,
  target: Target,
  handle: string,
  request: MembershipRequest,
  doneBy: DoneBy,
): Promise<Account> {
  const { hasAccess, isDeveloper, keepsRecords = null } = request;
  return changeLocked(db, target, { doneBy }, async (tx, { id: accountId }) => {
    const companyId = await getOrganizationId(tx, handle);
    const facts = { ...readFacts(request), ...(await readReportScope(tx, companyId, request)) };
    const membership = { accountId, companyId, hasAccess, isDeveloper, keepsRecords, facts };
    const after = await setMembership(tx, membership, doneBy);
    if (after.keepsRecords && after.reportScope !== 'organization') {
      throw invalidField(
        request.reportScope === undefined ? 'keepsRecords' : 'reportScope',
        'does not fit: a record keeper must have the report scope organization',
      );
    }
  });
}

/** Reads the texts as imports do, which find members by their codes. @throws Problem invalid-request */
function readFacts({ code, personType, jobTitle }: MembershipRequest) {
  // A few letters have no composed form, so that the code may become longer.
  const read = typeof code === 'string' ? parseName('code', comparable(code), 100) : code;
  return {
    ...(read !== undefined && { code: read }),
    ...(personType !== undefined && { personType: personType?.trim() ?? null }),
    ...(jobTitle !== undefined && { jobTitle: jobTitle?.trim() ?? null }),
  };
}

/**
 * Deletes a membership, if there is one. A membership with records only loses its access.
 * @throws Problem unknown-account, precondition-failed, unknown-company, membership-has-records
 */
export async function deleteMembership(
  { db }: Context,
  target: Target,
  handle: string,
  doneBy: DoneBy,
): Promise<Account> {
  const membership = { hasRecords: false };
  const account = await changeLocked(db, target, { doneBy }, async (tx, { id }) => {
    const companyId = await getOrganizationId(tx, handle);
    membership.hasRecords = await removeMembership(tx, { accountId: id, companyId }, doneBy);
  });
  if (!membership.hasRecords) return account;
  throw problemOf('membership-has-records');
}

/** Changes an account in one transaction that locks its row, and returns the updated account. */
async function changeLocked(
  db: Database,
  { accountId, etags }: Target,
  { doneBy, endsOperator = false }: { readonly doneBy: DoneBy; readonly endsOperator?: boolean },
  work: (tx: Transaction, present: { id: number; account: Account }) => Promise<void>,
): Promise<Account> {
  const id = await findAccountId(db, accountId);
  const changeOnce = async (tx: Transaction) => {
    await lockAccounts(tx, doneBy, { accountId: id, endsOperator });
    const account = await findAccount(tx, accountId);
    if (!account) throw problemOf('unknown-account');
    if (etags !== null && !matchesTag(etags, tagOf(account))) {
      throw problemOf('precondition-failed');
    }
    await work(tx, { id, account });
    return (await findAccount(tx, accountId))!;
  };
  // A concurrent import may add the same membership.
  return retryConflict(() => transaction(db, changeOnce));
}
