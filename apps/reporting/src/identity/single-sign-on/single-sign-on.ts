import { SignedCookie } from '@platform/auth/cookies';
import type { Claims, OpenIdProvider, SignOnChecks } from '@platform/auth/openid';
import type { Problem } from '@platform/http';
import { absoluteUrl, invalidField, plainAddress } from '@platform/http';
import type { Request, RequestHandler } from 'express';
import { problemOf } from '../../http/problems';
import { unauthenticated } from '../../http/refusals';
import type { Config } from '../../main/config';
import { type Context, contextOf } from '../../main/context';
import { recordFailedSignIn, type SignedOn, startSession } from '../sign-in/sessions';
import { countFailure, countSuccess, refuseAddress } from '../sign-in/sign-in-attempts';
import { claimAt, type Identity, identityOf, providedRights } from './claims';
import { explainRefusal, linkAccountAndRights } from './provider-rights';

/**
 * Rejects addresses with too many failed sign-ins, which `finishSso` counts. Does not check origins: the provider's
 * redirect comes from a foreign one and is protected by the state cookie. @throws Problem rate-limited
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

/** A local path, excluding `//host` and `/\host`, which lead to a different host. */
const LOCAL_PATH = /^\/(?![/\\])[^\\\p{Cc}\p{Cs}\u0020]*$/u;

/** Browsers limit cookies to 4,096 bytes, and the signed token contains more than the path. */
const MAX_PATH_LENGTH = 2_000;

/**
 * Returns the provider's URL and stores the checks for its response in a cookie.
 * @throws Problem not-found if no provider is configured, invalid-request, sso-unavailable
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
  const claims = configuredClaims(context.config);
  // Some providers require a separate scope for group claims.
  const scopes = claims.length === 0 ? [] : [...claims, 'profile'];
  const { url, ...checks } = await provider.begin(callbackUrl(request), scopes);
  const state = { ...checks, returnTo: path, company };
  stateCookie.set(request.res!, state, context, SAME_SITE);
  return url;
}

function invalidReturnTo(message: string): Problem {
  return invalidField('returnTo', message);
}

function configuredClaims({ oidcGrants, oidcLinkClaim }: Config): string[] {
  return [...oidcGrants, ...(oidcLinkClaim ? [oidcLinkClaim] : [])].map(({ claim }) => claim);
}

/** @throws Problem not-found if no provider is configured */
function requireProvider({ identityProvider }: Context): OpenIdProvider {
  if (identityProvider) return identityProvider;
  throw problemOf('no-single-sign-on');
}

/**
 * Returns the state that the provider's response belongs to; null without the cookie, or if the response belongs to another
 * sign-in, such as one in another tab.
 */
export function readState(
  context: Context,
  request: Request,
): Readonly<SignOnChecks & SsoRequest> | null {
  const state = stateCookie.read(request, context);
  return state?.state === request.query.state ? state : null;
}

/** Must equal the redirect URI registered at the provider. */
function callbackUrl(request: Request): string {
  return absoluteUrl(request, '/auth/sso/callback');
}

/**
 * Returns the session's token and the path to return to. A rejection counts as a failed sign-in from the address; a request
 * without a valid state does not, so that a foreign page cannot exhaust the limit.
 * @throws Problem not-found, rate-limited, sso-unavailable, sign-in-failed, unknown-company,
 * no-company-access
 */
export async function finishSso(
  context: Context,
  request: Request,
): Promise<{ token: string; returnTo: string }> {
  const { config, db, limits, log } = context;
  const provider = requireProvider(context);
  const state = readState(context, request);
  if (!state) {
    log.info({ code: 'state-missing' }, 'single sign-on refused');
    throw unauthenticated({ code: 'sign-in-failed', detail: notConfirmed('state-missing') });
  }
  const answer = await redeem(context, request, provider, state);
  // Not before, so that the page can be reloaded if the provider was unavailable.
  stateCookie.clear(request.res!, SAME_SITE);
  const address = plainAddress(request.ip);
  const identity =
    typeof answer === 'string'
      ? null
      : identityOf(answer, config.oidcEmailVerified, config.oidcLinkClaim);
  const account = identity && (await linkAndCount(context, identity, answer as Claims, address));
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
  await recordFailedSignIn(db, { account, by: 'single sign-on', address });
  await countFailure(limits.failedSignIns, request);
  throw await refuse(context, identity, typeof answer === 'string' ? answer : null);
}

/** Sets the rights granted by the claims, and counts the sign-in. Returns null if the person has no account. */
async function linkAndCount(
  context: Context,
  identity: Identity,
  claims: Claims,
  address: string | null,
): Promise<SignedOn | null> {
  const { config, limits, log } = context;
  const rights = providedRights(config.oidcGrants, claims, log);
  const account = await linkAccountAndRights(context, identity, rights, address);
  if (!account) return null;
  if (rights.omitted.length > 0) {
    log.warn(
      { claims: rights.omitted, account: account.accountUuid },
      'the provider omitted the groups of a person with too many, so rights from them remain unchanged: use ' +
        'application roles, or send only the groups that are assigned to the application',
    );
  }
  await countSuccess(limits, account.email ?? account.accountUuid);
  return account;
}

/**
 * Logs the reason. The response only has a code, which docs/integrations/single-sign-on.md explains; it is the same for
 * accounts that are missing, disabled, or linked to someone else.
 */
async function refuse(
  { db, log }: Pick<Context, 'db' | 'log'>,
  identity: Identity | null,
  fault: string | null,
): Promise<Problem> {
  const refusal = (code: string, reason: string, detail: string) => {
    log.warn({ code, reason, subject: identity?.subject }, 'single sign-on refused');
    return unauthenticated({ code: 'sign-in-failed', detail });
  };
  if (!identity) {
    const [code, reason] =
      fault === null
        ? ['subject-invalid', 'its subject cannot be stored']
        : ['answer-refused', fault];
    return refusal(code, reason, notConfirmed(code));
  }
  const { verifiedEmail, emailFault, memberCode } = identity;
  if (emailFault !== null && memberCode !== null) {
    const reason =
      'OIDC_LINK_CLAIM does not match: there is not exactly one member with the code, or the account is disabled, linked, ' +
      'or has an e-mail or a right';
    return refusal('code-not-linked', reason, notConfirmed('code-not-linked'));
  }
  if (emailFault === null) {
    const detail = `The provider signed you in as ${verifiedEmail}, but you have no account for this service. Ask an operator to create one. Code: no-account.`;
    return refusal('no-account', await explainRefusal(db, identity), detail);
  }
  const reason = {
    'email-missing': 'the provider sent no e-mail address: configure it to send the claim email',
    'email-not-verified':
      'the provider did not confirm that the e-mail address is verified: see OIDC_EMAIL_VERIFIED',
  }[emailFault];
  return refusal(emailFault, reason, notConfirmed(emailFault));
}

function notConfirmed(code: string): string {
  return `The provider did not confirm an account of this service. Start again at /auth/sso/login. Code: ${code}.`;
}

/** Returns the claims, or why the provider's response was rejected. @throws Problem sso-unavailable */
async function redeem(
  { config }: Context,
  request: Request,
  provider: OpenIdProvider,
  checks: SignOnChecks,
): Promise<Claims | string> {
  const callback = new URL(callbackUrl(request));
  callback.search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
  const wanted = [
    'email',
    ...configuredClaims(config),
    ...(config.oidcCreateAccounts ? ['name'] : []),
  ];
  return provider.redeem(callback, checks, found =>
    wanted.every(name => claimAt(found, name) !== undefined),
  );
}
