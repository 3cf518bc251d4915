import { verifyPassword } from '@platform/auth/password';
import { query, readStatement } from '@platform/db';
import { addressKey } from '@platform/http';
import type { RequestHandler } from 'express';
import { type Context, contextOf } from '../../context';
import { foldEmail } from '../accounts/email';
import { refuseForeignOrigin } from '../authentication/origin';
import { unauthenticated } from '../authentication/refusals';
import { countPasswordAttempt } from './passwords';
import { recordFailedSignIn, startSession } from './sessions';

/**
 * Refuses sign-ins from foreign pages, uncounted, then those past the limit of the address, before the body
 * is read.
 * @throws Problem origin-not-allowed, rate-limited
 */
export const guardSignIn: RequestHandler = async (request, response, next) => {
  const { config, limits } = contextOf(request);
  response.set('Cache-Control', 'no-store');
  refuseForeignOrigin(config, request);
  await limits.signInOfAddress.consume(addressKey(request.ip), response);
  next();
};

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The handle of an organization, if one is named. */
  readonly company: string | null;
  readonly address: string | null;
}

interface AccountRow {
  accountId: number;
  accountUuid: string;
  email: string;
  isOperator: boolean;
  passwordHash: string | null;
}

const find = readStatement<AccountRow>(__dirname, 'find-signing-in.sql');

/**
 * Signs in by e-mail and password and returns the token of the session. An account that is unknown, disabled
 * or without a password answers as a wrong password does, in the same time.
 * @throws Problem sign-in-failed, rate-limited, busy, unknown-company, no-company-access
 */
export async function signIn(context: Context, credentials: Credentials): Promise<string> {
  const { password, company, address } = credentials;
  const email = foldEmail(credentials.email);
  await countPasswordAttempt(context, email);
  const [account] = await query(context.db, find, { email });
  const isRight = await context.hashQueue(() =>
    verifyPassword(password, account?.passwordHash ?? null),
  );
  const token =
    account && isRight
      ? await startSession(context, { ...account, company, address, by: 'password' })
      : null;
  if (token !== null) return token;
  await recordFailedSignIn(context.db, { account: account ?? null, by: 'password', address });
  throw signInFailed();
}

/** 401, the same for whatever was wrong, so that it does not tell which accounts there are. */
function signInFailed() {
  return unauthenticated('sign-in-failed', 'The e-mail address or the password is not right.');
}
