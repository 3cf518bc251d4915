import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/client';
import { isOver } from './words';

/** Milliseconds between two looks at an import that goes on. */
const EVERY = 1_000;

export const RUNS_KEY = ['imports'];

export const PAGE_SIZE = 25;

export function runsQuery(page = 1) {
  return queryOptions({
    queryKey: [...RUNS_KEY, 'page', page],
    queryFn: ({ signal }) =>
      read(api.GET('/sync/imports', { signal, params: { query: { page, pageSize: PAGE_SIZE } } })),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => !isOver(status)) ? 5 * EVERY : false,
  });
}

/** An import, looked at again until it is over. */
export function runQuery(id: string) {
  return queryOptions({
    queryKey: [...RUNS_KEY, 'run', id],
    queryFn: ({ signal }) =>
      read(api.GET('/sync/imports/{id}', { signal, params: { path: { id } } })),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isOver(state.data.status) ? false : EVERY,
  });
}

/** Cancels what waits or runs. @throws ApiError */
export async function cancelRun(id: string): Promise<void> {
  await read(api.DELETE('/sync/imports/{id}', { params: { path: { id } } }));
}
