import type { Configuration } from 'openid-client';
import type { Config } from '../config';

/** The OpenID provider of the deployment, found at its first use, and again when that failed. */
export interface IdentityProvider {
  readonly issuer: string;
  /** @throws Error when the provider is out of reach or no OpenID provider */
  discover(): Promise<Configuration>;
}

/** Seconds that the provider may take to answer. */
const PATIENCE = 5;

/** Null where none is configured. */
export function createIdentityProvider(config: Config): IdentityProvider | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = config;
  if (issuer === null || clientId === null) return null;
  let found: Promise<Configuration> | undefined;

  async function find(): Promise<Configuration> {
    const oidc = await import('openid-client');
    const url = new URL(issuer!);
    return oidc.discovery(url, clientId!, clientSecret ?? undefined, undefined, {
      timeout: PATIENCE,
      // Without TLS only where the configuration says http in so many letters: on a developer's machine.
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated so that it stands out
      ...(url.protocol === 'http:' ? { execute: [oidc.allowInsecureRequests] } : {}),
    });
  }

  return {
    issuer,
    discover() {
      found ??= find().catch((error: unknown) => {
        found = undefined;
        throw error;
      });
      return found;
    },
  };
}
