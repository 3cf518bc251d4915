import { type SessionClaims, signToken } from '@platform/auth/session';
import { query, readStatement } from '@platform/db';
import type { Context } from '../../context';
import { chooseSignInOrganization } from './choose-sign-in-organization';
import { SESSION_SECONDS } from './session-cookie';

export interface SigningIn {
  readonly accountId: number;
  readonly accountUuid: string;
  readonly email: string;
  readonly isOperator: boolean;
  /** The hash that the password was checked against; null for single sign-on. */
  readonly passwordHash: string | null;
  /** The handle of the organization that the sign-in names, if any. */
  readonly company: string | null;
  readonly address: string | null;
  readonly by: 'password' | 'single sign-on';
}

interface SessionRow {
  id: string;
  createdAt: Date;
  expiresAt: Date;
}

const statement = readStatement<SessionRow>(__dirname, 'start-session.sql');

/**
 * Begins a session for somebody who has shown who they are.
 * @returns its token, for the cookie; null when the account was disabled meanwhile
 * @throws Problem unknown-company, no-company-access
 */
export async function startSession(
  { db, sessionSecrets }: Context,
  signingIn: SigningIn,
): Promise<string | null> {
  const { accountId, accountUuid, passwordHash, address, by } = signingIn;
  const organization = await chooseSignInOrganization(db, signingIn);
  const [session] = await query(db, statement, {
    accountId,
    passwordHash,
    address,
    by,
    companyId: organization?.id ?? null,
    seconds: SESSION_SECONDS,
  });
  if (!session) return null;
  const claims: SessionClaims = {
    sub: accountUuid,
    companyId: organization?.uuid ?? null,
    jti: session.id,
    iat: seconds(session.createdAt),
    exp: seconds(session.expiresAt),
  };
  return signToken(claims, sessionSecrets[0]);
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1_000);
}
