import {
  type QueryClient,
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, read, type Schemas } from '../../api/client';
import { isOver } from './words';

type Run = Schemas['ImportRunSummary'];

/** Milliseconds between two looks at an import that goes on. */
const EVERY = 1_000;

export const RUNS_KEY = ['imports'];

export const PAGE_SIZE = 25;

export function runsQuery(page = 1) {
  return queryOptions({
    queryKey: [...RUNS_KEY, 'page', page],
    queryFn: ({ signal }) =>
      read(api.GET('/sync/imports', { signal, params: { query: { page, pageSize: PAGE_SIZE } } })),
    // Others import too, and one may have ended while another page was open.
    staleTime: 0,
  });
}

/** An import, looked at again until it is over. */
export function runQuery(id: string) {
  return queryOptions({
    queryKey: [...RUNS_KEY, 'run', id],
    queryFn: ({ signal }) =>
      read(api.GET('/sync/imports/{id}', { signal, params: { path: { id } } })),
    refetchInterval: ({ state: { data, error } }) => {
      const isDone = data === undefined ? error !== null : isOver(data.status);
      return isDone ? false : EVERY;
    },
  });
}

const WATCHED_KEY = ['watched-imports'];

/** Has `useEndsOfImports` wait for the end of an import, whatever page is shown then. */
export function watchRun(client: QueryClient, id: string): void {
  client.setQueryData<string[]>(WATCHED_KEY, (ids = []) => [...new Set([...ids, id])]);
}

/** Reads everything again once an import that is watched has changed records, and the lists of imports at its end. */
export function useEndsOfImports(): void {
  const client = useQueryClient();
  const { data: ids } = useQuery<string[]>({
    queryKey: WATCHED_KEY,
    queryFn: () => [],
    enabled: false,
    initialData: [],
  });
  const runs = useQueries({ queries: ids.map(runQuery) });
  const ended = runs.flatMap(({ data }) => (data && isOver(data.status) ? [data] : []));
  const endedIds = ended.map(({ id }) => id).join();
  const hasImported = ended.some(run => run.status === 'succeeded' && !run.options.dryRun);
  useEffect(() => {
    if (endedIds === '') return;
    client.setQueryData<string[]>(WATCHED_KEY, (all = []) =>
      all.filter(id => !endedIds.includes(id)),
    );
    void client.invalidateQueries(hasImported ? {} : { queryKey: [...RUNS_KEY, 'page'] });
  }, [endedIds, hasImported, client]);
}

/** Reads the lists again when one of these has another status. Each reading is audited, that of one that goes on is not. */
export function useWatchedRuns(listed: readonly Run[]): void {
  const client = useQueryClient();
  const going = listed.filter(({ status }) => !isOver(status));
  const watched = useQueries({ queries: going.map(({ id }) => runQuery(id)) });
  const statuses = going.map(({ status }, index) => watched[index]?.data?.status ?? status).join();
  const isCurrent = statuses === going.map(({ status }) => status).join();
  useEffect(() => {
    if (!isCurrent) void client.invalidateQueries({ queryKey: [...RUNS_KEY, 'page'] });
  }, [statuses, isCurrent, client]);
}

/** Cancels what waits or runs. @throws ApiError */
export async function cancelRun(id: string): Promise<void> {
  await read(api.DELETE('/sync/imports/{id}', { params: { path: { id } } }));
}
