import { t } from '@lingui/core/macro';
import { createFileRoute, Link } from '@tanstack/react-router';
import { apiQuery, type Schemas } from '../../api/client';
import { useReport } from '../../api/report';
import { MailView } from '../../features/outbox/mail-view';
import { id, searchOf, text } from '../../search';
import { EmptyState, Page } from '../../ui/page';
import { ReportView } from '../../ui/report-view';
import type { Column } from '../../ui/table/columns';
import { DataTable } from '../../ui/table/data-table';
import { textColumn, timeColumn } from '../../ui/table/record-columns';

const outboxQuery = { ...apiQuery('outbox', null, '/notification/outbox'), staleTime: 0 };

export const Route = createFileRoute('/_signed-in/outbox')({
  validateSearch: searchOf({ organization: text(), mail: id() }),
  component: OutboxPage,
});

function OutboxPage() {
  const { mail } = Route.useSearch();
  const report = useReport(outboxQuery);
  return (
    <Page
      title={t`Outbox`}
      about={t`The latest mails of this demonstration, from all organizations. They are written to files and not sent.`}
    >
      {mail !== undefined && <MailView key={mail} id={mail} />}
      <ReportView report={report}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t`No mail yet`}>
              {t`Mails appear here when an account is created, a password is reset or a report is sent.`}
            </EmptyState>
          ) : (
            <DataTable label={t`Mails`} columns={COLUMNS} rows={items} rowId={({ id }) => id} />
          )
        }
      </ReportView>
    </Page>
  );
}

const COLUMNS: Column<Schemas['OutboxMail']>[] = [
  timeColumn('date', t`When`, ({ date }) => date),
  textColumn('to', t`To`, ({ to }) => to, 300),
  {
    id: 'subject',
    header: t`Subject`,
    value: ({ subject }) => subject,
    cell: ({ id, subject }) => (
      <Link to="/outbox" search={{ mail: id }} className="person">
        {subject}
      </Link>
    ),
    width: 420,
  },
];
