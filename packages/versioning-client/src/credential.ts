import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Environment } from './build';
import { VersioningError } from './error';
import { retryingFetch } from './retry';

/** @throws VersioningError usage, if the variable is not set */
export function readSetting(env: Environment, name: string): string {
  const value = findSetting(env, name);
  if (value !== undefined) return value;
  throw new VersioningError('usage', `Set ${name} in the environment.`);
}

/** Returns the API key, or the OpenID Connect token of the platform. @throws VersioningError usage, unreachable */
export async function readCredential(env: Environment): Promise<string> {
  const credential = findSetting(env, 'VERSIONING_KEY') ?? findSetting(env, 'VERSIONING_ID_TOKEN');
  if (credential !== undefined) return credential;
  if (env.ACTIONS_ID_TOKEN_REQUEST_URL) return githubToken(env, env.ACTIONS_ID_TOKEN_REQUEST_URL);
  if (env.BUILDKITE === 'true') return buildkiteToken(env);
  throw new VersioningError(
    'usage',
    'Set VERSIONING_KEY or VERSIONING_ID_TOKEN in the environment.',
  );
}

function findSetting(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

/** The audience expected by the service's TRUSTED_ISSUERS; defaults to the address of the service. */
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
  throw new VersioningError('unreachable', 'GitHub did not issue an OpenID Connect token.');
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
    const sentence = 'buildkite-agent did not issue an OpenID Connect token.';
    throw new VersioningError('unreachable', sentence, { cause: error });
  }
}
