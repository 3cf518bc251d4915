import { plural, t } from '@lingui/core/macro';
import { Button, Group, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Schemas } from '../../api/client';
import { Time } from '../../text/format';
import { Confirm } from '../../ui/confirm';
import { showRefusal } from '../../ui/refusal';
import { ReportScope, type Scope } from '../../ui/report-scope';
import { ShownOnce } from '../../ui/shown-once';
import { SERVICE_ACCOUNTS_KEY } from './service-accounts';

const REFUSED = { title: t`Nothing changed`, message: t`The service did not answer.` };

/** A program, and the secrets that it has. */
export function ServiceAccountRow({ account }: { account: Schemas['ServiceAccount'] }) {
  const { name, company, reportScope, reportDepartments, expiresAt, secrets } = account;
  const { issue, change, revoke, remove } = useChanges(account.id);
  const [secretName, setSecretName] = useState('');
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td>{company}</Table.Td>
      <Table.Td>
        <ReportScope
          label={t`of ${name}`}
          organization={company}
          scope={{ reportScope, reportDepartments }}
          kinds={['organization', 'departments']}
          onSave={scope => change.mutate(scope)}
        />
      </Table.Td>
      <Table.Td>{expiresAt === null ? t`Never` : <Time at={expiresAt} />}</Table.Td>
      <Table.Td>
        <Text size="sm">{plural(secrets, { one: '# secret', other: '# secrets' })}</Text>
        <Group gap={6} wrap="nowrap">
          <TextInput
            size="xs"
            aria-label={t`Name of a new secret of ${name}`}
            placeholder={t`Name`}
            value={secretName}
            onChange={({ currentTarget }) => setSecretName(currentTarget.value)}
          />
          <Button
            size="compact-sm"
            variant="default"
            disabled={secretName.trim() === ''}
            loading={issue.isPending}
            aria-label={t`Issue a secret of ${name}`}
            onClick={() => issue.mutate(secretName.trim(), { onSuccess: () => setSecretName('') })}
          >
            {t`Issue`}
          </Button>
        </Group>
        {issue.data && <ShownOnce label={t`Secret of ${name}`} value={issue.data.secret} />}
      </Table.Td>
      <Table.Td>
        <Group gap={6}>
          <Ask
            title={t`Revoke all secrets of ${name}?`}
            action={t`Revoke secrets`}
            name={`Revoke secrets of ${name}`}
            onConfirm={() => revoke.mutate()}
          />
          <Ask
            title={t`Delete ${name}?`}
            action={t`Delete`}
            name={`Delete ${name}`}
            onConfirm={() => remove.mutate()}
          />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function Ask(props: { title: string; action: string; name: string; onConfirm: () => void }) {
  const { title, action, name, onConfirm } = props;
  return (
    <Confirm
      title={title}
      text={t`Programs that use its secrets are refused from now on.`}
      action={action}
      onConfirm={onConfirm}
    >
      {ask => (
        <Button size="compact-sm" variant="default" aria-label={name} onClick={ask}>
          {action}
        </Button>
      )}
    </Confirm>
  );
}

function useChanges(id: string) {
  const queryClient = useQueryClient();
  const params = { path: { id } };
  const common = {
    onError: (error: unknown) => showRefusal(error, REFUSED),
    onSettled: () => queryClient.invalidateQueries({ queryKey: SERVICE_ACCOUNTS_KEY }),
  };
  return {
    issue: useMutation({
      mutationFn: (name: string) =>
        read(api.POST('/security/service-accounts/{id}/secrets', { params, body: { name } })),
      ...common,
    }),
    change: useMutation({
      mutationFn: (body: Scope<'organization' | 'departments'>) =>
        read(api.PATCH('/security/service-accounts/{id}', { params, body })),
      ...common,
    }),
    revoke: useMutation({
      mutationFn: () => read(api.DELETE('/security/service-accounts/{id}/secrets', { params })),
      ...common,
    }),
    remove: useMutation({
      mutationFn: () => read(api.DELETE('/security/service-accounts/{id}', { params })),
      ...common,
    }),
  };
}
