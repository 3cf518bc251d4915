import { rethrowUnanswered, type Schemas, toApiError } from '../../api/client';
import { reportOptions } from '../../api/report';
import { yearAndMonth } from '../../text/dates';
import { readRows } from './row-stream';

export type Statistic = Schemas['MonthlyStatistic'];
export type Statistics = readonly Statistic[];

/** The statistics of a month (`2026-10`), shown while they arrive: there can be 50,000. */
export function monthlyReport(organization: string, month: string) {
  return reportOptions<Statistics>(
    organization,
    ['monthly-statistics', month],
    async (api, call, show) => {
      const { data, error, response } = await api
        .GET('/reporting/monthly-statistics', {
          ...call,
          params: { query: yearAndMonth(month) },
          parseAs: 'stream',
        })
        .catch(rethrowUnanswered);
      if (!data) throw toApiError(response, error);
      return readRows<Statistic>(data, show);
    },
  );
}
