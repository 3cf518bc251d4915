import { Problem } from '@platform/http/problems';
import type {
  ClientAuth,
  Configuration,
  CustomFetchOptions,
  IDToken,
  ServerMetadata,
} from 'openid-client';
import { fetchBounded } from './fetch-bounded';

export type Claims = IDToken;

export interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
}

/** Kept by the browser while the user signs in at the provider. */
export interface SignOnChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

const TIMEOUT_SECONDS = 5;

/** Enough for an ID token with 10,000 groups. */
const MAX_BYTES = 4 * 1024 * 1024;
const LEEWAY_SECONDS = 60;

/** Delay after a failed discovery, because starting a sign-on is not rate-limited. */
const RETRY_MS = 1_000;

/** Signs users in using the code flow with PKCE, state and nonce. Discovery runs on first use and again after a failure. */
export class OpenIdProvider {
  readonly issuer: string;
  private configuration: Promise<Configuration> | undefined;
  private failedAt: number | undefined;

  constructor(
    private readonly settings: OpenIdSettings,
    private readonly clock: () => Date,
  ) {
    this.issuer = settings.issuer;
  }

  /** Returns the provider's URL, requesting the scopes that it supports. @throws Problem sso-unavailable */
  async begin(
    redirectUri: string,
    scopes: readonly string[],
  ): Promise<SignOnChecks & { readonly url: string }> {
    const provider = await this.discover();
    const oidc = await import('openid-client');
    const codeVerifier = oidc.randomPKCECodeVerifier();
    const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
    const supported = provider.serverMetadata().scopes_supported ?? [];
    const further = scopes.filter(name => supported.includes(name));
    const url = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: redirectUri,
      scope: [...new Set(['openid', 'email', ...further])].join(' '),
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
    return { state, nonce, codeVerifier, url: url.href };
  }

  /**
   * Returns the ID token's claims, completed from UserInfo (OpenID Connect Core, 5.4) unless `areComplete`, or the reason
   * why the provider's response was rejected.
   * @param callback the redirect URI with the query from the provider
   * @throws Problem sso-unavailable
   */
  async redeem(
    callback: URL,
    { state, nonce, codeVerifier }: SignOnChecks,
    areComplete: (claims: Claims) => boolean,
  ): Promise<Claims | string> {
    const provider = await this.discover();
    const oidc = await import('openid-client');
    try {
      const tokens = await oidc.authorizationCodeGrant(provider, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      if (claims.iat > this.clock().getTime() / 1_000 + LEEWAY_SECONDS)
        return 'the ID token was issued in the future';
      const { userinfo_endpoint: userInfo } = provider.serverMetadata();
      if (userInfo === undefined || areComplete(claims)) return claims;
      const more = await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub);
      // Take the e-mail and its verification from the same source.
      const { email, email_verified, xms_edov } = claims.email === undefined ? more : claims;
      return { ...more, ...claims, email, email_verified, xms_edov };
    } catch (error) {
      // openid-client wraps errors from `fetchProvider`.
      if (error instanceof Error && error.cause instanceof Problem) throw error.cause;
      return reasonOf(error);
    }
  }

  private discover(): Promise<Configuration> {
    const now = this.clock().getTime();
    if (this.failedAt !== undefined && now - this.failedAt >= RETRY_MS) {
      this.configuration = this.failedAt = undefined;
    }
    this.configuration ??= discover(this.settings).catch((error: unknown) => {
      this.failedAt = this.clock().getTime();
      throw ssoUnavailable(error);
    });
    return this.configuration;
  }
}

async function discover({
  issuer,
  clientId,
  clientSecret,
}: OpenIdSettings): Promise<Configuration> {
  const oidc = await import('openid-client');
  const url = new URL(issuer);
  const metadata = { [oidc.clockTolerance]: LEEWAY_SECONDS };
  const clientAuth = await authenticateBy(clientSecret);
  const provider = await oidc.discovery(url, clientId, metadata, clientAuth, {
    timeout: TIMEOUT_SECONDS,
    [oidc.customFetch]: fetchProvider,
    execute: [
      // Also check ID token signatures; by default, openid-client only relies on TLS.
      oidc.enableNonRepudiationChecks,
      // Allow plain HTTP for development, if the URL is explicitly http:.
      // oxlint-disable-next-line typescript/no-deprecated -- deprecated so that it stands out
      ...(url.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
    ],
  });
  requireUsable(provider.serverMetadata(), url.protocol);
  return provider;
}

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
const LISTS = ['scopes_supported', 'token_endpoint_auth_methods_supported'] as const;

/** Checks what openid-client only checks at use, since an accepted document is kept. @throws Error naming the fault */
function requireUsable(document: ServerMetadata, issuerProtocol: string): void {
  const isUrl = (value: unknown) =>
    typeof value === 'string' &&
    URL.canParse(value) &&
    ['https:', issuerProtocol].includes(new URL(value).protocol);
  const isList = (value: unknown) => Array.isArray(value ?? []);
  const fault =
    ENDPOINTS.find(name => !isUrl(document[name])) ?? LISTS.find(name => !isList(document[name]));
  if (fault) throw new Error(`The discovery document has no valid ${fault}.`);
}

/** Prefers `client_secret_post`; `client_secret_basic` is the default if a provider lists none (Discovery, 3). */
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

/** @throws Problem sso-unavailable if the provider is unreachable, slow, overloaded or broken */
async function fetchProvider(url: string, options: CustomFetchOptions): Promise<Response> {
  const response = await fetchBounded(url, options, MAX_BYTES).catch((cause: unknown) => {
    throw ssoUnavailable(cause);
  });
  const { status } = response;
  if (status >= 500 || status === 429) throw ssoUnavailable(new Error(`${url} returned ${status}`));
  return response;
}

/**
 * Names what is wrong with the provider's response, in the library's words. Other causes of openid-client's errors are
 * omitted, because they contain the code and the state.
 */
function reasonOf(error: unknown): string {
  const { message, code, error: oauthError, cause } = error as Record<string, unknown>;
  const isCode = (text: unknown) => typeof text === 'string' && /^\w{1,64}$/.test(text);
  const detail = cause instanceof Error ? [`(${cause.message})`] : [];
  return [message, ...[code, oauthError].filter(isCode), ...detail].join(' ');
}

function ssoUnavailable(cause: unknown): Problem {
  return new Problem('sso-unavailable', 'The sign-on provider is unavailable. Try again later.', {
    cause,
    headers: { 'Retry-After': '10' },
  });
}
