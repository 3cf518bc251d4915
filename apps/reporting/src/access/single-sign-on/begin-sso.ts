import { absoluteUrl, invalidFields } from '@platform/http';
import type { Request } from 'express';
import type { Context } from '../../context';
import { configuredProvider, discover } from './find-provider';
import { keepState } from './sso-state';

export interface SsoRequest {
  /** Where to go when signed in. */
  readonly returnTo: string;
  readonly company: string | null;
}

/** `/` and what follows; `//host` and `/\host` lead elsewhere, and blanks can hide them. */
const LOCAL_PATH = /^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/;

/**
 * Where to send the browser: to the provider, by the code flow with PKCE, state and nonce.
 * @throws Problem not-found where no provider is configured, invalid-request, sso-unavailable
 */
export async function beginSso(
  context: Context,
  request: Request,
  { returnTo, company }: SsoRequest,
): Promise<string> {
  const provider = await discover(configuredProvider(context));
  if (!LOCAL_PATH.test(returnTo)) {
    throw invalidFields([
      { field: 'returnTo', message: 'must be a path of this host, such as /app' },
    ]);
  }
  const oidc = await import('openid-client');
  const codeVerifier = oidc.randomPKCECodeVerifier();
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
  keepState(context, request, { state, nonce, codeVerifier, returnTo, company });
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

/** What is registered at the provider. */
export function callbackUrl({ config }: Context, request: Request): string {
  return absoluteUrl(request, '/auth/sso/callback', config.publicUrl);
}
