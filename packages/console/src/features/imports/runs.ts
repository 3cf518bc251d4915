import { type QueryClient, queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiQuery, type Schemas, useStored } from '../../api/client';
import { type Kept, RUNS, type UploadOptions } from './upload';
import { isOver } from './words';

type Run = Schemas['ImportRunSummary'];

/** Milliseconds between polls of a running import. */
const POLL_INTERVAL = 1_000;

export const PAGE_SIZE = 25;

export const runsQuery = (kept: Kept, page = 1, pageSize = PAGE_SIZE) => ({
  ...apiQuery(RUNS, kept, '/records/imports', { params: { query: { page, pageSize } } }),
  // Other people may import, and an import may have ended while another page was shown.
  staleTime: 0,
});

const LISTS_KEY = [RUNS, '/records/imports'];

/** An import and the organization of the record keeper. */
interface Watched {
  readonly id: string;
  readonly kept: Kept;
}

/** Polls an import until it ends. */
export function runQuery({ id, kept }: Watched) {
  return queryOptions({
    ...apiQuery(RUNS, kept, '/records/imports/{id}', { params: { path: { id } } }),
    refetchInterval: ({ state: { data, error } }) => {
      const isDone = data === undefined ? error !== null : isOver(data.status);
      return isDone ? false : POLL_INTERVAL;
    },
  });
}

const WATCHED_KEY = ['watched-imports'];

/** Makes `useEndsOfImports` wait for the end of an import, regardless of the page shown. */
export function watchRun(client: QueryClient, run: Watched): void {
  client.setQueryData<Watched[]>(WATCHED_KEY, (all = []) => [
    ...all.filter(({ id }) => id !== run.id),
    run,
  ]);
}

/** Refetches everything after a watched import has changed records, or only the lists of imports after other ends. */
export function useEndsOfImports(): void {
  const client = useQueryClient();
  const watched = useStored<readonly Watched[]>(WATCHED_KEY, []);
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

/**
 * Refetches the lists if the status of a listed import changes. Polls single imports, because reading lists is
 * audited.
 */
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

/** Returns the options of the organization's last import. */
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
