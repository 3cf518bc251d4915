import { type Schemas } from './client';
import { reportOptions } from './report';

/** How each department stands now, by measurement. */
export function overviewReport(
  organization: string,
  profileCondition: Schemas['SummaryProfileCondition'] = 'compliance',
) {
  return reportOptions(organization, ['overview', profileCondition], (api, call) =>
    api.get('/reporting/compliance-overview', {
      ...call,
      params: { query: { profileCondition } },
    }),
  );
}
