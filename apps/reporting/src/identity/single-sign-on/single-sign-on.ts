import { SignedCookie } from '@platform/auth';
import type { Claims, OpenIdProvider, SignOnChecks } from '@platform/auth/openid';
import { absoluteUrl, invalidFields, Problem, plainAddress } from '@platform/http';
import type { Request, RequestHandler } from 'express';
import { unauthenticated } from '../../http/refusals';
import { type Context, contextOf } from '../../main/context';
import { foldEmail } from '../accounts/email';
import { recordFailedSignIn, startSession } from '../sign-in/sessions';
import { countFailure, countSuccess, refuseAddress } from '../sign-in/sign-in-attempts';
import { providedRights } from './provided-rights';
import { type Identity, linkAccountAndRights } from './provider-rights';

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

/** Lax: the provider's redirect is a cross-site navigation that must carry the cookie. */
const SAME_SITE = 'lax';

const stateCookie = new SignedCookie<SignOnChecks & SsoRequest>({
  name: 'reporting_sso',
  purpose: 'single sign-on',
  seconds: 600,
});

/** A local path: `//host` and `/\host` lead to another host. */
const LOCAL_PATH = /^\/(?![/\\])[^\\\p{Cc}\p{Cs}\u0020]*$/u;

/** Browsers keep 4,096 bytes of a cookie; the signed token holds more than the path. */
const MAX_PATH_LENGTH = 2_000;

/**
 * The provider's URL; what its answer is checked by stays in a cookie.
 * @throws Problem not-found where no provider is configured, invalid-request, sso-unavailable
 */
export async function beginSso(
  context: Context,
  request: Request,
  { returnTo, company }: SsoRequest,
): Promise<string> {
  const provider = requireProvider(context);
  if (!LOCAL_PATH.test(returnTo)) {
    throw invalidReturnTo('must be a path of this host, such as /app');
  }
  // Location headers are ASCII.
  const path = returnTo.replace(/[^\x21\x23-\x7e]+/g, encodeURIComponent);
  if (path.length > MAX_PATH_LENGTH) {
    throw invalidReturnTo(`must be at most ${MAX_PATH_LENGTH} characters, percent-encoded`);
  }
  const scopes = scopesOf(context);
  const { url, ...checks } = await provider.begin(callbackUrl(request), scopes);
  const state = { ...checks, returnTo: path, company };
  stateCookie.set(request.res!, state, context, SAME_SITE);
  return url;
}

function invalidReturnTo(message: string): Problem {
  return invalidFields([{ field: 'returnTo', message }]);
}

/** Claims of groups have a scope of their own at some providers. */
function scopesOf({ config: { oidcGrants } }: Context): string[] {
  return oidcGrants.length === 0 ? [] : [...oidcGrants.map(({ claim }) => claim), 'profile'];
}

/** @throws Problem not-found where no provider is configured */
function requireProvider({ identityProvider }: Context): OpenIdProvider {
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
  const state = stateCookie.read(request, context);
  stateCookie.clear(request.res!, SAME_SITE);
  if (!state) throw ssoRejected();
  const address = plainAddress(request.ip);
  const claims = await redeem(context, request, provider, state);
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

/** Null for an answer of the provider that is refused. @throws Problem sso-unavailable */
async function redeem(
  { config, log }: Context,
  request: Request,
  provider: OpenIdProvider,
  checks: SignOnChecks,
): Promise<Claims | null> {
  const callback = new URL(callbackUrl(request));
  callback.search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
  const wanted = [
    'email',
    ...config.oidcGrants.map(({ claim }) => claim),
    ...(config.oidcCreateAccounts ? ['name'] : []),
  ];
  const claims = await provider.redeem(callback, checks, found =>
    wanted.every(name => found[name] !== undefined),
  );
  if (typeof claims !== 'string') return claims;
  log.info({ reason: claims }, 'single sign-on refused');
  return null;
}

/** OpenID Connect limits subjects to 255 characters; the database stores no control characters. */
const STORABLE = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

/** Null for a subject that cannot be stored; such an e-mail counts as unverified, such a name as none. */
function identityOf({ iss, sub, email, email_verified, name }: Claims): Identity | null {
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
