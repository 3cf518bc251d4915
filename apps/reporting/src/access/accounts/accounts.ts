import { type Database, query, readStatement, type Transaction, transaction } from '@platform/db';
import { endSessions } from '../sign-in/sessions';
import type { Account } from './accounts.dto';
import { foldEmail } from './email';

const EVERY_ACCOUNT = { pageSize: null, offset: 0 };

type AccountRow = { total: number } & (Account | { id: null });

const list = readStatement<AccountRow>(__dirname, 'list-accounts.sql');

/** Accounts by name; with `q` those whose name has all its words, or whose e-mail contains it. */
export async function listAccounts(
  db: Database,
  q: string | null,
  { pageSize: limit, offset }: { pageSize: number | null; offset: number } = EVERY_ACCOUNT,
): Promise<{ items: Account[]; total: number }> {
  const rows = await query(db, list, { q, limit, offset });
  const items = rows.flatMap(({ total: _, ...account }) => (account.id === null ? [] : [account]));
  return { items, total: rows[0]?.total ?? 0 };
}

export interface NewAccount {
  readonly email: string;
  readonly name: string;
  /** With both grants: an operator needs them like everybody. */
  readonly isOperator: boolean;
  /** The organization that it joins, by its inner key; null joins none. */
  readonly companyId: number | null;
  /** The Developer role in that organization. */
  readonly isDeveloper: boolean;
  /** Who creates it, for the audit. */
  readonly actor: string;
}

const create = readStatement<{ uuid: string }>(__dirname, 'create-account.sql');

/**
 * Creates an account without a password and returns its UUID. Audited.
 * @throws Error when the e-mail is taken
 */
export async function createAccount(db: Database, account: NewAccount): Promise<string> {
  const [created] = await query(db, create, { ...account });
  if (created) return created.uuid;
  throw new Error(`There is an account with the e-mail ${account.email} already.`);
}

const enable = readStatement<{ id: number }>(__dirname, 'set-enabled.sql');

/**
 * Disables an account, which ends its sessions and refuses its secrets, or enables it. Audited.
 * @throws Error in a sentence when there is no such account
 */
export async function setEnabled(
  db: Database,
  change: { email: string; isEnabled: boolean; actor: string },
): Promise<void> {
  await transaction(db, async tx => {
    const [found] = await query(tx, enable, change);
    if (!found) throw noSuchAccount(change.email);
    if (!change.isEnabled) await endSessions(tx, { accountId: found.id, except: null });
  });
}

const lock = readStatement(__dirname, 'lock-account.sql');

/** Locks an account until the transaction ends; calls that refer to it are not held up. */
export async function lockAccount(tx: Transaction, accountId: number): Promise<void> {
  await query(tx, lock, { accountId });
}

const find = readStatement<{ email: string }>(__dirname, 'find-email.sql');

/**
 * The stored e-mail address of the account that signs in with an address, or has it letter by letter, as an
 * account from before addresses were folded may.
 * @throws Error in a sentence when there is none
 */
export async function findEmail(db: Database, email: string): Promise<string> {
  const [found] = await query(db, find, { email, folded: foldEmail(email) });
  if (!found) throw noSuchAccount(email);
  return found.email;
}

/** For whoever runs a command about an account. */
export function noSuchAccount(email: string): Error {
  return new Error(`There is no account with the e-mail ${email}.`);
}
