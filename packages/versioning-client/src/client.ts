import { randomUUID } from 'node:crypto';
import createClient, { type Client } from 'openapi-fetch';
import { VersioningError } from './error';
import type { components, paths } from './generated/api';
import { type Result, requireJson, requireSegments, requireVersionOf, unwrap } from './http';
import { createKeysClient, type KeysClient } from './keys';
import { type ReleaseOptions, type ReleasePage, readPage } from './releases';
import { type Retry, retryingFetch } from './retry';
export type Package = components['schemas']['Package'];
export type PackageChange = components['schemas']['PackageChange'];
export type Component = 'major' | 'minor' | 'patch';

export interface ClientOptions {
  /** Address of the service, including any path prefix. */
  readonly url: string;
  /** An API key, `vrk_…`, or an OpenID Connect token of the pipeline. */
  readonly key: string;
  /** Milliseconds for a call, including retries; defaults to 120,000. */
  readonly timeout?: number;
  readonly onRetry?: (retry: Retry) => void;
}

export interface ChangeOptions {
  /** For 24 hours, repeated calls with the same key change nothing; defaults to a random key. */
  readonly idempotencyKey?: string;
  /** The build's page, recorded in the history. */
  readonly buildUrl?: string | null;
  /** The commit being built, 7 to 64 hexadecimal digits, recorded in the history. */
  readonly buildCommit?: string | null;
}

export interface IncrementOptions extends ChangeOptions {
  /** A release line, `<major>` or `<major>.<minor>`, instead of the current version. */
  readonly line?: string | undefined;
  /** The label of a pre-release, such as `rc` for 1.5.0-rc.1 instead of 1.5.0. */
  readonly pre?: string | undefined;
  /** Returns the existing version of this kind for `buildCommit`, no matter how old, before taking a new one. */
  readonly oncePerCommit?: boolean;
}

export type Preview = components['schemas']['NextVersionPreview'];
export type VersionToAdopt = components['schemas']['VersionToAdopt'];
export type AdoptedVersions = components['schemas']['AdoptedVersions'];

export interface Change {
  readonly package: Package;
  /** Whether the response is that of an earlier call with the same Idempotency-Key, or the version of the commit. */
  readonly isReplay: boolean;
}

/** Every method rejects with a VersioningError. */
export interface VersioningClient {
  increment(slug: string, component: Component, options?: IncrementOptions): Promise<Change>;
  /** Returns what an increment would return now, without taking a version. */
  preview(
    slug: string,
    component: Component,
    options?: Pick<IncrementOptions, 'line' | 'pre'>,
  ): Promise<Preview>;
  get(slug: string): Promise<Package>;
  /** Requires `force` for a version that is not greater than the current one. */
  set(
    slug: string,
    version: string,
    options?: ChangeOptions & { force?: boolean },
  ): Promise<Change>;
  /** Records up to 10,000 versions that were assigned elsewhere; repeating it changes nothing. */
  adopt(slug: string, versions: readonly VersionToAdopt[]): Promise<AdoptedVersions>;
  /** Withdraws a version or releases it again. */
  setState(
    slug: string,
    version: string,
    state: PackageChange['State'],
    reason?: string,
  ): Promise<PackageChange>;
  /** Returns changes, newest first, at most `limit` (1 to 1,000). */
  history(slug: string, options?: { limit?: number }): Promise<PackageChange[]>;
  /** Returns the change that assigned a version or pre-release, including its build. */
  version(slug: string, version: string): Promise<PackageChange>;
  /** Returns releases of all packages that the key can read. */
  releases(options?: ReleaseOptions): Promise<ReleasePage>;
  /** Requires a key with the scope `keys`. */
  readonly keys: KeysClient;
}

/** @throws VersioningError usage, if the address or the key is malformed */
export function createVersioningClient(options: ClientOptions): VersioningClient {
  const { timeout = 120_000, onRetry = () => undefined } = options;
  const api = createClient<paths>({
    baseUrl: readUrl(options.url),
    headers: { Authorization: `Bearer ${readKey(options.key)}` },
    fetch: retryingFetch({ timeout, onRetry }),
  });
  const idempotentFetch = retryingFetch({ timeout, onRetry, isIdempotent: true });
  api.use({
    onRequest: ({ params }) => requireSegments(params.path),
    onResponse: ({ response }) => requireJson(response),
  });

  return {
    ...createPackagesClient(api, idempotentFetch),
    releases: async (query = {}) => readPage(await api.GET('/api/releases', { params: { query } })),
    keys: createKeysClient(api),
  };
}

/** @param fetch retries calls that are idempotent without a key */
function createPackagesClient(
  api: Client<paths>,
  fetch: (request: Request) => Promise<Response>,
): Omit<VersioningClient, 'releases' | 'keys'> {
  return {
    async increment(slug, component, { line, pre, oncePerCommit = false, ...change } = {}) {
      const once = oncePerCommit ? ('commit' as const) : undefined;
      const result = await api.POST(`/api/packages/{slug}/increment/${component}`, {
        params: { path: { slug }, query: { line, pre, once } },
        headers: changeHeaders(change),
      });
      const taken = toChange(result);
      requireVersionOf({ component, line, pre }, taken.package.Version);
      return taken;
    },
    async preview(slug, component, { line, pre } = {}) {
      const params = { path: { slug, component }, query: { line, pre } };
      const next = unwrap(await api.GET('/api/packages/{slug}/next/{component}', { params }));
      requireVersionOf({ component, line, pre }, next.Version);
      return next;
    },
    async get(slug) {
      return unwrap(await api.GET('/api/packages/{slug}', { params: { path: { slug } } }));
    },
    async set(slug, version, { force, ...change } = {}) {
      const result = await api.PUT('/api/packages/{slug}/version', {
        params: { path: { slug } },
        headers: changeHeaders(change),
        body: { Version: version, ...(force && { Force: true }) },
      });
      return toChange(result);
    },
    async adopt(slug, versions) {
      const params = { path: { slug } };
      const body = { Versions: [...versions] };
      return unwrap(await api.POST('/api/packages/{slug}/adopt', { params, body, fetch }));
    },
    async setState(slug, version, State, reason) {
      const params = { path: { slug, version } };
      const body = { State, ...(reason && { Reason: reason }) };
      const path = '/api/packages/{slug}/versions/{version}';
      return unwrap(await api.PATCH(path, { params, body, fetch }));
    },
    async history(slug, { limit } = {}) {
      const params = { path: { slug }, query: { limit } };
      return unwrap(await api.GET('/api/packages/{slug}/history', { params }));
    },
    async version(slug, version) {
      const params = { path: { slug, version } };
      return unwrap(await api.GET('/api/packages/{slug}/versions/{version}', { params }));
    },
  };
}

function changeHeaders({ idempotencyKey = randomUUID(), buildUrl, buildCommit }: ChangeOptions) {
  return {
    'Idempotency-Key': idempotencyKey,
    ...(buildUrl && { 'Build-Url': buildUrl }),
    ...(buildCommit && { 'Build-Commit': buildCommit }),
  };
}

function toChange(result: Result<Package>): Change {
  const { headers } = result.response;
  const isReplay = headers.has('Idempotent-Replayed') || headers.has('Once-Replayed');
  return { package: unwrap(result), isReplay };
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
      'The address of the versioning service must not contain a user, a password, ? or #.',
    );
  }
  return url.href.replace(/\/+$/, '');
}

function readKey(text: string): string {
  const key = text.trim();
  if (/^[!-~]+$/.test(key)) return key;
  throw new VersioningError(
    'usage',
    key === '' ? 'The API key is empty.' : 'The API key contains invalid characters.',
  );
}
