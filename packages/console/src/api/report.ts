import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type pLimit from 'p-limit';
import type { paths } from '../generated/api';
import { type Answer, apiOf, type BodyOf, type InitOf, type PathOf, useStored } from './client';
import { reportFetch } from './transfers';

interface ReportCall {
  readonly signal: AbortSignal;
  readonly fetch: (request: Request) => Promise<Response>;
}

/**
 * Returns a query for a report of an organization. It waits in the queue of reports, counts received bytes, and is
 * cancelled when it is no longer shown. `show` displays the part of a long report received so far.
 */
export function reportOptions<T>(
  organization: string,
  key: QueryKey,
  run: (api: ReturnType<typeof apiOf>, call: ReportCall, show: (part: T) => void) => Promise<T>,
) {
  return queryOptions({
    queryKey: ['report', organization, ...key] as QueryKey,
    queryFn: ({ signal, client, queryKey }) => {
      const setBytes = (bytes: number) => client.setQueryData(bytesKey(queryKey), bytes);
      setBytes(0);
      const call = { signal, fetch: reportFetch(reportsOf(client), setBytes) };
      return run(apiOf(organization), call, part => client.setQueryData(queryKey, part));
    },
    // Comparing 50,000 rows with the previous ones takes longer than rendering them.
    structuralSharing: false,
  });
}

type Method = 'get' | 'post';

export function reportQuery<Of extends Method, Path extends PathOf<Of>>(
  organization: string,
  method: Of,
  path: Path,
  ...init: InitOf<Path, Of>
) {
  return reportOptions(organization, [path, ...init], (api, call) => {
    const send = api[method] as (path: string, init: object) => Promise<BodyOf<Path, Of>>;
    return send(path, { ...call, ...init[0] });
  });
}

export type RunDownload<Format = 'csv' | 'xlsx'> = (
  format: Format,
  call: ReportCall & { readonly parseAs: 'blob' },
) => Promise<Answer<Blob>>;

type FormatOf<Path extends keyof paths, Of extends Method> = paths[Path][Of] extends {
  parameters: { query?: { format?: infer Format } };
}
  ? NonNullable<Format>
  : never;

/** Returns a function that requests the response of an operation as a file. */
export function fileOf<Of extends Method, Path extends PathOf<Of>>(
  organization: string | null,
  method: Of,
  path: Path,
  ...init: InitOf<Path, Of>
): RunDownload<FormatOf<Path, Of>> {
  const { params, ...rest } = (init[0] ?? {}) as { params?: { query?: object } };
  const api = apiOf(organization);
  const send = (method === 'get' ? api.GET : api.POST) as (
    path: string,
    init: object,
  ) => Promise<Answer<Blob>>;
  return (format, call) =>
    send(path, { ...call, ...rest, params: { ...params, query: { ...params?.query, format } } });
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly reports?: pLimit.Limit };
    /** Keys of queries to refetch after a mutation: `changes` if it succeeds, `stale` always. */
    mutationMeta: { readonly changes?: QueryKey; readonly stale?: QueryKey };
  }
}

export function reportsOf(client: QueryClient): pLimit.Limit {
  return client.getDefaultOptions().queries!.meta!.reports!;
}

export type QueryOf<T> = UseQueryOptions<T> & { queryKey: QueryKey };

/** Starts a report before its page renders. The page shows errors. */
export function startReport<T>(
  { queryClient }: { queryClient: QueryClient },
  options: QueryOf<T>,
): void {
  queryClient.query(options).catch(() => undefined);
}

export interface Report<T> {
  readonly query: UseQueryResult<T>;
  /** The bytes received so far while it runs. */
  readonly bytes: number;
  readonly cancel: () => void;
}

/** Returns a report. While one with different filters loads, the previous one remains on screen, unless it is empty. */
export function useReport<T>(options: QueryOf<T>): Report<T> {
  const client = useQueryClient();
  const query = useQuery({
    ...options,
    placeholderData: before => (isEmpty(before) ? undefined : before),
  });
  const bytes = useStored(bytesKey(options.queryKey), 0);
  const cancel = () => void client.cancelQueries({ queryKey: options.queryKey });
  return { query, bytes, cancel };
}

function isEmpty(data: unknown): boolean {
  return Array.isArray(data)
    ? data.length === 0
    : (data as { total?: number } | undefined)?.total === 0;
}

function bytesKey(key: QueryKey): QueryKey {
  return ['bytes', ...key];
}
