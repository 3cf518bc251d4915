import { readStatement, run } from '@platform/db';
import type { Request } from 'express';
import type { Configuration, IDToken } from 'openid-client';
import { clientAddress } from '../audit/client-address';
import { unauthenticated } from '../authentication/refusals';
import type { Context } from '../context';
import { recordFailedSignIn } from '../sign-in/record-failed-sign-in';
import { startSession } from '../sign-in/start-session';
import { callbackUrl, findProvider } from './begin-sso';
import { type SsoState, takeState } from './sso-state';

interface AccountRow {
  accountId: number;
  accountUuid: string;
  email: string;
  isOperator: boolean;
}

const statement = readStatement<AccountRow>(__dirname, 'link-identity.sql');

/**
 * Finishes what `beginSso` began, with what the provider sent the browser back with.
 * @returns the session's token, and where to go
 * @throws Problem not-found, sso-unavailable, sign-in-failed, unknown-company, no-company-access
 */
export async function finishSso(
  context: Context,
  request: Request,
): Promise<{ token: string; returnTo: string }> {
  const provider = await findProvider(context);
  const state = takeState(context, request);
  const address = clientAddress(request);
  const claims = state && (await redeem(context, request, provider, state));
  const [account] = claims ? await run(context.db, statement, identityOf(claims)) : [];
  const token =
    state && account
      ? await startSession(context, {
          ...account,
          passwordHash: null,
          company: state.company,
          address,
          by: 'single sign-on',
        })
      : null;
  if (state && token !== null) return { token, returnTo: state.returnTo };
  await recordFailedSignIn(context.db, {
    account: account ?? null,
    by: 'single sign-on',
    address,
  });
  throw unauthenticated(
    'sign-in-failed',
    'The provider did not vouch for an account of this service. Begin again at /auth/sso/login.',
  );
}

/**
 * Exchanges the code, checking state, nonce, PKCE and the ID token's signature, issuer, audience and time.
 * Null for what does not hold: a forged or replayed answer, or the provider's own refusal.
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
    return tokens.claims() ?? null;
  } catch (error) {
    context.log.info({ err: error }, 'single sign-on refused');
    return null;
  }
}

function identityOf({ iss, sub, email, email_verified }: IDToken) {
  const verifiedEmail = email_verified === true && typeof email === 'string' ? email : null;
  return { issuer: iss, subject: sub, verifiedEmail };
}
