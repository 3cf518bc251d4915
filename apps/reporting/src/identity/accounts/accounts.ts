import type { Database, Transaction } from '@platform/db';
import { query, readStatement, readStatements, transaction } from '@platform/db';
import { Problem } from '@platform/http/problems';
import { type PageOf, type PageRequest, type PageRow, pageOf, readPage } from '../../http/pages';
import type { DoneBy, Language, PrincipalAccount } from '../../http/principal';
import { AT_THE_COMMAND_LINE } from '../../http/principal';
import { problemOf } from '../../http/problems';
import { endSessions } from '../sign-in/sessions';
import type { Account, AccountChange, AccountRight, AccountState } from './accounts.dto';
import { foldEmail } from './email';
import { type Membership, setMembership } from './memberships';

const sql = readStatements(__dirname, 'accounts.sql');

const list = readStatement<PageRow<Account>>(__dirname, 'list-accounts.sql');

/** Filters by manually granted rights. */
export interface AccountFilter {
  readonly q?: string | null;
  /** The handle of an organization. */
  readonly company?: string | null;
  readonly right?: AccountRight | null;
  readonly state?: AccountState | null;
}

const ALL = { q: null, company: null, right: null, state: null, accountId: null };

/** Lists accounts by name; `q` matches all words in the name, or the e-mail or code. */
export async function listAccounts(
  db: Database,
  filter: AccountFilter,
  page: PageRequest,
): Promise<PageOf<Account>> {
  const { pageSize: limit, offset } = page;
  return pageOf(await query(db, list, { ...ALL, ...filter, limit, offset }), page);
}

/** Returns null for an unknown ID. */
export async function findAccount(
  db: Database | Transaction,
  accountId: string,
): Promise<Account | null> {
  const rows = await query(db, list, { ...ALL, accountId, limit: 1, offset: 0 });
  return pageOf(rows, readPage()).items[0] ?? null;
}

export interface NewAccount {
  readonly email: string | null;
  readonly name: string;
  readonly language?: Language | null;
  readonly isOperator: boolean;
  readonly apiAccess: boolean;
  readonly reportAccess: boolean;
  readonly memberships: readonly Pick<
    Membership,
    'companyId' | 'hasAccess' | 'isDeveloper' | 'keepsRecords'
  >[];
}

const create = sql<{ id: number; uuid: string }>('create-account');

/** Creates an account without a password. Audited. @throws Problem email-taken */
export async function createAccount(
  tx: Transaction,
  { memberships, language = null, ...account }: NewAccount,
  doneBy: DoneBy,
): Promise<{ id: number; uuid: string }> {
  const [created] = await query(tx, create, { ...account, language, ...doneBy });
  if (!created) throw emailTaken(account.email!);
  for (const membership of memberships) {
    await setMembership(tx, { accountId: created.id, ...membership, facts: {} }, doneBy);
  }
  return created;
}

const update = readStatement(__dirname, 'update-account.sql');

type AccountFields = Omit<AccountChange, 'language'>;

/**
 * Changes an account that the transaction has locked; disabling it ends its sessions. Null means unchanged, but for the
 * language, whose null is that of the organization. Audited.
 */
export async function changeAccount(
  tx: Transaction,
  accountId: number,
  {
    email = null,
    name = null,
    isOperator = null,
    isDisabled = null,
    language,
  }: { readonly [Field in keyof AccountFields]: AccountFields[Field] | null } & {
    readonly language?: Language | null | undefined;
  },
  doneBy: DoneBy,
): Promise<void> {
  const setsLanguage = language !== undefined;
  const changed = { email, name, isOperator, isDisabled, setsLanguage, language: language ?? null };
  await query(tx, update, { accountId, ...changed, ...doneBy });
  if (isDisabled) await endSessions(tx, { accountId, except: null });
}

/** Enables or disables an account; disabling ends its sessions. Audited. @throws Error for an unknown account */
export async function setEnabled(
  db: Database,
  { email, isEnabled, actor }: { email: string; isEnabled: boolean; actor: string },
): Promise<void> {
  const doneBy = { ...AT_THE_COMMAND_LINE, actor };
  await transaction(db, async tx => {
    await changeAccount(tx, await lockByEmail(tx, email), { isDisabled: !isEnabled }, doneBy);
  });
}

const lockEmail = sql<{ id: number }>('lock-account-by-email');

/** Locks the account with an e-mail until the transaction ends, and returns its ID. @throws Error for an unknown account */
export async function lockByEmail(tx: Transaction, email: string): Promise<number> {
  const [found] = await query(tx, lockEmail, { email });
  if (!found) throw noSuchAccount(email);
  return found.id;
}

const lock = sql('lock-account');

/** Locks an account until the transaction ends; rows that refer to it remain writable. */
export async function lockAccount(tx: Transaction, accountId: number): Promise<void> {
  await query(tx, lock, { accountId });
}

const find = sql<{ email: string }>('find-email');

/**
 * Returns an account's stored e-mail address. Accounts that predate case folding are found by exact spelling.
 * @throws Error for an unknown account
 */
export async function findEmail(db: Database, email: string): Promise<string> {
  const [found] = await query(db, find, { email, folded: foldEmail(email) });
  if (!found) throw noSuchAccount(email);
  return found.email;
}

/** Returns an account's internal ID. @throws Problem unknown-account */
export async function findAccountId({ prisma }: Database, uuid: string): Promise<number> {
  const account = await prisma.account.findUnique({ where: { uuid }, select: { id: true } });
  if (!account) throw problemOf('unknown-account');
  return account.id;
}

export function emailTaken(email: string): Problem {
  return new Problem(
    'email-taken',
    `An account with the e-mail ${email} already exists. Change that account, or use a different e-mail.`,
  );
}

/** @throws Problem email-missing */
export function requireEmail({ email }: Pick<PrincipalAccount, 'email'>): void {
  if (email === null) throw problemOf('email-missing');
}

export function noSuchAccount(email: string): Error {
  return new Error(`There is no account with the e-mail ${email}.`);
}
