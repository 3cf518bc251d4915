import { apiQuery } from '../../api/client';

const GROUP = 'service-accounts';
/** What a change of them makes out of date. */
export const SERVICE_ACCOUNTS_KEY = [GROUP];

const PAGE_SIZE = 25;

export const serviceAccountsQuery = (page = 1) =>
  apiQuery(GROUP, null, '/security/service-accounts', {
    params: { query: { page, pageSize: PAGE_SIZE } },
  });
