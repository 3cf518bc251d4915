import { queryOptions } from '@tanstack/react-query';
import { apiOf } from './client';

/** The achievements that a search finds, most widely held first, or those first that most people lack. */
export function achievementsQuery(organization: string, q: string, sort?: 'lacking') {
  return queryOptions({
    queryKey: ['achievements', organization, q, sort],
    queryFn: ({ signal }) =>
      apiOf(organization).get('/reporting/achievement-gaps/achievements', {
        signal,
        params: { query: { pageSize: 50, ...(q !== '' && { q }), ...(sort && { sort }) } },
      }),
  });
}
