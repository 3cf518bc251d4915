import { Problem } from '@platform/http';
import type { CustomFetchOptions } from 'openid-client';

/**
 * Asks the provider. One that cannot be reached, does not answer in time or is broken refuses nobody: the
 * sign-in can be tried again later.
 * @throws Problem sso-unavailable
 */
export async function fetchProvider(url: string, options: CustomFetchOptions): Promise<Response> {
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
export function ssoUnavailable(cause: unknown): Problem {
  return new Problem('sso-unavailable', 'The sign-on provider does not answer. Try again later.', {
    cause,
    headers: { 'Retry-After': '10' },
  });
}
