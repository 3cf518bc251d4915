import {
  type QueryClient,
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiOf, apiQuery, type Schemas } from '../../api/client';
import type { Kept, UploadOptions } from './upload';
import { isOver } from './words';

type Run = Schemas['ImportRunSummary'];

/** Milliseconds between two looks at an import that goes on. */
const EVERY = 1_000;

export const RUNS = 'imports';

export const PAGE_SIZE = 25;

export const runsQuery = (kept: Kept, page = 1) => ({
  ...apiQuery(RUNS, kept, '/records/imports', { params: { query: { page, pageSize: PAGE_SIZE } } }),
  // Others import too, and one may have ended while another page was open.
  staleTime: 0,
});

const LISTS_KEY = [RUNS, '/records/imports'];

/** An import, and whose records it is about. */
interface Watched {
  readonly id: string;
  readonly kept: Kept;
}

/** An import, looked at again until it is over. */
export function runQuery({ id, kept }: Watched) {
  return queryOptions({
    ...apiQuery(RUNS, kept, '/records/imports/{id}', { params: { path: { id } } }),
    refetchInterval: ({ state: { data, error } }) => {
      const isDone = data === undefined ? error !== null : isOver(data.status);
      return isDone ? false : EVERY;
    },
  });
}

const WATCHED_KEY = ['watched-imports'];

/** Has `useEndsOfImports` wait for the end of an import, whatever page is shown then. */
export function watchRun(client: QueryClient, run: Watched): void {
  client.setQueryData<Watched[]>(WATCHED_KEY, (all = []) => [
    ...all.filter(({ id }) => id !== run.id),
    run,
  ]);
}

/** Reads everything again once an import that is watched has changed records, and the lists of imports at its end. */
export function useEndsOfImports(): void {
  const client = useQueryClient();
  const { data: watched } = useQuery<Watched[]>({
    queryKey: WATCHED_KEY,
    queryFn: () => [],
    enabled: false,
    initialData: [],
  });
  const runs = useQueries({ queries: watched.map(runQuery) });
  const ended = runs.flatMap(({ data }) => (data && isOver(data.status) ? [data] : []));
  const endedIds = ended.map(({ id }) => id).join();
  const hasImported = ended.some(run => run.status === 'succeeded' && !run.options.dryRun);
  useEffect(() => {
    if (endedIds === '') return;
    client.setQueryData<Watched[]>(WATCHED_KEY, (all = []) =>
      all.filter(({ id }) => !endedIds.includes(id)),
    );
    void client.invalidateQueries(hasImported ? {} : { queryKey: LISTS_KEY });
  }, [endedIds, hasImported, client]);
}

/** Reads the lists again when one of these has another status. Each reading is audited, that of one that goes on is not. */
export function useWatchedRuns(listed: readonly Run[], kept: Kept): void {
  const client = useQueryClient();
  const going = listed.filter(({ status }) => !isOver(status));
  const watched = useQueries({ queries: going.map(({ id }) => runQuery({ id, kept })) });
  const statuses = going.map(({ status }, index) => watched[index]?.data?.status ?? status).join();
  const isCurrent = statuses === going.map(({ status }) => status).join();
  useEffect(() => {
    if (!isCurrent) void client.invalidateQueries({ queryKey: LISTS_KEY });
  }, [statuses, isCurrent, client]);
}

/** Cancels what waits or runs. @throws ApiError */
export async function cancelRun({ id, kept }: Watched): Promise<void> {
  await apiOf(kept).remove('/records/imports/{id}', { params: { path: { id } } });
}

/** How the last import of an organization read its files. */
export function rememberedOptions(
  runs: readonly Run[],
  organization: string | null,
): UploadOptions {
  const last = runs.find(
    ({ options }) =>
      organization !== null &&
      options.listSource === null &&
      options.companies.includes(organization),
  );
  if (!last) return {};
  const { dateFormat, timeZone, encoding, textIds } = last.options;
  return {
    dateFormat: dateFormat ?? undefined,
    timeZone: timeZone ?? undefined,
    encoding: encoding ?? undefined,
    textIds,
  };
}
