import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import { VersioningError } from './error';
import type { components, paths } from './generated/api';
import { type Retry, retryingFetch } from './retry';

export type Package = components['schemas']['Package'];
export type PackageChange = components['schemas']['PackageChange'];
export type Component = 'major' | 'minor' | 'patch';

export interface ClientOptions {
  /** Address of the service, with its prefix where it has one. */
  readonly url: string;
  /** An API key, `vrk_…`. */
  readonly key: string;
  /** Milliseconds for a call, its repeats included; 120,000 unless named. */
  readonly timeout?: number;
  /** Is called before every repeat. */
  readonly onRetry?: (retry: Retry) => void;
}

export interface ChangeOptions {
  /** Repeats under one key change nothing a second time, for 24 hours; a random one unless named. */
  readonly idempotencyKey?: string;
  /** The page of the build, kept in the history. */
  readonly buildUrl?: string | null;
}

export interface Change {
  readonly package: Package;
  /** The answer that an earlier call under the same Idempotency-Key got. */
  readonly isReplay: boolean;
}

/** The service's answers as values; every method rejects with a VersioningError. */
export interface VersioningClient {
  increment(slug: string, component: Component, options?: ChangeOptions): Promise<Change>;
  get(slug: string): Promise<Package>;
  /** With `force` also to a version that is not greater. */
  set(
    slug: string,
    version: string,
    options?: ChangeOptions & { force?: boolean },
  ): Promise<Change>;
  /** The newest changes first, at most `limit` (1 to 1,000). */
  history(slug: string, options?: { limit?: number }): Promise<PackageChange[]>;
}

/** @throws VersioningError usage, when address or key cannot be used */
export function createVersioningClient(options: ClientOptions): VersioningClient {
  const { timeout = 120_000, onRetry = () => undefined } = options;
  const api = createClient<paths>({
    baseUrl: readUrl(options.url),
    headers: { Authorization: `Bearer ${readKey(options.key)}` },
    fetch: retryingFetch({ timeout, onRetry }),
  });
  api.use({ onResponse: ({ response }) => requireJson(response) });

  return {
    async increment(slug, component, change = {}) {
      requireSegment(slug);
      const result = await api.POST(`/api/packages/{slug}/increment/${component}`, {
        params: { path: { slug }, header: changeHeaders(change) },
      });
      return toChange(result);
    },
    async get(slug) {
      requireSegment(slug);
      return unwrap(await api.GET('/api/packages/{slug}', { params: { path: { slug } } }));
    },
    async set(slug, version, { force, ...change } = {}) {
      requireSegment(slug);
      const result = await api.PUT('/api/packages/{slug}/version', {
        params: { path: { slug }, header: changeHeaders(change) },
        body: { Version: version, ...(force && { Force: true }) },
      });
      return toChange(result);
    },
    async history(slug, { limit } = {}) {
      requireSegment(slug);
      const params = { path: { slug }, query: { limit } };
      return unwrap(await api.GET('/api/packages/{slug}/history', { params }));
    },
  };
}

/** Of these, a URL would lose the segment, and another operation would be called. */
function requireSegment(slug: string): void {
  if (!['', '.', '..'].includes(slug)) return;
  throw new VersioningError(
    'request',
    `${JSON.stringify(slug)} is no slug: it begins with a letter or digit.`,
  );
}

function changeHeaders({ idempotencyKey = randomUUID(), buildUrl }: ChangeOptions) {
  return { 'Idempotency-Key': idempotencyKey, ...(buildUrl && { 'Build-Url': buildUrl }) };
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new VersioningError(
      'usage',
      'The address of the versioning service must be an http or https URL.',
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new VersioningError(
      'usage',
      'The address of the versioning service must hold neither user and password nor ? or #.',
    );
  }
  return url.href.replace(/\/+$/, '');
}

function readKey(text: string): string {
  const key = text.trim();
  if (/^[!-~]+$/.test(key)) return key;
  throw new VersioningError(
    'usage',
    key === '' ? 'The API key is empty.' : 'The API key holds characters that no key has.',
  );
}

interface Result<Body> {
  readonly data?: Body;
  readonly error?: unknown;
  readonly response: Response;
}

function toChange(result: Result<Package>): Change {
  const isReplay = result.response.headers.get('Idempotent-Replayed') === 'true';
  return { package: unwrap(result), isReplay };
}

function unwrap<Body>({ data, error, response }: Result<Body>): Body {
  if (response.ok && typeof data === 'object' && data !== null) return data;
  const { Detail: detail, Code: code } = (error ?? {}) as Partial<
    components['schemas']['ProblemDetails']
  >;
  if (typeof detail !== 'string' || typeof code !== 'string') throw notTheService(response);
  if (code === 'not-found' || code === 'method-not-allowed') {
    throw new VersioningError('unreachable', `${detail} Check the address of the service.`, {
      code,
    });
  }
  // 409 with Retry-After: the first request under this Idempotency-Key is still running.
  const isRunning = response.status === 409 && response.headers.has('Retry-After');
  throw new VersioningError(isRunning ? 'unreachable' : kindOf(response.status), detail, {
    code,
    isTransient: isRunning || response.status === 503 || response.status === 429,
  });
}

async function requireJson(response: Response): Promise<void> {
  try {
    JSON.parse(await response.clone().text());
  } catch {
    throw notTheService(response);
  }
}

function kindOf(status: number) {
  if (status === 401 || status === 403) return 'credential';
  return status === 429 || status >= 500 ? 'unreachable' : 'request';
}

function notTheService({ status, headers }: Response): VersioningError {
  const target = headers.get('Location');
  const said =
    target !== null && status >= 300 && status < 400
      ? `It answered ${status} and names ${target}.`
      : `It answered ${status}, not as the versioning service does.`;
  return new VersioningError('unreachable', `${said} Check the address of the service.`, {
    isTransient: [502, 503, 504].includes(status),
  });
}
