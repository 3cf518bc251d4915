import { Problem } from '@platform/http';
import type { ClientAuth, Configuration, CustomFetchOptions } from 'openid-client';
import type { Config } from '../../main/config';

/** Discovered at first use, and again after a failure. */
export interface IdentityProvider {
  readonly issuer: string;
  /** @throws Problem sso-unavailable */
  discover(): Promise<Configuration>;
}

const TIMEOUT_SECONDS = 5;

/** Delay after a failed discovery: starting a sign-in is not rate-limited. */
const RETRY_MS = 1_000;

export function createIdentityProvider(config: Config, clock: () => Date): IdentityProvider | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = config;
  if (issuer === null || clientId === null) return null;
  let found: Promise<Configuration> | undefined;
  let failedAt: number | undefined;

  async function find(): Promise<Configuration> {
    const oidc = await import('openid-client');
    const url = new URL(issuer!);
    return oidc.discovery(url, clientId!, undefined, await authenticateBy(clientSecret), {
      timeout: TIMEOUT_SECONDS,
      [oidc.customFetch]: fetchProvider,
      execute: [
        // Also checks ID token signatures; openid-client trusts TLS alone by default.
        oidc.enableNonRepudiationChecks,
        // Plain HTTP needs an explicit http: URL, for development.
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated so that it stands out
        ...(url.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      ],
    });
  }

  return {
    issuer,
    discover() {
      const now = clock().getTime();
      if (failedAt !== undefined && now - failedAt >= RETRY_MS) found = failedAt = undefined;
      found ??= find().catch((error: unknown) => {
        failedAt = clock().getTime();
        throw ssoUnavailable(error);
      });
      return found;
    },
  };
}

/**
 * `client_secret_basic` is the default of providers that list nothing (OpenID Connect Discovery, 3);
 * `client_secret_post` is preferred, since its encoding is unambiguous.
 */
async function authenticateBy(clientSecret: string | null): Promise<ClientAuth> {
  const oidc = await import('openid-client');
  if (clientSecret === null) return oidc.None();
  const [post, basic] = [oidc.ClientSecretPost(clientSecret), oidc.ClientSecretBasic(clientSecret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? [];
    const authenticate = methods.includes('client_secret_post') ? post : basic;
    authenticate(server, client, body, headers);
  };
}

/** @throws Problem sso-unavailable where the provider is unreachable, slow or broken */
async function fetchProvider(url: string, options: CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options).catch((cause: unknown) => {
    throw ssoUnavailable(cause);
  });
  if (response.status >= 500) throw ssoUnavailable(new Error(`${url} answers ${response.status}`));
  return response;
}

/** openid-client wraps what `fetchProvider` throws. */
export function throwIfOutOfReach(error: unknown): void {
  if (error instanceof Error && error.cause instanceof Problem) throw error.cause;
}

/** `cause` is only logged. */
function ssoUnavailable(cause: unknown): Problem {
  return new Problem('sso-unavailable', 'The sign-on provider does not answer. Try again later.', {
    cause,
    headers: { 'Retry-After': '10' },
  });
}
