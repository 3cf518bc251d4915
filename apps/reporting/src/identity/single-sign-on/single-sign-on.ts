import { absoluteUrl, invalidFields, Problem, plainAddress } from '@platform/http';
import type { Request, RequestHandler } from 'express';
import type { Configuration, IDToken } from 'openid-client';
import { unauthenticated } from '../../http/refusals';
import { type Context, contextOf } from '../../main/context';
import { foldEmail } from '../accounts/email';
import { recordFailedSignIn, startSession } from '../sign-in/sessions';
import { countFailure, countSuccess, refuseAddress } from '../sign-in/sign-in-attempts';
import { type IdentityProvider, throwIfOutOfReach } from './identity-provider';
import { providedRights } from './provided-rights';
import { type Identity, linkAccountAndRights } from './provider-rights';
import { keepState, type SsoState, takeState } from './sso-state';

/**
 * Refuses an address with too many failed sign-ins, counted by `finishSso`. Origins are not checked: the provider's
 * redirect comes from a foreign one, and the state cookie protects it. @throws Problem rate-limited
 */
export const guardSso: RequestHandler = async (request, response, next) => {
  response.set('Cache-Control', 'no-store');
  await refuseAddress(contextOf(request).limits.failedSignIns, request);
  next();
};

export interface SsoRequest {
  readonly returnTo: string;
  readonly company: string | null;
}

/** A local path: `//host` and `/\host` lead to another host. */
const LOCAL_PATH = /^\/(?![/\\])[^\\\p{Cc}\p{Cs}\u0020]*$/u;

/** Browsers keep 4,096 bytes of a cookie; the signed token holds more than the path. */
const MAX_PATH_LENGTH = 2_000;

/**
 * The provider's URL, by the code flow with PKCE, state and nonce.
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
  // Location headers are ASCII.
  const path = returnTo.replace(/[^\x21\x23-\x7e]+/g, encodeURIComponent);
  if (path.length > MAX_PATH_LENGTH) {
    throw invalidFields([
      {
        field: 'returnTo',
        message: `must be at most ${MAX_PATH_LENGTH} characters, percent-encoded`,
      },
    ]);
  }
  const oidc = await import('openid-client');
  const codeVerifier = oidc.randomPKCECodeVerifier();
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
  keepState(context, request, { state, nonce, codeVerifier, returnTo: path, company });
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: callbackUrl(request),
    scope: scopeOf(context, provider),
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
  return url.href;
}

/** Claims of groups have a scope of their own at some providers. */
function scopeOf({ config }: Context, provider: Configuration): string {
  const supported = provider.serverMetadata().scopes_supported ?? [];
  const wanted = [...config.oidcGrants.map(({ claim }) => claim), 'profile'];
  const further = config.oidcGrants.length === 0 ? [] : wanted;
  return [
    ...new Set(['openid', 'email', ...further.filter(name => supported.includes(name))]),
  ].join(' ');
}

/** @throws Problem not-found where no provider is configured */
function requireProvider({ identityProvider }: Context): IdentityProvider {
  if (identityProvider) return identityProvider;
  throw new Problem('not-found', 'Single sign-on is not configured here. Use POST /auth/login.');
}

/** Must equal the redirect URI registered at the provider. */
function callbackUrl(request: Request): string {
  return absoluteUrl(request, '/auth/sso/callback');
}

/**
 * Returns the session's token and the path to go to. A refusal counts as a failed sign-in of the address; a
 * request without a valid state does not, so that a foreign page cannot use up the limit.
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
  const address = plainAddress(request.ip);
  const claims = await redeem(context, request, await provider.discover(), state);
  const identity = claims && identityOf(claims);
  const rights = claims && providedRights(context.config.oidcGrants, claims, context.log);
  const account =
    identity && rights && (await linkAccountAndRights(context, identity, rights, address));
  if (account) await countSuccess(context.limits, account.email);
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
  await countFailure(context.limits.failedSignIns, request);
  throw identity?.verifiedEmail ? noAccount(identity.verifiedEmail) : ssoRejected();
}

/** The same answer for an account that is missing, disabled, or linked to somebody else. */
function noAccount(email: string): Problem {
  return unauthenticated(
    'sign-in-failed',
    `The provider signed you in as ${email}, but no account here is open to you. Ask an operator of this service for one.`,
  );
}

function ssoRejected(): Problem {
  return unauthenticated(
    'sign-in-failed',
    'The provider did not confirm an account of this service. Begin again at /auth/sso/login.',
  );
}

/**
 * Checks state, nonce, PKCE and the ID token. Null for an invalid answer or the provider's refusal.
 * @throws Problem sso-unavailable
 */
async function redeem(
  context: Context,
  request: Request,
  provider: Configuration,
  { state, nonce, codeVerifier }: SsoState,
): Promise<IDToken | null> {
  const oidc = await import('openid-client');
  const url = new URL(callbackUrl(request));
  url.search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
  try {
    const tokens = await oidc.authorizationCodeGrant(provider, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    return claims ? await completeClaims(context, provider, claims, tokens.access_token) : null;
  } catch (error) {
    throwIfOutOfReach(error);
    context.log.info({ reason: reasonOf(error) }, 'single sign-on refused');
    return null;
  }
}

/** Omits the cause of openid-client's errors, which holds the code and the state. */
function reasonOf(error: unknown): string {
  const { message, code, error: answer } = error as Record<string, unknown>;
  const isCode = (text: unknown) => typeof text === 'string' && /^\w{1,64}$/.test(text);
  return [message, ...[code, answer].filter(isCode)].join(' ');
}

/** Some providers have the e-mail, the name or the groups in UserInfo alone (OpenID Connect Core, 5.4). */
async function completeClaims(
  { config }: Context,
  provider: Configuration,
  claims: IDToken,
  accessToken: string,
): Promise<IDToken> {
  const { userinfo_endpoint: userInfo } = provider.serverMetadata();
  const wanted = [
    'email',
    ...config.oidcGrants.map(({ claim }) => claim),
    ...(config.oidcCreateAccounts ? ['name'] : []),
  ];
  if (userInfo === undefined || wanted.every(name => claims[name] !== undefined)) return claims;
  const oidc = await import('openid-client');
  const more = await oidc.fetchUserInfo(provider, accessToken, claims.sub);
  // Whether an e-mail is verified is said where the e-mail is.
  const { email, email_verified } = claims.email === undefined ? more : claims;
  return { ...more, ...claims, email, email_verified };
}

/** OpenID Connect limits subjects to 255 characters; the database stores no control characters. */
const STORABLE = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

/** Null for a subject that cannot be stored; such an e-mail counts as unverified, such a name as none. */
function identityOf({ iss, sub, email, email_verified, name }: IDToken): Identity | null {
  if (!STORABLE.test(sub)) return null;
  const isVerified = email_verified === true && typeof email === 'string' && STORABLE.test(email);
  const isNamed = typeof name === 'string' && NAME.test(name.trim());
  return {
    issuer: iss,
    subject: sub,
    verifiedEmail: isVerified ? foldEmail(email) : null,
    name: isNamed ? name.trim() : null,
  };
}

const NAME = /^[^\p{Cc}\p{Cs}]{1,200}$/u;
