import { plural, t } from '@lingui/core/macro';
import { Box, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { api, apiQuery, type Schemas } from '../../api/client';
import { companiesQuery } from '../../api/queries';
import { useReport } from '../../api/report';
import { number, searchOf } from '../../search';
import { Time } from '../../text/format';
import { Action } from '../../ui/buttons';
import { ChangeAction } from '../../ui/change';
import { Field, Form, formText, ShownOnce } from '../../ui/form';
import { useChange } from '../../ui/notices';
import { EmptyState, Page } from '../../ui/page';
import { ListReport } from '../../ui/paged-report';
import { ReportScope, type Scope } from '../../ui/report-scope';
import { OrganizationField } from '../../ui/select-fields';
import { Row } from '../../ui/table/headed-table';

const search = searchOf({ page: number() });

export const Route = createFileRoute('/_signed-in/service-accounts')({
  validateSearch: search,
  component: ServiceAccountsPage,
});

function ServiceAccountsPage() {
  const { page } = Route.useSearch();
  const report = useReport(serviceAccountsQuery(page));
  return (
    <Page
      title={t`Service accounts`}
      about={t`Programs that read the reports of one organization, and nothing else. They remain when the person who created them leaves.`}
    >
      <NewServiceAccount />
      <ListReport
        report={report}
        label={t`Service accounts`}
        titles={[t`Name`, t`Organization`, t`Reads`, t`Expires`, t`Secrets`, '']}
        row={account => <ServiceAccountRow key={account.id} account={account} />}
        empty={
          <EmptyState title={t`No service account yet`}>
            {t`Create one above, then issue a secret.`}
          </EmptyState>
        }
      />
    </Page>
  );
}

const GROUP = 'service-accounts';
const PAGE_SIZE = 25;

const serviceAccountsQuery = (page = 1) =>
  apiQuery(GROUP, null, '/security/service-accounts', {
    params: { query: { page, pageSize: PAGE_SIZE } },
  });

/** Creates a service account, whose scope is the whole organization until it is changed. */
function NewServiceAccount() {
  const { data: organizations } = useQuery(companiesQuery(''));
  const only = organizations?.total === 1 ? organizations.items[0]!.handle : null;
  const create = (form: FormData) =>
    api.post('/security/service-accounts', {
      body: { name: formText(form, 'name').trim(), company: formText(form, 'company').trim() },
    });
  return (
    <Box maw={420}>
      <Form send={create} meta={{ changes: [GROUP] }} action={t`Create`}>
        <Field name="name" label={t`Name`} required />
        <OrganizationField
          key={only}
          by="handle"
          name="company"
          label={t`Organization`}
          defaultValue={only}
        />
      </Form>
    </Box>
  );
}

const STOPPING = t`Programs that use its secrets stop working immediately.`;

function ServiceAccountRow({ account }: { account: Schemas['ServiceAccount'] }) {
  const { name, company, reportScope, reportDepartments, expiresAt, secrets } = account;
  const params = { path: { id: account.id } };
  const stale = [GROUP];
  const change = useChange({
    mutationFn: (body: Scope<'organization' | 'departments'>) =>
      api.patch('/security/service-accounts/{id}', { params, body }),
    meta: { stale },
  });
  const issue = useChange({
    mutationFn: (name: string) =>
      api.post('/security/service-accounts/{id}/secrets', { params, body: { name } }),
    meta: { stale },
  });
  const [secretName, setSecretName] = useState('');
  return (
    <Row>
      {name}
      {company}
      <ReportScope
        label={t`of ${name}`}
        organization={company}
        scope={{ reportScope, reportDepartments }}
        kinds={['organization', 'departments']}
        onSave={scope => change.mutate(scope)}
      />
      {expiresAt === null ? t`Never` : <Time at={expiresAt} />}
      <>
        <Text size="sm">{plural(secrets, { one: '# secret', other: '# secrets' })}</Text>
        <Group gap={6} wrap="nowrap">
          <TextInput
            size="xs"
            aria-label={t`Name of a new secret of ${name}`}
            placeholder={t`Name`}
            value={secretName}
            onChange={({ currentTarget }) => setSecretName(currentTarget.value)}
          />
          <Action
            disabled={secretName.trim() === ''}
            loading={issue.isPending}
            name={t`Issue a secret of ${name}`}
            onClick={() => issue.mutate(secretName.trim(), { onSuccess: () => setSecretName('') })}
          >
            {t`Issue`}
          </Action>
        </Group>
        {issue.data && <ShownOnce label={t`Secret of ${name}`} value={issue.data.secret} />}
      </>
      <Group gap={6}>
        <ChangeAction
          name={t`Revoke secrets of ${name}`}
          title={t`Revoke all secrets of ${name}?`}
          text={STOPPING}
          send={() => api.remove('/security/service-accounts/{id}/secrets', { params })}
          onSent={issue.reset}
          stale={stale}
        >
          {t`Revoke secrets`}
        </ChangeAction>
        <ChangeAction
          name={t`Delete ${name}`}
          title={t`Delete ${name}?`}
          text={STOPPING}
          send={() => api.remove('/security/service-accounts/{id}', { params })}
          stale={stale}
        >
          {t`Delete`}
        </ChangeAction>
      </Group>
    </Row>
  );
}
