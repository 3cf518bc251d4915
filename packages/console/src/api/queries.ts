import {
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  useQuery,
} from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import pLimit from 'p-limit';
import type { paths } from '../generated/api';
import { ApiError, apiOf, apiQuery, leave, type Schemas } from './client';
import { reportQuery } from './report';

/** An account may run two reports concurrently; further ones wait instead of being rejected. */
const REPORTS_AT_ONCE = 2;

// Otherwise a button would not yet be loading at the second click of a double click.
notifyManager.setScheduler(queueMicrotask);

/** Retries failed requests only if the API sent Retry-After, and after that time. */
export function createQueryClient(): QueryClient {
  const reread = (queryKey?: QueryKey) => queryKey && client.invalidateQueries({ queryKey });
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: error => leaveIfSignedOut(client, error) }),
    mutationCache: new MutationCache({
      onSettled: (_data, error, _input, _before, { meta }) => {
        if (error === null) void reread(meta?.changes);
        // Without a session, lists could not be read, and their errors would replace them.
        return isSignedOut(client, error) ? undefined : reread(meta?.stale);
      },
      onError: error => {
        // Shows the sign-in over the page, which keeps what was typed.
        if (isSignedOut(client, error)) client.setQueryData(sessionEndedKey, true);
      },
    }),
    defaultOptions: {
      // Without a network, requests fail at once instead of waiting for it, and are not sent later.
      queries: {
        networkMode: 'always',
        meta: { reports: pLimit(REPORTS_AT_ONCE) },
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) =>
          error instanceof ApiError && error.retryAfter !== null && failures < 3,
        retryDelay: (_failures, error) =>
          (error instanceof ApiError ? (error.retryAfter ?? 1) : 1) * 1_000,
      },
      // Passwords and secrets are not kept.
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  });
  return client;
}

export type Session = Schemas['CurrentSession'];

/** Whether the session had ended when a form was submitted. */
export const sessionEndedKey = ['session-ended'];

export const sessionQuery = queryOptions({
  ...apiQuery('session', null, '/auth/session'),
  staleTime: 5 * 60_000,
});

/** If the session has ended while a page was loading, goes to the sign-in page, which returns to this one. */
export function leaveIfSignedOut(client: QueryClient, error: unknown): void {
  if (!isSignedOut(client, error)) return;
  // The sign-in is already shown over the page.
  if (client.getQueryData(sessionEndedKey) === true) return;
  leave({ from: window.location.pathname + window.location.search, reason: 'ended' });
}

/** Ignores errors before there was a session, which the router handles, and wrong passwords. */
function isSignedOut(client: QueryClient, error: unknown): boolean {
  const hadSession = client.getQueryData(sessionQuery.queryKey) !== undefined;
  return hadSession && error instanceof ApiError && error.isSignedOut;
}

export const methodsQuery = {
  ...apiQuery('methods', null, '/auth/methods'),
  staleTime: Number.POSITIVE_INFINITY,
};

export const measurementsQuery = (organization: string) => ({
  ...apiQuery('measurements', organization, '/reporting/compliance-summaries/measurements'),
  staleTime: Number.POSITIVE_INFINITY,
});

export const directoryQuery = (organization: string) =>
  reportQuery(organization, 'get', '/reporting/directory-contacts');

export const companiesQuery = (q: string) =>
  apiQuery('companies', null, '/security/companies', {
    params: { query: { q: q || undefined, pageSize: 50 } },
  });

/** Searches achievements by name, sorted by the number of people who hold or lack them. */
export const achievementsQuery = (organization: string, q: string, sort?: 'lacking') =>
  apiQuery('achievements', organization, '/reporting/achievement-gaps/achievements', {
    params: { query: { pageSize: 50, q: q || undefined, sort } },
  });

export type Person = Schemas['PersonCompliance'];
export type Requirement = Schemas['Requirement'];

export const personReport = (organization: string, memberId: string) =>
  reportQuery(organization, 'get', '/reporting/people/{memberId}', {
    params: { path: { memberId } },
  });

/** Whether a requirement is not satisfied, with any status, of which `Missing` is only one. */
export function isLacking({ isRequired, isSatisfied }: Requirement): boolean {
  return isRequired && !isSatisfied;
}

/** Reads pages until there are `max` items, or all. */
export async function readPages<Item>(
  readPage: (page: number) => Promise<{ readonly items: readonly Item[]; readonly total: number }>,
  max = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const found: Item[] = [];
  for (let page = 1, total = 1; found.length < Math.min(total, max); page++) {
    const read = await readPage(page);
    if (read.items.length === 0) break;
    found.push(...read.items);
    total = read.total;
  }
  return found;
}

type SubjectFilters = paths['/reporting/matrix/subjects']['get']['parameters']['query'];

/** Searches achievements, competencies or profiles by name, and returns at most `max`. */
export function subjectsQuery(organization: string, filters: SubjectFilters, max: number) {
  return queryOptions({
    queryKey: ['subjects', organization, filters, max] as QueryKey,
    queryFn: ({ signal }) =>
      readPages(page => {
        const query = { ...filters, page, pageSize: Math.min(max, 200) };
        const call = { signal, params: { query } };
        return apiOf(organization).get('/reporting/matrix/subjects', call);
      }, max),
  });
}

/** Returns the handle of the page's organization. */
export function useOrganization(): string {
  return useRouteContext({ from: '/_signed-in/_organization' }).organization;
}

/** Searches all organizations for one by its handle. For operators. */
export function useCompany(handle: string | null, enabled = true) {
  const { data } = useQuery({ ...companiesQuery(handle ?? ''), enabled });
  return data?.items.find(company => company.handle === handle);
}

/** Returns the name of an organization, or its handle until the name is loaded. */
export function useOrganizationName(session: Session, handle: string | null): string | null {
  const own = session.organizations.find(organization => organization.handle === handle);
  const isSearched = session.roles.isOperator && handle !== null && own === undefined;
  const found = useCompany(handle, isSearched);
  return (own ?? found)?.name ?? handle;
}
