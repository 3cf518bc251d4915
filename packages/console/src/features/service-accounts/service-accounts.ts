import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';

export const SERVICE_ACCOUNTS_KEY = ['service-accounts'];

const PAGE_SIZE = 25;

export function serviceAccountsQuery(page = 1) {
  return queryOptions({
    queryKey: [...SERVICE_ACCOUNTS_KEY, page],
    queryFn: ({ signal }) =>
      api.get('/security/service-accounts', {
        signal,
        params: { query: { page, pageSize: PAGE_SIZE } },
      }),
  });
}
