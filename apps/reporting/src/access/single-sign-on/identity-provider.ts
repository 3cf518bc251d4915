import type { ClientAuth, Configuration } from 'openid-client';
import type { Config } from '../../config';
import { fetchProvider } from './fetch-provider';

/** The OpenID provider of the deployment, found at its first use, and again when that failed. */
export interface IdentityProvider {
  readonly issuer: string;
  /** @throws Error when the provider is out of reach or no OpenID provider */
  discover(): Promise<Configuration>;
}

/** Seconds that the provider may take to answer. */
const PATIENCE = 5;

/** How long one that failed is left alone: beginning to sign in is not limited, and must not hammer it. */
const PAUSE = 1_000;

/** Null where none is configured. */
export function createIdentityProvider(config: Config): IdentityProvider | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = config;
  if (issuer === null || clientId === null) return null;
  let found: Promise<Configuration> | undefined;

  async function find(): Promise<Configuration> {
    const oidc = await import('openid-client');
    const url = new URL(issuer!);
    return oidc.discovery(url, clientId!, undefined, await authenticateBy(clientSecret), {
      timeout: PATIENCE,
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
      found ??= find().catch((error: unknown) => {
        setTimeout(() => (found = undefined), PAUSE).unref();
        throw error;
      });
      return found;
    },
  };
}

/**
 * How this service shows the provider who it is. Every provider takes `client_secret_basic`, and says so
 * by saying nothing (OpenID Connect Discovery, 3); `client_secret_post`, where it is offered, leaves no
 * doubt about the encoding.
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
