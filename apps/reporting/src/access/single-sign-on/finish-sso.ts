import { query, readStatement } from '@platform/db';
import { addressKey, type Problem } from '@platform/http';
import type { Request } from 'express';
import type { Configuration, IDToken } from 'openid-client';
import type { Context } from '../../context';
import { foldEmail } from '../accounts/fold-email';
import { clientAddress } from '../audit/client-address';
import { unauthenticated } from '../authentication/refusals';
import { recordFailedSignIn } from '../sign-in/record-failed-sign-in';
import { startSession } from '../sign-in/start-session';
import { callbackUrl } from './begin-sso';
import { throwIfOutOfReach } from './fetch-provider';
import { configuredProvider, discover } from './find-provider';
import { type SsoState, takeState } from './sso-state';

interface AccountRow {
  accountId: number;
  accountUuid: string;
  email: string;
  isOperator: boolean;
}

interface Identity {
  issuer: string;
  subject: string;
  /** Null where the provider has verified none. */
  verifiedEmail: string | null;
}

const statement = readStatement<AccountRow>(__dirname, 'link-identity.sql');

/**
 * Finishes what `beginSso` began, with what the provider sent the browser back with. This is the sign-in
 * that an address has ten of (decisions-reporting, endpoint table): the provider is asked here, and a state
 * is good for as many tries as somebody sends it. What bears no state of ours is no sign-in: it is neither
 * counted nor recorded, so that a page of somebody else's cannot spend an address's ten.
 * @returns the session's token, and where to go
 * @throws Problem not-found, rate-limited, sso-unavailable, sign-in-failed, unknown-company, no-company-access
 */
export async function finishSso(
  context: Context,
  request: Request,
): Promise<{ token: string; returnTo: string }> {
  const provider = configuredProvider(context);
  const state = takeState(context, request);
  if (!state) throw ssoRejected();
  await context.limits.signInOfAddress.consume(addressKey(request.ip), request.res);
  const address = clientAddress(request);
  const claims = await redeem(context, request, await discover(provider), state);
  const account = claims && (await linkAccount(context, identityOf(claims)));
  const token =
    account &&
    (await startSession(context, {
      ...account,
      passwordHash: null,
      company: state.company,
      address,
      by: 'single sign-on',
    }));
  if (token !== null) return { token, returnTo: state.returnTo };
  await recordFailedSignIn(context.db, { account, by: 'single sign-on', address });
  throw ssoRejected();
}

function ssoRejected(): Problem {
  return unauthenticated(
    'sign-in-failed',
    'The provider did not vouch for an account of this service. Begin again at /auth/sso/login.',
  );
}

/**
 * Exchanges the code, checking state, nonce, PKCE and the ID token's signature, issuer, audience and time.
 * Null for what does not hold: a forged or replayed answer, or the provider's own refusal.
 * @throws Problem sso-unavailable
 */
async function redeem(
  context: Context,
  request: Request,
  provider: Configuration,
  { state, nonce, codeVerifier }: SsoState,
): Promise<IDToken | null> {
  const oidc = await import('openid-client');
  const url = new URL(callbackUrl(context, request));
  url.search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
  try {
    const tokens = await oidc.authorizationCodeGrant(provider, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    return claims ? await withEmail(provider, claims, tokens.access_token) : null;
  } catch (error) {
    throwIfOutOfReach(error);
    context.log.info({ err: error }, 'single sign-on refused');
    return null;
  }
}

/** The ID token, and what UserInfo says of the e-mail: some providers tell it there alone (OpenID Connect Core, 5.4). */
async function withEmail(
  provider: Configuration,
  claims: IDToken,
  accessToken: string,
): Promise<IDToken> {
  const { userinfo_endpoint: userInfo } = provider.serverMetadata();
  if (claims.email !== undefined || userInfo === undefined) return claims;
  const oidc = await import('openid-client');
  const { email, email_verified } = await oidc.fetchUserInfo(provider, accessToken, claims.sub);
  return { ...claims, email, email_verified };
}

function identityOf({ iss, sub, email, email_verified }: IDToken): Identity {
  const isVerified = email_verified === true && typeof email === 'string';
  const verifiedEmail = isVerified ? foldEmail(email) : null;
  return { issuer: iss, subject: sub, verifiedEmail };
}

/** Looks twice: two first sign-ins of one person at once make one link, which the later sees when it is made. */
async function linkAccount({ db }: Context, identity: Identity): Promise<AccountRow | null> {
  const [account = null] = await query(db, statement, { ...identity });
  return account ?? (await query(db, statement, { ...identity }))[0] ?? null;
}
