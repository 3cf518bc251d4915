import { Problem } from '@platform/http';
import type { Configuration } from 'openid-client';
import type { Context } from '../../context';
import { ssoUnavailable } from './fetch-provider';
import type { IdentityProvider } from './identity-provider';

/** Asks nobody. @throws Problem not-found where no provider is configured */
export function configuredProvider({ identityProvider }: Context): IdentityProvider {
  if (identityProvider) return identityProvider;
  throw new Problem('not-found', 'Single sign-on is not configured here. Use POST /auth/login.');
}

/** What the provider says of itself. @throws Problem sso-unavailable */
export async function discover(provider: IdentityProvider): Promise<Configuration> {
  try {
    return await provider.discover();
  } catch (cause) {
    throw ssoUnavailable(cause);
  }
}
