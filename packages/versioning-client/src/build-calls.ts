import { type Environment, idempotencyKeyOf, identifyBuild, toCommit } from './build';
import {
  type Change,
  type Component,
  createVersioningClient,
  type IncrementOptions,
  type VersioningClient,
} from './client';
import { readCredential, readSetting } from './credential';
import { VersioningError } from './error';

/** A client of the environment; `say` gets a sentence before each repeat. @throws VersioningError usage, unreachable */
export async function connectBuild(
  env: Environment,
  timeout: number,
  say: (sentence: string) => unknown,
): Promise<VersioningClient> {
  return createVersioningClient({
    url: readSetting(env, 'VERSIONING_URL'),
    key: await readCredential(env),
    timeout,
    onRetry: ({ reason, delay }) =>
      say(`${reason} Trying again in ${(delay / 1000).toFixed(1)} s.`),
  });
}

export interface BuildIncrement extends Pick<IncrementOptions, 'line' | 'pre' | 'oncePerCommit'> {
  readonly slug: string;
  readonly component: Component;
  /** A new version even if this job has one. */
  readonly fresh?: boolean | undefined;
  /** Instead of the build's own, as the next. */
  readonly idempotencyKey?: string | undefined;
  readonly buildUrl?: string | undefined;
}

/** The next version for the build of the environment: a job that is run again gets the one that it got before. */
export function incrementForBuild(
  client: VersioningClient,
  env: Environment,
  { slug, component, fresh = false, idempotencyKey, buildUrl, ...wanted }: BuildIncrement,
): Promise<Change> {
  const { line, pre, oncePerCommit = false } = wanted;
  const build = identifyBuild(env);
  // The job's key would answer with a version that was withdrawn since.
  const hasJobKey = !fresh && !oncePerCommit;
  const jobKey =
    build && hasJobKey ? idempotencyKeyOf(build, { slug, component, line, pre }) : null;
  const key = idempotencyKey ?? jobKey;
  const buildCommit = build?.commit ?? toCommit(env.VERSIONING_COMMIT);
  if (oncePerCommit && buildCommit === null) {
    throw new VersioningError('usage', 'Set VERSIONING_COMMIT to the commit that is built.');
  }
  return client.increment(slug, component, {
    line,
    pre,
    oncePerCommit,
    buildUrl: buildUrl ?? build?.url ?? null,
    buildCommit,
    ...(key !== null && { idempotencyKey: key }),
  });
}

/** Milliseconds; null for what is not a number of seconds from 1 to 99999. */
export function parseSeconds(text: string): number | null {
  return /^\d{1,5}$/.test(text) && Number(text) > 0 ? Number(text) * 1000 : null;
}
