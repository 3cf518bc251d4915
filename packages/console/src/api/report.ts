import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { apiOf } from './client';
import { type Queue, reportFetch } from './transfers';

/** What a report is requested with: spread it into the call. */
interface ReportCall {
  readonly signal: AbortSignal;
  readonly fetch: (request: Request) => Promise<Response>;
}

/**
 * A report of an organization: waits for its turn, counts its bytes, and ends when nobody shows it. `show`
 * is for what has arrived of a long one.
 */
export function reportOptions<T>(
  organization: string,
  key: QueryKey,
  run: (api: ReturnType<typeof apiOf>, call: ReportCall, show: (part: T) => void) => Promise<T>,
) {
  return queryOptions({
    queryKey: ['report', organization, ...key],
    queryFn: ({ signal, client, queryKey }) => {
      const setBytes = (bytes: number) => client.setQueryData(bytesKey(queryKey), bytes);
      setBytes(0);
      const call = { signal, fetch: reportFetch(reportsOf(client), setBytes) };
      return run(apiOf(organization), call, part => client.setQueryData(queryKey, part));
    },
    // Comparing 50,000 rows with those before takes longer than to draw them.
    structuralSharing: false,
  });
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly reports?: Queue };
  }
}

/** Where the reports of a console wait for their turn, those that are downloaded as well. */
export function reportsOf(client: QueryClient): Queue {
  return client.getDefaultOptions().queries!.meta!.reports!;
}

/** Begins a report before its page renders. What it fails with, the page shows. */
export function startReport<T, Key extends QueryKey>(
  client: QueryClient,
  options: UseQueryOptions<T, Error, T, Key> & { queryKey: Key },
): void {
  client.query(options).catch(() => undefined);
}

export interface Report<T> {
  readonly query: UseQueryResult<T>;
  /** The bytes received so far while it runs. */
  readonly bytes: number;
  readonly cancel: () => void;
}

/** One report, kept on screen while the next one with other filters runs. */
export function useReport<T, Key extends QueryKey>(
  options: UseQueryOptions<T, Error, T, Key> & { queryKey: Key },
): Report<T> {
  const client = useQueryClient();
  const query = useQuery({ ...options, placeholderData: keepPreviousData });
  const { data: bytes } = useQuery({
    queryKey: bytesKey(options.queryKey),
    queryFn: () => 0,
    enabled: false,
    initialData: 0,
  });
  const cancel = () => void client.cancelQueries({ queryKey: options.queryKey });
  return { query, bytes, cancel };
}

function bytesKey(key: QueryKey): QueryKey {
  return ['bytes', ...key];
}
