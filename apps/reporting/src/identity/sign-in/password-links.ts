import { randomBytes } from 'node:crypto';
import { hashSecret } from '@platform/auth/secret';
import { query, readStatements, type Transaction, transaction } from '@platform/db';
import { absoluteUrl } from '@platform/http';
import type { Request } from 'express';
import { type DoneBy } from '../../http/principal';
import { problemOf } from '../../http/problems';
import { formatTimestamp } from '../../http/times';
import type { Context } from '../../main/context';
import { findAccount, findAccountId } from '../accounts/accounts';
import { lockAccounts } from '../accounts/operators';
import type { PasswordLink } from './sign-in.dto';

const sql = readStatements(__dirname, 'password-links.sql');

/** The token is in the fragment, which browsers do not send. */
const PAGE = '/console/set-password#token=';

interface PasswordOwner {
  readonly hasPassword: boolean;
  /** Whether it is linked to the sign-on provider and has no password. */
  readonly isSignedOnAlone: boolean;
}

const describe = sql<PasswordOwner>('describe-password-owner');

/** Describes how an account signs in; null if it no longer exists. `issuer` is the sign-on provider, or null. */
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
 * Issues a link below `address`, valid for a week if the account has no password, or else for an hour; null if the account
 * no longer exists or has no e-mail. Changing the password or e-mail invalidates it. Audited if requested by an operator.
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

/** Creates a link for an operator to pass on. @throws Problem unknown-account, email-missing */
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
    if (!link)
      throw problemOf((await findAccount(tx, accountId)) ? 'email-missing' : 'unknown-account');
    return { url: link.url, expiresAt: formatTimestamp(link.expiresAt) };
  });
}

const find = sql<{ accountId: number; email: string }>('find-password-link');

/** Returns the account of a valid token. */
export async function findPasswordLink(
  { db }: Context,
  token: string,
): Promise<{ accountId: number; email: string } | null> {
  const [found] = await query(db, find, { hash: hashSecret(token) });
  return found ?? null;
}

const use = sql<{ accountId: number }>('use-password-link');

/** Consumes a link; false for one that was used, has expired or is outdated. The transaction has locked the account. */
export async function usePasswordLink(tx: Transaction, token: string): Promise<boolean> {
  return (await query(tx, use, { hash: hashSecret(token) })).length > 0;
}
