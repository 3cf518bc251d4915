import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import { VersioningError } from './error';
import type { components, paths } from './generated/api';
import { type Result, requireJson, requireSegments, requireVersionOf, unwrap } from './http';
import { createKeysClient } from './keys';
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

type Preview = components['schemas']['NextVersionPreview'];
export type VersionToAdopt = components['schemas']['VersionToAdopt'];
export type AdoptedVersions = components['schemas']['AdoptedVersions'];

export interface Change {
  readonly package: Package;
  /** Whether the response is that of an earlier call with the same Idempotency-Key, or the version of the commit. */
  readonly isReplay: boolean;
}

export type VersioningClient = ReturnType<typeof createVersioningClient>;

/**
 * Every method of the client rejects with a VersioningError.
 * @throws VersioningError usage, if the address or the key is malformed
 */
export function createVersioningClient(options: ClientOptions) {
  const { timeout = 120_000, onRetry = () => undefined } = options;
  const api = createClient<paths>({
    baseUrl: readUrl(options.url),
    headers: { Authorization: `Bearer ${readKey(options.key)}` },
    fetch: retryingFetch({ timeout, onRetry }),
  });
  /** Retries calls that are idempotent without a key. */
  const fetch = retryingFetch({ timeout, onRetry, isIdempotent: true });
  api.use({
    onRequest: ({ params }) => requireSegments(params.path),
    onResponse: ({ response }) => requireJson(response),
  });

  return {
    async increment(
      slug: string,
      component: Component,
      { line, pre, oncePerCommit = false, ...change }: IncrementOptions = {},
    ): Promise<Change> {
      const once = oncePerCommit ? ('commit' as const) : undefined;
      const result = await api.POST(`/api/packages/{slug}/increment/${component}`, {
        params: { path: { slug }, query: { line, pre, once } },
        headers: changeHeaders(change),
      });
      const taken = toChange(result);
      requireVersionOf({ component, line, pre }, taken.package.Version);
      return taken;
    },
    /** Returns what an increment would return now, without taking a version. */
    async preview(
      slug: string,
      component: Component,
      { line, pre }: Pick<IncrementOptions, 'line' | 'pre'> = {},
    ): Promise<Preview> {
      const params = { path: { slug, component }, query: { line, pre } };
      const next = unwrap(await api.GET('/api/packages/{slug}/next/{component}', { params }));
      requireVersionOf({ component, line, pre }, next.Version);
      return next;
    },
    async get(slug: string): Promise<Package> {
      return unwrap(await api.GET('/api/packages/{slug}', { params: { path: { slug } } }));
    },
    /** Requires `force` for a version that is not greater than the current one. */
    async set(
      slug: string,
      version: string,
      { force, ...change }: ChangeOptions & { force?: boolean } = {},
    ): Promise<Change> {
      const result = await api.PUT('/api/packages/{slug}/version', {
        params: { path: { slug } },
        headers: changeHeaders(change),
        body: { Version: version, ...(force && { Force: true }) },
      });
      return toChange(result);
    },
    /** Records up to 10,000 versions that were assigned elsewhere; repeating it changes nothing. */
    async adopt(slug: string, versions: readonly VersionToAdopt[]): Promise<AdoptedVersions> {
      const params = { path: { slug } };
      const body = { Versions: [...versions] };
      return unwrap(await api.POST('/api/packages/{slug}/adopt', { params, body, fetch }));
    },
    /** Withdraws a version or releases it again. */
    async setState(
      slug: string,
      version: string,
      State: PackageChange['State'],
      reason?: string,
    ): Promise<PackageChange> {
      const params = { path: { slug, version } };
      const body = { State, ...(reason && { Reason: reason }) };
      const path = '/api/packages/{slug}/versions/{version}';
      return unwrap(await api.PATCH(path, { params, body, fetch }));
    },
    /** Returns changes, newest first, at most `limit` (1 to 1,000). */
    async history(slug: string, { limit }: { limit?: number } = {}): Promise<PackageChange[]> {
      const params = { path: { slug }, query: { limit } };
      return unwrap(await api.GET('/api/packages/{slug}/history', { params }));
    },
    /** Returns the change that assigned a version or pre-release, including its build. */
    async version(slug: string, version: string): Promise<PackageChange> {
      const params = { path: { slug, version } };
      return unwrap(await api.GET('/api/packages/{slug}/versions/{version}', { params }));
    },
    /** Returns releases of all packages that the key can read. */
    async releases(query: ReleaseOptions = {}): Promise<ReleasePage> {
      return readPage(await api.GET('/api/releases', { params: { query } }));
    },
    /** Requires a key with the scope `keys`. */
    keys: createKeysClient(api),
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
