import { t } from '@lingui/core/macro';
import { Group, SegmentedControl } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { apiOf, apiQuery, type Schemas } from '../../../api/client';
import { useOrganization } from '../../../api/queries';
import { useReport } from '../../../api/report';
import { AllSchedules, OwnSchedules } from '../../../features/schedules/schedules';
import { choice, number, searchOf, useSetFilters } from '../../../search';
import { ChangeAction } from '../../../ui/change';
import { Field, Form, formText } from '../../../ui/form';
import { Page, Section } from '../../../ui/page';
import { ReportView } from '../../../ui/report-view';
import { HeadedTable, Row } from '../../../ui/table/headed-table';

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
      about={t`Reports sent by e-mail. At the time of sending, recipients need report access or an operator’s permission.`}
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

const GROUP = 'allowed-recipients';

/** People to whom schedules may be sent without report access. Managed by operators. */
function AllowedRecipients() {
  const organization = useOrganization();
  const params = { query: { pageSize: 200 } };
  const report = useReport(apiQuery(GROUP, organization, '/notification/recipients', { params }));
  return (
    <Section
      title={t`Recipients without report access`}
      about={t`Schedules may also be sent to these people. They get what the owner of a schedule can see, and cannot open the console.`}
    >
      <ReportView report={report} height={44}>
        {({ items }) =>
          items.length > 0 && (
            <HeadedTable
              label={t`Recipients without report access`}
              titles={[t`Name`, t`E-mail`, '']}
              minWidth={480}
            >
              {items.map(recipient => (
                <Recipient key={recipient.id} recipient={recipient} />
              ))}
            </HeadedTable>
          )
        }
      </ReportView>
      <AllowForm />
    </Section>
  );
}

function Recipient({ recipient }: { recipient: Schemas['AllowedRecipient'] }) {
  const organization = useOrganization();
  const { id, name, email } = recipient;
  const params = { path: { id } };
  return (
    <Row>
      {name}
      {email}
      <ChangeAction
        name={t`Revoke ${name}`}
        title={t`Revoke the permission?`}
        text={t`Schedules will no longer be sent to ${name}.`}
        send={() => apiOf(organization).remove('/notification/recipients/{id}', { params })}
        stale={[GROUP]}
      >
        {t`Revoke`}
      </ChangeAction>
    </Row>
  );
}

function AllowForm() {
  const organization = useOrganization();
  const allow = (form: FormData) =>
    apiOf(organization).post('/notification/recipients', {
      body: { name: formText(form, 'name').trim(), email: formText(form, 'email').trim() },
    });
  return (
    <Form send={allow} meta={{ stale: [GROUP] }} action={t`Allow`}>
      <Group grow align="flex-start">
        <Field name="name" label={t`Name`} required maxLength={200} />
        <Field name="email" label={t`E-mail`} type="email" required maxLength={254} />
      </Group>
    </Form>
  );
}
