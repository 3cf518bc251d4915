import { signToken } from '@platform/auth/cookies';
import { type Database, execute, query, readStatements, type Transaction } from '@platform/db';
import type { Response } from 'express';
import { z } from 'zod';
import { recordEvent } from '../../audit/audit-events';
import { problemOf } from '../../http/problems';
import { refusals } from '../../http/refusals';
import { sessionCookieName, sessionCookieOptions } from '../../http/session-cookie';
import type { Config } from '../../main/config';
import type { Context } from '../../main/context';

const sql = readStatements(__dirname, 'sessions.sql');

/** 8 hours from sign-in, never extended. */
const SESSION_SECONDS = 8 * 3_600;

/** Distinguishes sessions from other tokens signed with the same secret. */
const sessionClaims = z.object({
  sub: z.guid(),
  /** Null if the sign-in specified no organization and the account has several. */
  companyId: z.string().nullable(),
  jti: z.guid(),
  iat: z.number(),
  exp: z.number(),
});

type SessionClaims = z.output<typeof sessionClaims>;

export const isSessionClaims = (claims: unknown): claims is SessionClaims =>
  sessionClaims.safeParse(claims).success;

export interface SignedOn {
  readonly accountId: number;
  readonly accountUuid: string;
  readonly email: string | null;
  readonly isOperator: boolean;
}

interface SigningIn extends SignedOn {
  /** The hash against which the password was checked; null for single sign-on. */
  readonly passwordHash: string | null;
  readonly company: string | null;
  readonly address: string | null;
  readonly by: 'password' | 'single sign-on';
}

const start = sql<{ id: string; createdAt: Date; expiresAt: Date }>('start-session');

/**
 * Returns the session's token, or null if the account was disabled in the meantime.
 * @throws Problem unknown-company, no-company-access
 */
export async function startSession(
  { db, sessionSecrets }: Context,
  signingIn: SigningIn,
): Promise<string | null> {
  const { accountId, accountUuid, passwordHash, address, by } = signingIn;
  const organization = await chooseOrganization(db, signingIn);
  const [session] = await query(db, start, {
    accountId,
    passwordHash,
    address,
    by,
    companyId: organization?.id ?? null,
    isNamed: organization?.isNamed ?? false,
    seconds: SESSION_SECONDS,
  });
  if (!session) return null;
  const claims: SessionClaims = {
    sub: accountUuid,
    companyId: organization?.uuid ?? null,
    jti: session.id,
    iat: toSeconds(session.createdAt),
    exp: toSeconds(session.expiresAt),
  };
  return signToken(claims, sessionSecrets[0]);
}

function toSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1_000);
}

interface ChoiceRow {
  id: number;
  uuid: string;
  hasAccess: boolean;
  isNamed: boolean;
}

const choices = sql<ChoiceRow>('find-sign-in-organizations');

/**
 * Returns the organization specified in the sign-in, or else the account's only one. Records a failure as a failed sign-in.
 * @throws Problem unknown-company, no-company-access
 */
async function chooseOrganization(db: Database, signingIn: SigningIn): Promise<ChoiceRow | null> {
  const { accountId, isOperator, company } = signingIn;
  const organizations = await query(db, choices, { accountId, handle: company });
  if (company === null) {
    const [only, ...others] = organizations;
    return others.length === 0 ? (only ?? null) : null;
  }
  const named = organizations.find(({ isNamed }) => isNamed);
  if (named && (named.hasAccess || isOperator)) return named;
  const refusal = named ? refusals.noCompanyAccess() : problemOf('unknown-company');
  const { by, address } = signingIn;
  const refused = { account: signingIn, by, address, companyId: named?.id ?? null };
  await recordFailedSignIn(db, { ...refused, code: refusal.code });
  throw refusal;
}

interface FailedSignIn {
  /** Null if there is no account that could have signed in. */
  readonly account: Omit<SignedOn, 'isOperator'> | null;
  readonly by: SigningIn['by'];
  readonly address: string | null;
  readonly companyId?: number | null;
  /** Absent for a wrong password. */
  readonly code?: string;
}

/** Does not store unknown addresses, because people type passwords into the wrong field. */
export function recordFailedSignIn(
  db: Database,
  { account, by, address, companyId = null, code }: FailedSignIn,
): Promise<void> {
  return recordEvent(db, {
    kind: 'sign-in-failed',
    actor: account ? (account.email ?? account.accountUuid) : 'unknown account',
    accountId: account?.accountId ?? null,
    companyId,
    address,
    detail: { by, code },
  });
}

const end = sql('end-session');

/** The token is rejected from the next request on. */
export async function endSession(
  db: Database,
  ended: { session: string; address: string | null },
): Promise<void> {
  await query(db, end, ended);
}

const endOthers = sql('end-sessions');

/** Call it in the transaction that changed the account. */
export async function endSessions(
  tx: Transaction,
  ended: { accountId: number; except: string | null },
): Promise<void> {
  await query(tx, endOthers, ended);
}

const endAll = sql('end-all-sessions');

/** Returns the number of sessions. Audited. */
export function endAllSessions(db: Database, actor: string): Promise<number> {
  return execute(db, endAll, { actor });
}

export function setSessionCookie(response: Response, config: Config, token: string): void {
  const maxAge = SESSION_SECONDS * 1_000;
  response.cookie(sessionCookieName(config), token, { ...sessionCookieOptions(config), maxAge });
}

export function clearSessionCookie(response: Response, config: Config): void {
  response.clearCookie(sessionCookieName(config), sessionCookieOptions(config));
}
