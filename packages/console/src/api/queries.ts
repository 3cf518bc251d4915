import {
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useQuery,
} from '@tanstack/react-query';
import { ApiError, api, apiOf, leave, type Schemas } from './client';
import { reportOptions } from './report';
import { createQueue } from './transfers';

/** An account may run two reports at once; further ones wait instead of being refused. */
const REPORTS_AT_ONCE = 2;

/** A refused call is tried again only where the API says that it can succeed, after the seconds it says. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: error => leaveIfSignedOut(client, error) }),
    mutationCache: new MutationCache({
      onError: error => {
        // What was typed stays where it is: the person signs in over the page.
        if (isSignedOut(client, error)) client.setQueryData(sessionEndedKey, true);
      },
    }),
    defaultOptions: {
      queries: {
        meta: { reports: createQueue(REPORTS_AT_ONCE) },
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

/** Whether the session ended while a form was sent. */
export const sessionEndedKey = ['session-ended'];

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => api.get('/auth/session', { signal }),
  staleTime: 5 * 60_000,
});

/** Where the session has ended while a page was read, leads to the sign-in and from there back. */
export function leaveIfSignedOut(client: QueryClient, error: unknown): void {
  if (!isSignedOut(client, error)) return;
  // Whoever is asked to sign in over the page keeps the page.
  if (client.getQueryData(sessionEndedKey) === true) return;
  leave({ from: window.location.pathname + window.location.search, reason: 'ended' });
}

/** Until there was a session the router leads to the sign-in, and a wrong password is no reason. */
function isSignedOut(client: QueryClient, error: unknown): boolean {
  const isRefused = error instanceof ApiError && error.status === 401;
  if (!isRefused || error.code === 'sign-in-failed') return false;
  return client.getQueryData(sessionQuery.queryKey) !== undefined;
}

export const methodsQuery = queryOptions({
  queryKey: ['methods'],
  queryFn: ({ signal }) => api.get('/auth/methods', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const measurementsQuery = (organization: string) =>
  queryOptions({
    queryKey: ['measurements', organization],
    queryFn: ({ signal }) =>
      apiOf(organization).get('/reporting/compliance-summaries/measurements', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Departments, members and affiliations. */
export const directoryQuery = (organization: string) =>
  reportOptions(organization, ['directory'], (client, call) =>
    client.get('/reporting/directory-contacts', { ...call }),
  );

/** Organizations by name; for operators. */
export const companiesQuery = (q: string) =>
  queryOptions({
    queryKey: ['companies', q],
    queryFn: ({ signal }) =>
      api.get('/security/companies', {
        signal,
        params: { query: { ...(q !== '' && { q }), pageSize: 50 } },
      }),
  });

/** The name of an organization, or its handle until that is known. Operators look for it among all. */
export function useOrganizationName(session: Session, handle: string): string;
export function useOrganizationName(session: Session, handle: string | null): string | null;
export function useOrganizationName(session: Session, handle: string | null): string | null {
  const { organizations, roles } = session;
  const ofHandle = (each: { handle: string }) => each.handle === handle;
  const own = organizations.find(ofHandle);
  const found = useQuery({
    ...companiesQuery(handle ?? ''),
    enabled: roles.isOperator && handle !== null && own === undefined,
  });
  return (own ?? found.data?.items.find(ofHandle))?.name ?? handle;
}
