import { t } from '@lingui/core/macro';
import { Box, Button, Group, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { apiOf, read } from '../../api/client';
import { Confirm } from '../../ui/confirm';
import { Failure } from '../../ui/page';
import { showRefusal } from '../../ui/refusal';

const NOBODY = { email: '', name: '' };

/** To whom schedules may be sent without report access; operators allow and revoke them. */
export function AllowedRecipients({ organization }: { organization: string }) {
  const api = apiOf(organization);
  const queryClient = useQueryClient();
  const queryKey = ['allowed-recipients', organization];
  const allowed = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      read(api.GET('/notification/recipients', { signal, params: { query: { pageSize: 200 } } })),
  });
  const onSettled = () => queryClient.invalidateQueries({ queryKey });
  const allow = useMutation({
    mutationFn: (body: typeof NOBODY) => read(api.POST('/notification/recipients', { body })),
    onSettled,
  });
  const revoke = useMutation({
    mutationFn: (id: string) =>
      read(api.DELETE('/notification/recipients/{id}', { params: { path: { id } } })),
    onSettled,
    onError: error => showRefusal(error, { title: t`Nothing was changed`, message: t`Try again.` }),
  });
  const items = allowed.data?.items ?? [];
  return (
    <Box className="surface" p="md" mt="md">
      <Title order={2} size="h4">
        {t`Recipients without report access`}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t`Schedules may also be sent to these people. They get what the owner of a schedule can see, and cannot open the console.`}
      </Text>
      {allowed.isError && <Failure error={allowed.error} onRetry={() => void allowed.refetch()} />}
      {items.length > 0 && (
        <Table aria-label={t`Recipients without report access`} mb="sm">
          <Table.Tbody>
            {items.map(({ id, name, email }) => (
              <Table.Tr key={id}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{email}</Table.Td>
                <Table.Td ta="right">
                  <Confirm
                    title={t`Revoke the permission?`}
                    text={t`Schedules are not sent to ${name} any more.`}
                    action={t`Revoke`}
                    onConfirm={() => revoke.mutate(id)}
                  >
                    {ask => (
                      <Button
                        size="compact-sm"
                        variant="default"
                        onClick={ask}
                        aria-label={t`Revoke ${name}`}
                      >
                        {t`Revoke`}
                      </Button>
                    )}
                  </Confirm>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <AllowForm
        isSaving={allow.isPending}
        error={allow.error}
        onAllow={(body, onSuccess) => allow.mutate(body, { onSuccess })}
      />
    </Box>
  );
}

function AllowForm(props: {
  isSaving: boolean;
  error: unknown;
  onAllow: (body: typeof NOBODY, onSuccess: () => void) => void;
}) {
  const { isSaving, error, onAllow } = props;
  const [draft, setDraft] = useState(NOBODY);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    onAllow({ email: draft.email.trim(), name: draft.name.trim() }, () => setDraft(NOBODY));
  };
  return (
    <form onSubmit={save}>
      <Group align="end">
        <TextInput
          label={t`Name`}
          value={draft.name}
          onChange={({ currentTarget: { value } }) => setDraft({ ...draft, name: value })}
          required
          withAsterisk={false}
          maxLength={200}
        />
        <TextInput
          label={t`E-mail`}
          type="email"
          value={draft.email}
          onChange={({ currentTarget: { value } }) => setDraft({ ...draft, email: value })}
          required
          withAsterisk={false}
          maxLength={254}
        />
        <Button type="submit" variant="default" loading={isSaving}>
          {t`Allow`}
        </Button>
      </Group>
      {error !== null && <Failure error={error} />}
    </form>
  );
}
