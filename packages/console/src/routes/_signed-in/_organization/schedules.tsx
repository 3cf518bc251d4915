import { t } from '@lingui/core/macro';
import { SegmentedControl } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { AllowedRecipients } from '../../../features/schedules/allowed-recipients';
import { AllSchedules, OwnSchedules } from '../../../features/schedules/schedules';
import { choice, number, searchOf, useSetFilters } from '../../../search';
import { Page } from '../../../ui/page';

const search = searchOf({ of: choice(['all']), page: number() });

export const Route = createFileRoute('/_signed-in/_organization/schedules')({
  validateSearch: search,
  component: SchedulesPage,
});

function SchedulesPage() {
  const { session } = Route.useRouteContext();
  const { of, page = 1 } = Route.useSearch();
  const setFilters = useSetFilters<ReturnType<typeof search>>();
  const { isOperator } = session.roles;
  return (
    <Page
      title={t`Schedules`}
      about={t`Reports sent by mail. At the time of sending, recipients need report access or an operator’s permission.`}
      {...(isOperator && {
        actions: (
          <SegmentedControl
            aria-label={t`Whose schedules`}
            data={[
              { value: 'own', label: t`Mine` },
              { value: 'all', label: t`Everybody’s` },
            ]}
            value={of ?? 'own'}
            onChange={value => setFilters({ of: value === 'all' ? value : undefined })}
          />
        ),
      })}
    >
      {isOperator && of === 'all' ? (
        <>
          <AllSchedules page={page} />
          <AllowedRecipients />
        </>
      ) : (
        <OwnSchedules />
      )}
    </Page>
  );
}
