import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { apiOf, read } from '../../../api/client';
import { reportOptions, startReport } from '../../../api/report';
import { PersonPage } from '../../../features/person/person-page';
import { choice, searchOf, useSetFilters } from '../../../search';

const search = searchOf(z.object({ show: choice(['missing', 'expiring', 'held']) }));

export const Route = createFileRoute('/_signed-in/_organization/people/$memberId')({
  validateSearch: search,
  loader: ({ context: { queryClient, organization }, params: { memberId } }) => {
    startReport(queryClient, personReport(organization, memberId));
  },
  component: OnePersonPage,
});

function personReport(organization: string, memberId: string) {
  return reportOptions(organization, ['person', memberId], (api, call) =>
    read(api.GET('/reporting/people/{memberId}', { ...call, params: { path: { memberId } } })),
  );
}

/** Everything about one person on one screen. */
function OnePersonPage() {
  const { organization } = Route.useRouteContext();
  const { memberId } = Route.useParams();
  const { show } = Route.useSearch();
  const setFilters = useSetFilters<ReturnType<typeof search>>();
  return (
    <PersonPage
      key={memberId}
      options={personReport(organization, memberId)}
      title="Person"
      isNamed
      about={member =>
        member === undefined
          ? 'What is required of this person, held, missing and expiring.'
          : [member.jobTitle, member.personType, member.code, member.email]
              .filter(Boolean)
              .join(' · ')
      }
      download={(format, call) =>
        apiOf(organization).GET('/reporting/people/{memberId}', {
          ...call,
          params: { path: { memberId }, query: { format } },
        })
      }
      schedule={{ report: 'people', parameters: { memberId } }}
      shown={show}
      onShow={value => setFilters({ show: value })}
    />
  );
}
