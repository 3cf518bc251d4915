import { t } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { apiOf, apiQuery, type Schemas } from '../../../api/client';
import { useReport } from '../../../api/report';
import { choice, number, searchOf, text } from '../../../search';
import { ChangeAction } from '../../../ui/change';
import { allOr, ChoiceFilter, Filters, SearchFilter } from '../../../ui/filters';
import { EmptyState, Page } from '../../../ui/page';
import { PagedReport } from '../../../ui/paged-report';
import { Tag } from '../../../ui/status-badge';
import { type Column, countColumn, textColumn, timeColumn } from '../../../ui/table/columns';

type Delivery = Schemas['Delivery'];

const GROUP = 'deliveries';
const PAGE_SIZE = 50;
const OUTCOMES = ['waiting', 'sent', 'dropped', 'failed'] as const;

const search = searchOf({ outcome: choice(OUTCOMES), q: text(), page: number() });
type Filters = ReturnType<typeof search>;

export const Route = createFileRoute('/_signed-in/_organization/deliveries')({
  validateSearch: search,
  component: DeliveriesPage,
});

function deliveriesQuery(organization: string, filters: Filters, pageSize = PAGE_SIZE) {
  const { outcome, q, page = 1 } = filters;
  const query = { outcome, q, page, pageSize };
  return apiQuery(GROUP, organization, '/notification/deliveries', { params: { query } });
}

function DeliveriesPage() {
  const { organization } = Route.useRouteContext();
  const filters = Route.useSearch();
  const report = useReport(deliveriesQuery(organization, filters));
  return (
    <Page
      title={t`Deliveries`}
      about={t`E-mails of this organization and their delivery. Their content is not shown.`}
    >
      <Filters>
        <ChoiceFilter name="outcome" label={t`Outcome`} choices={allOr(OUTCOMES, outcomeName)} />
        <SearchFilter placeholder={t`Name or e-mail`} />
      </Filters>
      <PagedReport
        report={report}
        label={t`E-mails`}
        columns={COLUMNS}
        rowId={({ id }) => id}
        pageOf={(page, pageSize) => deliveriesQuery(organization, { ...filters, page }, pageSize)}
        empty={
          filters.outcome === undefined && filters.q === undefined ? (
            <EmptyState title={t`No e-mails yet`}>
              {t`E-mails appear once a report has been sent.`}
            </EmptyState>
          ) : (
            <EmptyState title={t`No e-mails match these filters`}>
              {t`Choose another outcome, or clear the search.`}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function outcomeName(outcome: Delivery['outcome']): string {
  return { waiting: t`Waiting`, sent: t`Sent`, dropped: t`Dropped`, failed: t`Failed` }[outcome];
}

function Outcome({ delivery }: { delivery: Delivery }) {
  const { organization } = Route.useRouteContext();
  const { id, outcome, recipient } = delivery;
  const params = { path: { id } };
  return (
    <>
      <Tag>{outcomeName(outcome)}</Tag>
      {outcome === 'failed' && (
        <ChangeAction
          size="compact-xs"
          ml="xs"
          name={t`Send the e-mail to ${recipient.name} again`}
          send={() => apiOf(organization).post('/notification/deliveries/{id}/retry', { params })}
          stale={[GROUP]}
        >
          {t`Send`}
        </ChangeAction>
      )}
    </>
  );
}

const KINDS: Readonly<Record<string, string>> = {
  schedule: t`Scheduled report`,
  'schedule-paused': t`Schedule paused`,
  'reminder-member': t`Reminder`,
  'reminder-department': t`Department reminder`,
  invitation: t`Invitation`,
  'password-reset': t`New password`,
  test: t`Test e-mail`,
};

const COLUMNS: Column<Delivery>[] = [
  timeColumn('createdAt', t`When`, ({ createdAt }) => createdAt, 230),
  textColumn(
    'recipient',
    t`To`,
    ({ recipient }) => `${recipient.name} (${recipient.email ?? t`no e-mail`})`,
    280,
  ),
  textColumn('kind', t`What`, ({ kind }) => KINDS[kind] ?? kind, 150),
  textColumn('outcome', t`Outcome`, ({ outcome }) => outcomeName(outcome), 150, {
    cell: delivery => <Outcome delivery={delivery} />,
  }),
  countColumn('attempts', t`Attempts`, ({ attempts }) => attempts, 90),
  textColumn('error', t`Reason`, row => row.error ?? '', 260),
];
