import { t } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { fileOf, reportQuery, startReport } from '../../../api/report';
import { PersonPage } from '../../../features/person/person-page';
import { SHOWN } from '../../../features/person/requirements';
import { choice, searchOf } from '../../../search';

const search = searchOf({ show: choice(SHOWN) });

export const Route = createFileRoute('/_signed-in/_organization/my-compliance')({
  validateSearch: search,
  beforeLoad: ({ context }) => startReport(context, ownReport(context.organization)),
  component: MyCompliancePage,
});

const ownReport = (organization: string) => reportQuery(organization, 'get', '/me/compliance');

function MyCompliancePage() {
  const { organization } = Route.useRouteContext();
  return (
    <PersonPage
      options={ownReport(organization)}
      title={t`My compliance`}
      about={() => t`Your requirements, and which of them are not satisfied or expire soon.`}
      download={fileOf(organization, 'get', '/me/compliance')}
    />
  );
}
