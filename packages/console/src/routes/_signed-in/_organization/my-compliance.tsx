import { t } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { apiOf } from '../../../api/client';
import { reportOptions, startReport } from '../../../api/report';
import { PersonPage } from '../../../features/person/person-page';
import { SHOWN } from '../../../features/person/requirements';
import { choice, searchOf } from '../../../search';

const search = searchOf(z.object({ show: choice(SHOWN) }));

export const Route = createFileRoute('/_signed-in/_organization/my-compliance')({
  validateSearch: search,
  loader: ({ context: { queryClient, organization } }) => {
    startReport(queryClient, ownReport(organization));
  },
  component: MyCompliancePage,
});

function ownReport(organization: string) {
  return reportOptions(organization, ['my-compliance'], (api, call) =>
    api.get('/me/compliance', { ...call }),
  );
}

/** What is required of whoever is signed in. */
function MyCompliancePage() {
  const { organization } = Route.useRouteContext();
  return (
    <PersonPage
      options={ownReport(organization)}
      title={t`My compliance`}
      about={() => t`What is required of you, and what of it is not satisfied or expires soon.`}
      download={(format, call) =>
        apiOf(organization).GET('/me/compliance', { ...call, params: { query: { format } } })
      }
    />
  );
}
