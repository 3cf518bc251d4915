import { Problem } from '@platform/http';
import type { ClientAuth, Configuration, CustomFetchOptions } from 'openid-client';
import type { Config } from '../../config';

/** The OpenID provider of the deployment, discovered at its first use, and again when that failed. */
export interface IdentityProvider {
  readonly issuer: string;
  /** What the provider says of itself. @throws Problem sso-unavailable */
  discover(): Promise<Configuration>;
}

/** How long the provider may take to answer. */
const TIMEOUT_SECONDS = 5;

/** Until the provider is asked again after a failure: starting a sign-in is not limited. */
const RETRY_MS = 1_000;

/** Null where none is configured. */
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
        // The signature of an ID token is checked as well: TLS alone shows only who was asked.
        oidc.enableNonRepudiationChecks,
        // Without TLS only where the configuration says http in so many letters: on a developer's machine.
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
 * Every provider takes `client_secret_basic`, also where it does not say so (OpenID Connect Discovery, 3);
 * `client_secret_post` is preferred where it is offered, since its encoding is unambiguous.
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

/** Asks the provider. @throws Problem sso-unavailable where it is unreachable, slow or broken */
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

/** 503 with Retry-After; `cause` is for the log alone. */
function ssoUnavailable(cause: unknown): Problem {
  return new Problem('sso-unavailable', 'The sign-on provider does not answer. Try again later.', {
    cause,
    headers: { 'Retry-After': '10' },
  });
}
