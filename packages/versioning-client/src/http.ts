import { VersioningError } from './error';
import type { components } from './generated/api';

/** Of these, a URL would lose the segment, and call another operation. @throws VersioningError request */
export function requireSegment(what: 'slug' | 'version' | 'key', text: string): void {
  if (!['', '.', '..'].includes(text)) return;
  throw new VersioningError(
    'request',
    `${JSON.stringify(text)} is no ${what}: it begins with a letter or digit.`,
  );
}

export interface Result<Body> {
  readonly data?: Body;
  readonly error?: unknown;
  readonly response: Response;
}

/** @throws VersioningError for any answer but a successful one of the service */
export function unwrap<Body>({ data, ...answer }: Result<Body>): Body {
  if (answer.response.ok && typeof data === 'object' && data !== null) return data;
  throw refusalOf(answer);
}

/** Of an answer without a body. @throws VersioningError for any but 204 */
export function requireDone(answer: Result<unknown>): void {
  if (answer.response.status !== 204) throw refusalOf(answer);
}

function refusalOf({ error, response }: Omit<Result<unknown>, 'data'>): VersioningError {
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

/** A page of another server is no answer. @throws VersioningError unreachable */
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
  const said =
    target !== null && status >= 300 && status < 400
      ? `It answered ${status} and names ${target}.`
      : `It answered ${status}, not as the versioning service does.`;
  return new VersioningError('unreachable', `${said} Check the address of the service.`, {
    isTransient: [502, 503, 504].includes(status),
  });
}
