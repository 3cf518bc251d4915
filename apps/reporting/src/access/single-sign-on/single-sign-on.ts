import { query, readStatement } from '@platform/db';
import { absoluteUrl, addressKey, invalidFields, Problem, plainAddress } from '@platform/http';
import type { Request, RequestHandler } from 'express';
import type { Configuration, IDToken } from 'openid-client';
import { type Context, contextOf } from '../../context';
import { foldEmail } from '../accounts/email';
import { unauthenticated } from '../authentication/refusals';
import { recordFailedSignIn, startSession } from '../sign-in/sessions';
import { type IdentityProvider, throwIfOutOfReach } from './identity-provider';
import { keepState, type SsoState, takeState } from './sso-state';

/**
 * Refuses an address that has no sign-in left; `finishSso` counts. Origins are not checked: the redirect of
 * the provider comes from a foreign one, and the state in the cookie shows whether it was asked for.
 * @throws Problem rate-limited
 */
export const guardSso: RequestHandler = async (request, response, next) => {
  response.set('Cache-Control', 'no-store');
  await contextOf(request).limits.signInOfAddress.refuseIfSpent(addressKey(request.ip));
  next();
};

export interface SsoRequest {
  /** Where to go when signed in. */
  readonly returnTo: string;
  readonly company: string | null;
}

/** `/` and what follows; `//host` and `/\host` lead elsewhere, and blanks can hide them. */
const LOCAL_PATH = /^\/(?![/\\])[^\\\p{Cc}\p{Cs}\u0020]*$/u;

/** Of the 4,096 bytes that browsers keep of a cookie, what the rest of the state leaves in its signed token. */
const LONGEST_PATH = 2_000;

/**
 * Where to send the browser: to the provider, by the code flow with PKCE, state and nonce.
 * @throws Problem not-found where no provider is configured, invalid-request, sso-unavailable
 */
export async function beginSso(
  context: Context,
  request: Request,
  { returnTo, company }: SsoRequest,
): Promise<string> {
  const provider = await requireProvider(context).discover();
  if (!LOCAL_PATH.test(returnTo)) {
    throw invalidFields([
      { field: 'returnTo', message: 'must be a path of this host, such as /app' },
    ]);
  }
  // A Location header holds ASCII alone: what is beyond it is percent-encoded, as a browser would.
  const path = returnTo.replace(/[^\x21\x23-\x7e]+/g, encodeURIComponent);
  if (path.length > LONGEST_PATH) {
    throw invalidFields([
      { field: 'returnTo', message: `must be at most ${LONGEST_PATH} characters, percent-encoded` },
    ]);
  }
  const oidc = await import('openid-client');
  const codeVerifier = oidc.randomPKCECodeVerifier();
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
  keepState(context, request, { state, nonce, codeVerifier, returnTo: path, company });
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: callbackUrl(context, request),
    scope: 'openid email',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
  return url.href;
}

/** @throws Problem not-found where no provider is configured */
function requireProvider({ identityProvider }: Context): IdentityProvider {
  if (identityProvider) return identityProvider;
  throw new Problem('not-found', 'Single sign-on is not configured here. Use POST /auth/login.');
}

/** What is registered at the provider. */
function callbackUrl({ config }: Context, request: Request): string {
  return absoluteUrl(request, '/auth/sso/callback', config.publicUrl);
}

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

const link = readStatement<AccountRow>(__dirname, 'link-identity.sql');

/**
 * Finishes what `beginSso` began and returns the token of the session, and where to go. It counts as a
 * sign-in of the address; a request without a state of this service does not, so that a foreign page cannot
 * use them up.
 * @throws Problem not-found, rate-limited, sso-unavailable, sign-in-failed, unknown-company,
 * no-company-access
 */
export async function finishSso(
  context: Context,
  request: Request,
): Promise<{ token: string; returnTo: string }> {
  const provider = requireProvider(context);
  const state = takeState(context, request);
  if (!state) throw ssoRejected();
  await context.limits.signInOfAddress.consume(addressKey(request.ip), request.res);
  const address = plainAddress(request.ip);
  const claims = await redeem(context, request, await provider.discover(), state);
  const identity = claims && identityOf(claims);
  const account = identity && (await linkAccount(context, identity));
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
 * Exchanges the code, checking state, nonce, PKCE and the ID token. Null for a forged or replayed answer,
 * or the refusal of the provider.
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

/** OpenID Connect has subjects of at most 255 characters; the database stores no control characters. */
const STORABLE = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

/** Null for a subject that cannot be stored; an e-mail that cannot be is as one that is not verified. */
function identityOf({ iss, sub, email, email_verified }: IDToken): Identity | null {
  if (!STORABLE.test(sub)) return null;
  const isVerified = email_verified === true && typeof email === 'string' && STORABLE.test(email);
  return { issuer: iss, subject: sub, verifiedEmail: isVerified ? foldEmail(email) : null };
}

/** Looks twice: two first sign-ins of one person at once make one link, which the later sees when it is made. */
async function linkAccount({ db }: Context, identity: Identity): Promise<AccountRow | null> {
  const [account = null] = await query(db, link, { ...identity });
  return account ?? (await query(db, link, { ...identity }))[0] ?? null;
}
