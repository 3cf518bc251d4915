import { type Schemas } from './client';
import { reportOptions } from './report';

/** How each department stands now, by measurement, and what the overview shows beside it. */
export function overviewReport(
  organization: string,
  profileCondition: Schemas['SummaryProfileCondition'] = 'compliance',
) {
  return reportOptions(organization, ['overview', profileCondition], (api, call) =>
    api.get('/reporting/compliance-overview', {
      ...call,
      params: { query: { profileCondition, figures: true } },
    }),
  );
}
