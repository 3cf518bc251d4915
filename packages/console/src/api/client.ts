import { t } from '@lingui/core/macro';
import { type QueryKey, queryOptions, useQuery } from '@tanstack/react-query';
import createClient, {
  type Client,
  type ClientPathsWithMethod,
  type MaybeOptionalInit,
  type MethodResponse,
} from 'openapi-fetch';
import type { components, paths } from '../generated/api';
import { stringifySearch } from '../search';
import { describeMessage, describeProblem, isFilterField, type Problem } from './refusals';

export type Schemas = components['schemas'];

/** The URL of the console, `…/console/`. In a build, scripts are one folder below it. */
export const consoleUrl = new URL(
  '../',
  import.meta.env.DEV ? `${location.origin}/x/` : import.meta.url,
);

/** The URL of the API, the parent of the console's, without the slash at its end. */
export const apiUrl = new URL(import.meta.env.DEV ? './' : '../', consoleUrl).href.slice(0, -1);

export const api = connect();

/** Returns a client for an organization, which must be specified with a session. */
export function apiOf(organization: string | null) {
  return organization === null ? api : connect({ 'X-Company': organization });
}

function connect(headers: Record<string, string> = {}) {
  const client = createClient<paths>({
    baseUrl: apiUrl,
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    querySerializer: { array: { style: 'form', explode: true } },
    fetch: request => fetch(request),
  });
  return {
    /** For responses other than JSON. */
    GET: client.GET,
    POST: client.POST,
    get: reading<'get'>(client.GET),
    post: reading<'post'>(client.POST),
    put: reading<'put'>(client.PUT),
    patch: reading<'patch'>(client.PATCH),
    remove: reading<'delete'>(client.DELETE),
  };
}

/** Returns a query for the response to a GET. Mutations refetch queries by their `group`. */
export function apiQuery<Path extends PathOf<'get'>>(
  group: string,
  organization: string | null,
  path: Path,
  ...init: InitOf<Path, 'get'>
) {
  return queryOptions({
    queryKey: [group, path, organization, ...init] as QueryKey,
    queryFn: ({ signal }) => {
      const call = [{ ...init[0], signal }] as unknown as typeof init;
      return apiOf(organization).get(path, ...call);
    },
  });
}

/** Headers that make a change fail if the record has changed since it was read. */
export interface IfMatch {
  'If-Match'?: string;
}

/** Returns a record, and the condition of a change to it. @throws ApiError */
export async function withTag<Data>(
  call: Promise<Answer<Data>>,
): Promise<{ data: Data; ifMatch: IfMatch }> {
  const { data, response } = await answered(call);
  const tag = response.headers.get('ETag');
  return { data: data!, ifMatch: tag === null ? {} : { 'If-Match': tag } };
}

/** Returns a value stored in the query cache by `setQueryData`, or the initial one. */
export function useStored<T>(queryKey: QueryKey, initial: T): T {
  const { data = initial } = useQuery({ queryKey, queryFn: () => initial, enabled: false });
  return data;
}

/** Why a request failed, in words for people; status 0 if there was no response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly code: string,
    /** The number of seconds to wait before a retry, if the API specified it. */
    readonly retryAfter: number | null = null,
    /** Error messages by property of the request. */
    readonly fields: ReadonlyMap<string, string> = new Map(),
  ) {
    super(`${title}: ${detail}`);
  }

  /** Whether a department or person in the filters no longer exists. */
  get concernsFilters(): boolean {
    return this.status === 400 && [...this.fields.keys()].some(isFilterField);
  }

  /** Whether the session is missing or has ended; false for a wrong password. */
  get isSignedOut(): boolean {
    return this.status === 401 && this.code !== 'sign-in-failed';
  }

  /** Whether the same request can succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** Returns the title and detail of an error for people. */
export function describeError(error: unknown): { title: string; detail: string } {
  return error instanceof ApiError
    ? error
    : { title: t`Something went wrong`, detail: t`Reload the page, or report the problem.` };
}

export interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

type Json = Client<paths, 'application/json'>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type PathOf<Of extends Method> = ClientPathsWithMethod<Json, Of>;
type Init<Path extends keyof paths, Of extends Method> = MaybeOptionalInit<paths[Path], Of>;
export type InitOf<Path extends keyof paths, Of extends Method> =
  undefined extends Init<Path, Of> ? [Init<Path, Of>?] : [Init<Path, Of>];
export type BodyOf<Path extends PathOf<Of>, Of extends Method> = MethodResponse<Json, Of, Path>;

/**
 * Returns a function that resolves with the body, which is JSON even if the operation has other formats.
 * @throws ApiError
 */
function reading<Of extends Method>(call: unknown) {
  const send = call as (path: string, ...init: unknown[]) => Promise<Answer<unknown>>;
  return async <Path extends PathOf<Of>>(path: Path, ...init: InitOf<Path, Of>) => {
    const { data } = await answered(send(path, ...init));
    return data as BodyOf<Path, Of>;
  };
}

/** Returns a successful response. @throws ApiError */
export async function answered<Data>(call: Promise<Answer<Data>>): Promise<Answer<Data>> {
  const answer = await call.catch(rethrowUnanswered);
  if (!answer.response.ok) throw toApiError(answer.response, answer.error);
  return answer;
}

/** Returns a handler that ignores errors with a status. */
export function ignoring(status: number) {
  return (error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== status) throw error;
  };
}

function toApiError(response: Response, body: unknown): ApiError {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Problem;
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : null;
  const { title, detail } = describeProblem(response.status, problem, retryAfter);
  return new ApiError(
    response.status,
    title,
    detail,
    problem.code ?? '',
    retryAfter,
    new Map((problem.errors ?? []).map(({ field, message }) => [field, describeMessage(message)])),
  );
}

function rethrowUnanswered(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new ApiError(
    0,
    t`The service cannot be reached`,
    t`Check your network connection, then try again.`,
    'unreachable',
  );
}

/** Loads the sign-in page in a new document, so that no data remains in memory. */
export function leave(search: { from?: string; reason?: 'ended' | 'signed-out' } = {}): void {
  window.location.replace(new URL(`sign-in${stringifySearch({ ...search })}`, consoleUrl));
}

/**
 * Returns the address to continue with after sign-in, without the origin. Addresses outside the console are replaced by
 * its start page.
 */
export function localTarget(from: string | undefined): string {
  const start = consoleUrl.pathname;
  if (from === undefined) return start;
  // The router's addresses are relative to the console.
  const path = from.startsWith(start) ? from : `.${from}`;
  if (!URL.canParse(path, consoleUrl)) return start;
  const url = new URL(path, consoleUrl);
  return url.origin === consoleUrl.origin && url.pathname.startsWith(start)
    ? url.pathname + url.search
    : start;
}
