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

/** Connects with the environment's address and credential; `say` gets a sentence per retry. @throws VersioningError */
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
  /** Takes a new version even if this job has one. */
  readonly fresh?: boolean | undefined;
  /** Overrides the key derived from the job. */
  readonly idempotencyKey?: string | undefined;
  /** Overrides the URL given by the platform. */
  readonly buildUrl?: string | undefined;
}

/** Takes the next version for the current build; a rerun job gets the version that it got before. */
export function incrementForBuild(
  client: VersioningClient,
  env: Environment,
  { slug, component, fresh = false, idempotencyKey, buildUrl, ...options }: BuildIncrement,
): Promise<Change> {
  const { line, pre, oncePerCommit = false } = options;
  const build = identifyBuild(env);
  // With `oncePerCommit`, the job's key could replay a version that has been withdrawn since.
  const hasJobKey = !fresh && !oncePerCommit;
  const jobKey =
    build && hasJobKey ? idempotencyKeyOf(build, { slug, component, line, pre }) : null;
  const key = idempotencyKey ?? jobKey;
  const buildCommit = build?.commit ?? toCommit(env.VERSIONING_COMMIT);
  if (oncePerCommit && buildCommit === null) {
    throw new VersioningError('usage', 'Set VERSIONING_COMMIT to the commit being built.');
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

/** Returns milliseconds; null unless the text is a number of seconds from 1 to 99999. */
export function parseSeconds(text: string): number | null {
  return /^\d{1,5}$/.test(text) && Number(text) > 0 ? Number(text) * 1000 : null;
}
