import { t } from '@lingui/core/macro';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { personReport } from '../../../api/queries';
import { fileOf, startReport } from '../../../api/report';
import { HasLeft } from '../../../features/accounts/has-left';
import { RecordAchievement } from '../../../features/person/edit-records';
import { PersonPage } from '../../../features/person/person-page';
import { SHOWN } from '../../../features/person/requirements';
import { refusalOf } from '../../../navigation';
import { choice, searchOf } from '../../../search';

const search = searchOf({ show: choice(SHOWN) });

export const Route = createFileRoute('/_signed-in/_organization/people/$memberId')({
  validateSearch: search,
  beforeLoad: ({ context, params }) =>
    startReport(context, personReport(context.organization, params.memberId)),
  component: OnePersonPage,
});

function OnePersonPage() {
  const { organization, session } = Route.useRouteContext();
  const { memberId } = Route.useParams();
  const navigate = useNavigate();
  const keepsRecords = refusalOf('records', session, organization) === null;
  const records = { organization, memberId };
  return (
    <PersonPage
      key={memberId}
      options={personReport(organization, memberId)}
      title={t`Person`}
      isNamed
      about={member =>
        member === undefined
          ? t`The requirements of this person, and which of them are not satisfied or expire soon.`
          : [member.jobTitle, member.personType, member.code, member.email]
              .filter(Boolean)
              .join(' · ')
      }
      download={fileOf(organization, 'get', '/reporting/people/{memberId}', {
        params: { path: { memberId } },
      })}
      schedule={{ report: 'people', parameters: { memberId } }}
      {...(keepsRecords && { records })}
      actions={({ accountId }) =>
        keepsRecords && (
          <>
            <RecordAchievement records={records} />
            <HasLeft
              accountId={accountId}
              membership={{ handle: organization, hasAccess: true }}
              onLeft={() => void navigate({ to: '/directory' })}
            />
          </>
        )
      }
    />
  );
}
