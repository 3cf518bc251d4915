import type { Person } from '@platform/auth';
import { type SessionClaims, signToken } from '@platform/auth/session';
import { type Database, query, readStatement, type Transaction } from '@platform/db';
import type { CookieOptions, Response } from 'express';
import type { Config } from '../../config';
import type { Context } from '../../context';
import { formatTimestamp } from '../../wire-format';
import { recordEvent } from '../audit/audit';
import { refusals } from '../authentication/refusals';
import type { CurrentSession, SessionOrganization } from './sign-in.dto';

export const SESSION_COOKIE = 'reporting_session';

/** 8 hours from sign-in, never extended. */
const SESSION_SECONDS = 8 * 3_600;

/** An account whose owner has shown who they are, and how. */
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

const start = readStatement<SessionRow>(__dirname, 'start-session.sql');

/**
 * Starts a session and returns its token; null when the account was disabled meanwhile.
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

interface OrganizationRow {
  id: number;
  uuid: string;
  hasAccess: boolean;
  isNamed: boolean;
}

const choices = readStatement<OrganizationRow>(__dirname, 'find-sign-in-organizations.sql');

/**
 * The organization that a session remembers: the one that the sign-in names, else the only one of the
 * account. It informs; X-Company decides. A refused one is recorded as a failed sign-in.
 * @throws Problem unknown-company, no-company-access
 */
async function chooseOrganization(
  db: Database,
  signingIn: SigningIn,
): Promise<OrganizationRow | null> {
  const { accountId, isOperator, company } = signingIn;
  const organizations = await query(db, choices, { accountId, handle: company });
  if (company === null) {
    const [only, ...others] = organizations;
    return others.length === 0 ? (only ?? null) : null;
  }
  const named = organizations.find(({ isNamed }) => isNamed);
  if (named && (named.hasAccess || isOperator)) return named;
  const refusal = named ? refusals.noCompanyAccess() : refusals.unknownCompany();
  const { by, address } = signingIn;
  const refused = { account: signingIn, by, address, companyId: named?.id ?? null };
  await recordFailedSignIn(db, { ...refused, code: refusal.code });
  throw refusal;
}

export interface FailedSignIn {
  /** The account that was tried; null where there is none that could have signed in. */
  readonly account: { readonly accountId: number; readonly email: string } | null;
  readonly by: 'password' | 'single sign-on';
  readonly address: string | null;
  /** The organization that refused it, if one did. */
  readonly companyId?: number | null;
  /** What it was refused with, where it was more than a wrong password. */
  readonly code?: string;
}

/** Records a failed sign-in. An unknown address is not kept: people type passwords into the wrong field. */
export function recordFailedSignIn(
  db: Database,
  { account, by, address, companyId = null, code }: FailedSignIn,
): Promise<void> {
  return recordEvent(db, {
    kind: 'sign-in-failed',
    actor: account?.email ?? 'unknown account',
    accountId: account?.accountId ?? null,
    companyId,
    address,
    detail: { by, code },
  });
}

const organizationsOf = readStatement<SessionOrganization>(
  __dirname,
  'list-session-organizations.sql',
);

/** Who is signed in, and what they may select and do. */
export async function describeSession(
  db: Database,
  { account, sessionId }: Person,
): Promise<CurrentSession> {
  const { id: accountId, uuid, email, name, isOperator, apiAccess, reportAccess } = account;
  const [organizations, session] = await Promise.all([
    query(db, organizationsOf, { accountId }),
    db.prisma.session.findUniqueOrThrow({ where: { id: sessionId! } }),
  ]);
  return {
    account: { id: uuid, email, name },
    organizations,
    roles: { isOperator, apiAccess, reportAccess },
    expiresAt: formatTimestamp(session.expiresAt),
  };
}

const end = readStatement(__dirname, 'end-session.sql');

/** Ends a session: its token is refused on the next call, wherever it was copied to. */
export async function endSession(
  db: Database,
  ended: { session: string; address: string | null },
): Promise<void> {
  await query(db, end, ended);
}

const endOthers = readStatement(__dirname, 'end-sessions.sql');

/** Ends every session of an account but `except`, in the transaction that changed the account before. */
export async function endSessions(
  tx: Transaction,
  ended: { accountId: number; except: string | null },
): Promise<void> {
  await query(tx, endOthers, ended);
}

export function setSessionCookie(response: Response, config: Config, token: string): void {
  const maxAge = SESSION_SECONDS * 1_000;
  response.cookie(SESSION_COOKIE, token, { ...cookieOptions(config), maxAge });
}

export function clearSessionCookie(response: Response, config: Config): void {
  response.clearCookie(SESSION_COOKIE, cookieOptions(config));
}

/** The same when the cookie is set and when it is cleared: a browser compares them. */
function cookieOptions({ sessionCookieDomain, sessionCookieSamesite }: Config): CookieOptions {
  return {
    httpOnly: true,
    secure: true,
    sameSite: sessionCookieSamesite.toLowerCase() as 'lax' | 'strict' | 'none',
    path: '/',
    ...(sessionCookieDomain === null ? {} : { domain: sessionCookieDomain }),
  };
}
