import { VersioningError } from './error';
import type { components } from './generated/api';

/** Rejects path segments that a URL drops, because the call would reach another operation. @throws VersioningError request */
export function requireSegments(segments: Readonly<Record<string, unknown>> = {}): void {
  for (const [name, text] of Object.entries(segments)) {
    if (!['', '.', '..'].includes(String(text))) continue;
    throw new VersioningError(
      'request',
      `${JSON.stringify(text)} is not a valid ${name}: it must begin with a letter or digit.`,
    );
  }
}

export interface Result<Body> {
  readonly data?: Body;
  readonly error?: unknown;
  readonly response: Response;
}

/** @throws VersioningError unless the service responded with success and a body */
export function unwrap<Body>({ data, ...failure }: Result<Body>): Body {
  if (failure.response.ok && typeof data === 'object' && data !== null) return data;
  throw errorOf(failure);
}

/** @throws VersioningError unless the response is 204 */
export function requireDone(result: Result<unknown>): void {
  if (result.response.status !== 204) throw errorOf(result);
}

function errorOf({ error, response }: Omit<Result<unknown>, 'data'>): VersioningError {
  const { Detail: detail, Code: code } = (error ?? {}) as Partial<
    components['schemas']['ProblemDetails']
  >;
  if (typeof detail !== 'string' || typeof code !== 'string') return notTheService(response);
  if (code === 'not-found' || code === 'method-not-allowed') {
    return new VersioningError('unreachable', `${detail} Check the address of the service.`, {
      code,
    });
  }
  const isRunning = response.status === 409 && response.headers.has('Retry-After');
  return new VersioningError(isRunning ? 'unreachable' : kindOf(response.status), detail, {
    code,
    isTransient: isRunning || response.status === 503 || response.status === 429,
  });
}

/** Rejects pages of other servers. @throws VersioningError unreachable */
export async function requireJson(response: Response): Promise<void> {
  if (response.status === 204) return;
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

export function notTheService({ status, headers }: Response): VersioningError {
  const target = headers.get('Location');
  const sentence =
    target !== null && status >= 300 && status < 400
      ? `The response is a redirect (${status}) to ${target}.`
      : `The response (${status}) is not from the versioning service.`;
  return new VersioningError('unreachable', `${sentence} Check the address of the service.`, {
    isTransient: [502, 503, 504].includes(status),
  });
}

export interface WantedVersion {
  readonly component: 'major' | 'minor' | 'patch';
  readonly line: string | undefined;
  readonly pre: string | undefined;
}

/** Scripts use the version verbatim, so it must have the requested form. @throws VersioningError unreachable */
export function requireVersionOf(wanted: WantedVersion, version: string): void {
  if (patternOf(wanted).test(version)) return;
  throw new VersioningError(
    'unreachable',
    'The response does not contain the requested kind of version. Check the address of the service.',
  );
}

const NUMBER = '(0|[1-9]\\d{0,9})';

function patternOf({ component, line, pre }: WantedVersion): RegExp {
  const numbers = {
    major: `${NUMBER}\\.0\\.0`,
    minor: `${NUMBER}\\.${NUMBER}\\.0`,
    patch: `${NUMBER}\\.${NUMBER}\\.${NUMBER}`,
  }[component];
  const start = line === undefined ? '' : `(?=${escapeRegExp(line)}\\.)`;
  const end = pre === undefined ? '' : `-${escapeRegExp(pre)}\\.[1-9]\\d*`;
  return new RegExp(`^${start}${numbers}${end}$`);
}

function escapeRegExp(text: string): string {
  return text.replace(/[^\w]/g, '\\$&');
}
