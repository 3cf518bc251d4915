import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Environment } from './build';
import { VersioningError } from './error';
import { retryingFetch } from './retry';

/** @throws VersioningError usage, where the variable is not set */
export function readSetting(env: Environment, name: string): string {
  const value = findSetting(env, name);
  if (value !== undefined) return value;
  throw new VersioningError('usage', `Set ${name} in the environment.`);
}

/**
 * What a pipeline calls the service with: its API key, or else the OpenID Connect token that its platform
 * gives it.
 * @throws VersioningError usage, where there is neither; unreachable, where the platform gives none
 */
export async function readCredential(env: Environment): Promise<string> {
  const given = findSetting(env, 'VERSIONING_KEY') ?? findSetting(env, 'VERSIONING_ID_TOKEN');
  if (given !== undefined) return given;
  if (env.ACTIONS_ID_TOKEN_REQUEST_URL) return githubToken(env, env.ACTIONS_ID_TOKEN_REQUEST_URL);
  if (env.BUILDKITE === 'true') return buildkiteToken(env);
  throw new VersioningError(
    'usage',
    'Set VERSIONING_KEY, or VERSIONING_ID_TOKEN, in the environment.',
  );
}

function findSetting(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

/** The audience that the service's TRUSTED_ISSUERS has to name: its address, unless it is set. */
function audience(env: Environment): string {
  const url = readSetting(env, 'VERSIONING_URL').replace(/\/+$/, '');
  return findSetting(env, 'VERSIONING_AUDIENCE') ?? url;
}

async function githubToken(env: Environment, address: string): Promise<string> {
  const request = new Request(`${address}&audience=${encodeURIComponent(audience(env))}`, {
    headers: { Authorization: `Bearer ${env.ACTIONS_ID_TOKEN_REQUEST_TOKEN ?? ''}` },
  });
  const fetchToken = retryingFetch({ timeout: 15_000, onRetry: () => undefined });
  const response = await fetchToken(request);
  const body = (await response.json().catch(() => null)) as { value?: unknown } | null;
  if (response.ok && typeof body?.value === 'string') return body.value;
  throw new VersioningError('unreachable', 'GitHub gave no OpenID Connect token.');
}

async function buildkiteToken(env: Environment): Promise<string> {
  const args = ['oidc', 'request-token', '--audience', audience(env)];
  try {
    const run = promisify(execFile);
    const { stdout } = await run('buildkite-agent', args, { env, timeout: 30_000 });
    return stdout.trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new VersioningError('usage', 'Set VERSIONING_KEY in the environment.');
    }
    throw new VersioningError('unreachable', 'buildkite-agent gave no OpenID Connect token.', {
      cause: error,
    });
  }
}
