import { verifyPassword } from '@platform/auth/password';
import { query, readStatement } from '@platform/db';
import type { Context } from '../../context';
import { foldEmail } from '../accounts/fold-email';
import { unauthenticated } from '../authentication/refusals';
import { countPasswordTry } from './count-password-try';
import { recordFailedSignIn } from './record-failed-sign-in';
import { startSession } from './start-session';

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

const statement = readStatement<AccountRow>(__dirname, 'find-signing-in.sql');

/**
 * Signs in by e-mail and password. An account that is unknown, disabled or without a password answers as
 * a wrong password does, in the same time: a password is always checked, and every try counts.
 * @returns the session's token
 * @throws Problem sign-in-failed, rate-limited, busy, unknown-company, no-company-access
 */
export async function signIn(context: Context, credentials: Credentials): Promise<string> {
  const { password, company, address } = credentials;
  const email = foldEmail(credentials.email);
  await countPasswordTry(context, email);
  const [account] = await query(context.db, statement, { email });
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
