import { randomUUID } from 'node:crypto';
import createClient, { type Client } from 'openapi-fetch';
import { VersioningError } from './error';
import type { components, paths } from './generated/api';
import { type Result, requireJson, requireSegment, unwrap } from './http';
import { createKeysClient, type KeysClient } from './keys';
import { type ReleaseOptions, type ReleasePage, readPage } from './releases';
import { type Retry, retryingFetch } from './retry';
import { requireVersionOf } from './version-shape';

export type Package = components['schemas']['Package'];
export type PackageChange = components['schemas']['PackageChange'];
export type Component = 'major' | 'minor' | 'patch';

export interface ClientOptions {
  /** Address of the service, with its prefix where it has one. */
  readonly url: string;
  /** An API key, `vrk_…`, or the OpenID Connect token of the pipeline. */
  readonly key: string;
  /** Milliseconds for a call, its repeats included; 120,000 unless named. */
  readonly timeout?: number;
  readonly onRetry?: (retry: Retry) => void;
}

export interface ChangeOptions {
  /** Repeats under one key change nothing a second time, for 24 hours; a random one unless named. */
  readonly idempotencyKey?: string;
  /** The page of the build, kept in the history. */
  readonly buildUrl?: string | null;
  /** The commit that is built, 7 to 64 hexadecimal digits, kept in the history. */
  readonly buildCommit?: string | null;
}

export interface IncrementOptions extends ChangeOptions {
  /** A release line, `<major>` or `<major>.<minor>`, instead of the current version. */
  readonly line?: string | undefined;
  /** The label of a pre-release, such as `rc`: 1.5.0-rc.1 instead of 1.5.0. */
  readonly pre?: string | undefined;
  /** The version of this kind that was made for `buildCommit`, where there is one: without a limit of time. */
  readonly oncePerCommit?: boolean;
}

export type Preview = components['schemas']['NextVersionPreview'];
export type VersionToAdopt = components['schemas']['VersionToAdopt'];
export type AdoptedVersions = components['schemas']['AdoptedVersions'];

export interface Change {
  readonly package: Package;
  /** The answer that an earlier call under the same Idempotency-Key got, or the version of the commit. */
  readonly isReplay: boolean;
}

/** The service's answers as values; every method rejects with a VersioningError. */
export interface VersioningClient {
  increment(slug: string, component: Component, options?: IncrementOptions): Promise<Change>;
  /** What the increment would give now; nothing is taken. */
  preview(
    slug: string,
    component: Component,
    options?: Pick<IncrementOptions, 'line' | 'pre'>,
  ): Promise<Preview>;
  get(slug: string): Promise<Package>;
  /** With `force` also to a version that is not greater. */
  set(
    slug: string,
    version: string,
    options?: ChangeOptions & { force?: boolean },
  ): Promise<Change>;
  /** Records versions that were handed out elsewhere, at most 10,000; repeated, nothing changes. */
  adopt(slug: string, versions: readonly VersionToAdopt[]): Promise<AdoptedVersions>;
  /** Takes a version back, or releases it again. */
  setState(
    slug: string,
    version: string,
    state: PackageChange['State'],
    reason?: string,
  ): Promise<PackageChange>;
  /** The newest changes first, at most `limit` (1 to 1,000). */
  history(slug: string, options?: { limit?: number }): Promise<PackageChange[]>;
  /** The change that handed a version out, also of a pre-release: which build made it. */
  version(slug: string, version: string): Promise<PackageChange>;
  /** What was released, of all packages that the key reaches. */
  releases(options?: ReleaseOptions): Promise<ReleasePage>;
  /** The keys of the service, for a key with the scope `keys`. */
  readonly keys: KeysClient;
}

/** @throws VersioningError usage, when address or key cannot be used */
export function createVersioningClient(options: ClientOptions): VersioningClient {
  const { timeout = 120_000, onRetry = () => undefined } = options;
  const api = createClient<paths>({
    baseUrl: readUrl(options.url),
    headers: { Authorization: `Bearer ${readKey(options.key)}` },
    fetch: retryingFetch({ timeout, onRetry }),
  });
  const repeated = retryingFetch({ timeout, onRetry, isRepeatable: true });
  api.use({ onResponse: ({ response }) => requireJson(response) });

  return {
    ...packageCalls(api, repeated),
    releases: async (query = {}) => readPage(await api.GET('/api/releases', { params: { query } })),
    keys: createKeysClient(api),
  };
}

/** @param fetch repeats calls that change nothing a second time */
function packageCalls(
  api: Client<paths>,
  fetch: (request: Request) => Promise<Response>,
): Omit<VersioningClient, 'releases' | 'keys'> {
  return {
    async increment(slug, component, { line, pre, oncePerCommit = false, ...change } = {}) {
      requireSegment('slug', slug);
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
      requireSegment('slug', slug);
      const params = { path: { slug, component }, query: { line, pre } };
      const next = unwrap(await api.GET('/api/packages/{slug}/next/{component}', { params }));
      requireVersionOf({ component, line, pre }, next.Version);
      return next;
    },
    async get(slug) {
      requireSegment('slug', slug);
      return unwrap(await api.GET('/api/packages/{slug}', { params: { path: { slug } } }));
    },
    async set(slug, version, { force, ...change } = {}) {
      requireSegment('slug', slug);
      const result = await api.PUT('/api/packages/{slug}/version', {
        params: { path: { slug } },
        headers: changeHeaders(change),
        body: { Version: version, ...(force && { Force: true }) },
      });
      return toChange(result);
    },
    async adopt(slug, versions) {
      requireSegment('slug', slug);
      const params = { path: { slug } };
      const body = { Versions: [...versions] };
      return unwrap(await api.POST('/api/packages/{slug}/adopt', { params, body, fetch }));
    },
    async setState(slug, version, State, reason) {
      requireSegment('slug', slug);
      requireSegment('version', version);
      const params = { path: { slug, version } };
      const body = { State, ...(reason && { Reason: reason }) };
      const path = '/api/packages/{slug}/versions/{version}';
      return unwrap(await api.PATCH(path, { params, body, fetch }));
    },
    async history(slug, { limit } = {}) {
      requireSegment('slug', slug);
      const params = { path: { slug }, query: { limit } };
      return unwrap(await api.GET('/api/packages/{slug}/history', { params }));
    },
    async version(slug, version) {
      requireSegment('slug', slug);
      requireSegment('version', version);
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
