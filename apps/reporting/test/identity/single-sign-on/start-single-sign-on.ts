import { randomUUID } from 'node:crypto';
import type { Reply } from '../../send-json';
import { startTestApp, type TestAppOptions } from '../../start-test-app';
import { Browser } from './browser';
import {
  client,
  type OpenIdProvider,
  type ProviderFacts,
  startOpenIdProvider,
} from './start-open-id-provider';

/** The service's public origin, as registered at the provider and seen by browsers. */
export const HOST = 'https://reporting.example.org';
export const LOGIN = `${HOST}/auth/sso/login`;
export const CALLBACK = `${HOST}/auth/sso/callback`;

/** A real provider at which the service is registered. */
export function startProvider(
  facts: Omit<ProviderFacts, 'redirectUri'> = {},
): Promise<OpenIdProvider> {
  return startOpenIdProvider({ redirectUri: CALLBACK, ...facts });
}

/** A service with a provider that is stopped with it; `env` overrides its settings. */
export async function startSingleSignOn(
  facts: Omit<ProviderFacts, 'redirectUri'> = {},
  env: Record<string, string> = {},
  options: TestAppOptions = {},
) {
  const provider = await startProvider(facts);
  const sso = await startSingleSignOnBy(provider, env, options);
  return {
    ...sso,
    async close() {
      await sso.close();
      await provider.kill();
    },
  };
}

/** A service with a provider that outlives it; `env` overrides its settings. */
export async function startSingleSignOnBy(
  provider: OpenIdProvider,
  env: Record<string, string> = {},
  options: TestAppOptions = {},
) {
  const service = await startTestApp(
    {
      PUBLIC_URL: HOST,
      OIDC_ISSUER: provider.url,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
      RATE_LIMIT_SIGN_IN: 'off',
      RATE_LIMIT_FAILED_AUTH: 'off',
      ...env,
    },
    options,
  );

  /** Ada of acme, whose e-mail the provider has verified; `sub` identifies her there. */
  async function ada({ email_verified = true } = {}) {
    const acme = await service.seed.company('acme');
    const { account } = await acme.member('Ada');
    const sub = randomUUID().replaceAll('-', '');
    await provider.person(sub, { email: account.email, email_verified });
    return { acme, account, sub };
  }

  /** A browser of a person at the provider, or of one who declines to sign on. */
  function browserOf(sub: string | null) {
    const browser = new Browser({ [HOST]: service.url });
    if (sub !== null) browser.cookies(provider.url).set('person', sub);
    return browser;
  }

  /** Returns the URL to which the provider redirects the browser. */
  const begin = (browser: Browser, query = '') => browser.follow(LOGIN + query, CALLBACK);

  async function signIn(sub: string, query = '') {
    const browser = browserOf(sub);
    return browser.visit(await begin(browser, query));
  }

  return { provider, service, ada, browserOf, begin, signIn, close: () => service.close() };
}

export type SingleSignOn = Awaited<ReturnType<typeof startSingleSignOn>>;

/** Returns the redirect target or error of a response, and whether it signs in. */
export function outcome({ status, headers, body }: Reply) {
  return status === 302 ? [302, headers.location] : [status, body.code, sessionOf(headers)];
}

/** Returns the header that sets the session cookie. */
export function sessionOf(headers: Reply['headers']): string | undefined {
  return [headers['set-cookie'] ?? []]
    .flat()
    .find(line => line.startsWith('__Host-reporting_session='));
}

export const FAILED = [401, 'sign-in-failed', undefined];
export const UNAVAILABLE = [503, 'sso-unavailable', undefined];
