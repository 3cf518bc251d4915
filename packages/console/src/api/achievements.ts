import { queryOptions } from '@tanstack/react-query';
import { apiOf, read } from './client';

/** The achievements that a search finds, most widely held first. */
export function achievementsQuery(organization: string, q: string) {
  return queryOptions({
    queryKey: ['achievements', organization, q],
    queryFn: ({ signal }) =>
      read(
        apiOf(organization).GET('/reporting/achievement-gaps/achievements', {
          signal,
          params: { query: { pageSize: 50, ...(q !== '' && { q }) } },
        }),
      ),
  });
}
