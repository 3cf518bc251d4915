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

export interface NewAccount extends Omit<PrincipalAccount, 'id' | 'uuid'> {
  readonly language?: Language | null;
  readonly memberships: readonly Omit<Membership, 'accountId' | 'facts'>[];
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

const update = readStatement<{ id: number }>(__dirname, 'update-account.sql');

/** Changes an account and locks it; disabling it ends its sessions. Audited. @throws Problem unknown-account */
export async function changeAccount(
  tx: Transaction,
  accountId: number,
  { email, name, isOperator, isDisabled, language }: AccountChange,
  doneBy: DoneBy,
): Promise<void> {
  const [changed] = await query(tx, update, {
    accountId,
    email: email ?? null,
    name: name ?? null,
    isOperator: isOperator ?? null,
    isDisabled: isDisabled ?? null,
    setsLanguage: language !== undefined,
    language: language ?? null,
    ...doneBy,
  });
  if (!changed) throw problemOf('unknown-account');
  if (isDisabled) await endSessions(tx, { accountId, except: null });
}

/** Enables or disables an account at the command line. @throws Problem as `changeAccount` does */
export function setEnabled(db: Database, accountId: number, isEnabled: boolean): Promise<void> {
  const change = { isDisabled: !isEnabled };
  return transaction(db, tx => changeAccount(tx, accountId, change, AT_THE_COMMAND_LINE));
}

export interface FoundAccount {
  readonly id: number;
  readonly uuid: string;
  /** As stored. */
  readonly email: string;
}

const find = sql<FoundAccount>('find-by-email');

/** Accounts that predate case folding are found by exact spelling. Returns null for an unknown e-mail. */
export async function findByEmail(
  db: Database | Transaction,
  email: string,
): Promise<FoundAccount | null> {
  const [found] = await query(db, find, { email, folded: foldEmail(email) });
  return found ?? null;
}

/** The same for the command line. @throws Error for an unknown e-mail */
export async function requireByEmail(db: Database, email: string): Promise<FoundAccount> {
  const found = await findByEmail(db, email);
  if (!found) throw new Error(`There is no account with the e-mail ${email}.`);
  return found;
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
