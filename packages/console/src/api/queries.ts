import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api, forOrganization, leave, read, type Schemas } from './client';
import { reportFetch } from './transfers';

/** A refused call is tried again only where the API says that it can succeed, after the seconds it says. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => leaveIfSignedOut(client, error);
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) =>
          error instanceof ApiError && error.retryAfter !== null && failures < 3,
        retryDelay: (_failures, error) =>
          (error instanceof ApiError ? (error.retryAfter ?? 1) : 1) * 1_000,
      },
      mutations: { retry: false },
    },
  });
  return client;
}

export type Session = Schemas['CurrentSession'];

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => read(api.GET('/auth/session', { signal })),
  staleTime: 5 * 60_000,
});

/**
 * Where the session has ended while pages were open, leads to the sign-in and from there back. Until there
 * was a session the router does, and a wrong password is no reason.
 */
export function leaveIfSignedOut(client: QueryClient, error: unknown): void {
  const isRefused = error instanceof ApiError && error.status === 401;
  if (!isRefused || error.code === 'sign-in-failed') return;
  if (client.getQueryData(sessionQuery.queryKey) === undefined) return;
  leave(window.location.pathname + window.location.search);
}

export const methodsQuery = queryOptions({
  queryKey: ['methods'],
  queryFn: ({ signal }) => read(api.GET('/auth/methods', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

export const measurementsQuery = (organization: string) =>
  queryOptions({
    queryKey: ['measurements', organization],
    queryFn: ({ signal }) =>
      read(
        api.GET('/reporting/compliance-summaries/measurements', {
          signal,
          params: { header: forOrganization(organization) },
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Departments, members and affiliations; one of the larger reports, so it is kept for the session. */
export const directoryQuery = (organization: string) =>
  queryOptions({
    queryKey: ['directory', organization],
    queryFn: ({ signal }) =>
      read(
        api.GET('/reporting/directory-contacts', {
          signal,
          params: { header: forOrganization(organization) },
          fetch: reportFetch(() => undefined),
        }),
      ),
    staleTime: 15 * 60_000,
  });

/** What a report's request is made with: pass it on to the API's client. */
export interface ReportRun {
  readonly signal: AbortSignal;
  readonly fetch: (request: Request) => Promise<Response>;
}

export interface Report<T> {
  readonly query: UseQueryResult<T>;
  /** The bytes received so far while it runs. */
  readonly bytes: number;
  readonly cancel: () => void;
}

/** One report, kept on screen while the next one with other filters runs. */
export function useReport<T>(
  key: QueryKey,
  run: (run: ReportRun) => Promise<T>,
  { enabled = true }: { enabled?: boolean } = {},
): Report<T> {
  const [bytes, setBytes] = useState(0);
  const client = useQueryClient();
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => {
      setBytes(0);
      return run({ signal, fetch: reportFetch(setBytes) });
    },
    enabled,
    placeholderData: keepPreviousData,
  });
  return { query, bytes, cancel: () => void client.cancelQueries({ queryKey: key }) };
}
