import { randomBytes } from 'node:crypto';
import { hashSecret } from '@platform/auth/secret';
import { query, readStatements, type Transaction, transaction } from '@platform/db';
import { absoluteUrl } from '@platform/http';
import type { Request } from 'express';
import { type DoneBy } from '../../http/principal';
import { formatTimestamp } from '../../http/times';
import type { Context } from '../../main/context';
import { emailMissing, findAccount, findAccountId, unknownAccount } from '../accounts/accounts';
import { lockAccounts } from '../accounts/operators';
import type { PasswordLink } from './sign-in.dto';

const sql = readStatements(__dirname, 'password-links.sql');

/** The token stands in the fragment, which browsers send to nobody. */
const PAGE = '/console/set-password#token=';

interface PasswordOwner {
  readonly hasPassword: boolean;
  /** Linked to the sign-on provider, and without a password. */
  readonly isSignedOnAlone: boolean;
}

const describe = sql<PasswordOwner>('describe-password-owner');

/** How an account signs in; null where it is gone. `issuer` is the sign-on provider, null for none. */
export async function describePasswordOwner(
  tx: Transaction,
  accountId: number,
  issuer: string | null,
): Promise<PasswordOwner | null> {
  const [owner] = await query(tx, describe, { accountId, issuer });
  return owner ?? null;
}

const issue = sql<{ expiresAt: Date; isForWeek: boolean }>('issue-password-link');

const BY_MAIL = { actor: null, actorAccountId: null, address: null };

/**
 * Makes a link below `address`, for a week where the account has no password, else for an hour; null where the account
 * is gone or has no e-mail. Another password or e-mail ends it. Audited where somebody asks for it.
 */
export async function issuePasswordLink(
  tx: Transaction,
  accountId: number,
  address: string,
  doneBy: DoneBy | typeof BY_MAIL = BY_MAIL,
): Promise<{ url: string; expiresAt: Date; isForWeek: boolean } | null> {
  const token = randomBytes(32).toString('base64url');
  const [link] = await query(tx, issue, { hash: hashSecret(token), accountId, ...doneBy });
  return link ? { url: address + PAGE + token, ...link } : null;
}

/** A link for an operator to hand over. @throws Problem unknown-account, email-missing */
export async function createPasswordLink(
  { db }: Context,
  request: Request,
  accountId: string,
  doneBy: DoneBy,
): Promise<PasswordLink> {
  const id = await findAccountId(db, accountId);
  const address = absoluteUrl(request, '');
  return transaction(db, async tx => {
    await lockAccounts(tx, doneBy, { accountId: id });
    const link = await issuePasswordLink(tx, id, address, doneBy);
    if (!link) throw (await findAccount(tx, accountId)) ? emailMissing() : unknownAccount();
    return { url: link.url, expiresAt: formatTimestamp(link.expiresAt) };
  });
}

const find = sql<{ accountId: number; email: string }>('find-password-link');

/** The account of a token that can be used. */
export async function findPasswordLink(
  { db }: Context,
  token: string,
): Promise<{ accountId: number; email: string } | null> {
  const [found] = await query(db, find, { hash: hashSecret(token) });
  return found ?? null;
}

const use = sql<{ id: number }>('use-password-link');

/** Sets a password by a link, once; false where it was used or ended meanwhile. The transaction holds the account. */
export async function usePasswordLink(
  tx: Transaction,
  { token, ...set }: { token: string; passwordHash: string; address: string | null },
): Promise<boolean> {
  const [used] = await query(tx, use, { hash: hashSecret(token), ...set });
  return used !== undefined;
}
