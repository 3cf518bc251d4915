import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { createFileRoute, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { apiQuery, apiUrl, type Schemas } from '../../api/client';
import { useReport } from '../../api/report';
import { id, searchOf, text } from '../../search';
import { Dimmed, Time } from '../../text/format';
import { EmptyState, Page } from '../../ui/page';
import { ReportView } from '../../ui/report-view';
import { type Column, textColumn, timeColumn } from '../../ui/table/columns';
import { DataTable } from '../../ui/table/data-table';

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
      about={t`The latest e-mails of this demonstration, from all organizations. They are written to files and not sent.`}
    >
      {mail !== undefined && <MailView key={mail} id={mail} />}
      <ReportView report={report}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t`No e-mails yet`}>
              {t`E-mails appear here when an account is created, a password is reset or a report is sent.`}
            </EmptyState>
          ) : (
            <DataTable label={t`E-mails`} columns={COLUMNS} rows={items} rowId={({ id }) => id} />
          )
        }
      </ReportView>
    </Page>
  );
}

const COLUMNS: Column<Schemas['OutboxMail']>[] = [
  timeColumn('date', t`When`, ({ date }) => date),
  textColumn('to', t`To`, ({ to }) => to, 300),
  textColumn('subject', t`Subject`, ({ subject }) => subject, 420, {
    cell: ({ id, subject }) => (
      <Link to="/outbox" search={{ mail: id }} className="person">
        {subject}
      </Link>
    ),
  }),
];

type Mail = Schemas['OutboxMailContent'];

function MailView({ id }: { id: string }) {
  const report = useReport(
    apiQuery('outbox', null, '/notification/outbox/{id}', { params: { path: { id } } }),
  );
  return <ReportView report={report}>{mail => <Content mail={mail} />}</ReportView>;
}

function Content({ mail }: { mail: Mail }) {
  const { id, subject, to, date, text, attachments } = mail;
  const [form, setForm] = useState<'html' | 'text'>('html');
  return (
    <Stack
      gap="xs"
      className="surface"
      p="md"
      component="article"
      aria-label={t`E-mail: ${subject}`}
    >
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2}>{subject}</Title>
          <Dimmed>
            <Trans>
              To {to}, <Time at={date} />
            </Trans>
          </Dimmed>
          {attachments.length > 0 && <Text size="sm">{t`With ${attachments.join(', ')}`}</Text>}
        </div>
        <SegmentedControl
          size="xs"
          aria-label={t`Format of the e-mail`}
          data={[
            { value: 'html', label: 'HTML' },
            { value: 'text', label: t`Plain text` },
          ]}
          value={form}
          onChange={setForm}
        />
      </Group>
      {form === 'text' ? (
        <Box
          component="pre"
          className="mail"
          p={12}
          tabIndex={0}
          role="region"
          aria-label={t`Plain text`}
        >
          {withLinks(text)}
        </Box>
      ) : (
        // Scripts and links are blocked; links can be opened from the plain text.
        <iframe
          className="mail"
          title={t`HTML of the e-mail: ${subject}`}
          src={`${apiUrl}/notification/outbox/${id}/html`}
          sandbox=""
        />
      )}
    </Stack>
  );
}

/** Splits a text so that parts with an odd index are addresses. */
const ADDRESS = /(https?:\/\/[^\s<>]+)/;

function withLinks(text: string): ReactNode[] {
  return text.split(ADDRESS).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // Not the address, which can occur repeatedly.
      <a key={index} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ),
  );
}
