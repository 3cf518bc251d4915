import { t } from '@lingui/core/macro';
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, read, type Schemas } from '../../api/client';
import { Dialog } from '../../ui/dialog';
import { formText } from '../../ui/form';
import { notify } from '../../ui/notices';
import { Failure } from '../../ui/page';
import { ACCOUNTS_KEY, rereadPeople } from './grants';
import { Memberships } from './memberships';

type Account = Schemas['Account'];

/** Name, e-mail, state and memberships of an account. */
export function EditAccount({ account }: { account: Account }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        onClick={open}
        aria-label={t`Edit ${account.name}`}
      >
        {t`Edit…`}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t`Account of ${account.name}`}>
        {isOpen && <Editing id={account.id} onSaved={close} />}
      </Dialog>
    </>
  );
}

/** Reads the account anew: what is saved was changed by nobody else meanwhile. */
function Editing({ id, onSaved }: { id: string; onSaved: () => void }) {
  const found = useQuery({
    queryKey: [...ACCOUNTS_KEY, 'one', id],
    queryFn: async ({ signal }) => {
      const call = api.GET('/security/accounts/{accountId}', {
        signal,
        params: { path: { accountId: id } },
      });
      return { account: await read(call), tag: (await call).response.headers.get('ETag') };
    },
    gcTime: 0,
    staleTime: 0,
  });
  if (found.isError) return <Failure error={found.error} />;
  if (found.data === undefined) return null;
  return (
    <Stack gap="sm">
      <AccountForm key={shownOf(found.data.account)} {...found.data} onSaved={onSaved} />
      <Memberships {...found.data} />
    </Stack>
  );
}

/** Of the form alone: what is typed outlives a change of a membership. */
function shownOf({ name, email, isOperator, isEnabled }: Account): string {
  return JSON.stringify([name, email, isOperator, isEnabled]);
}

function AccountForm(props: { account: Account; tag: string | null; onSaved: () => void }) {
  const { account, tag, onSaved } = props;
  const save = useSave(account.id, tag, onSaved);
  const faults = save.error instanceof ApiError ? save.error.fields : new Map<string, string>();
  return (
    <form
      className="surface"
      aria-label={t`Name and state`}
      onSubmit={event => {
        event.preventDefault();
        save.mutate(changeOf(new FormData(event.currentTarget)));
      }}
    >
      <Stack gap="sm" p="md">
        <Text fw={600} size="sm">
          {t`Name and state`}
        </Text>
        <TextInput
          name="name"
          label={t`Name`}
          required
          defaultValue={account.name}
          error={faults.get('name')}
        />
        <TextInput
          name="email"
          label={t`E-mail`}
          type="email"
          required={account.email !== null}
          defaultValue={account.email ?? ''}
          error={faults.get('email')}
        />
        <Checkbox name="isOperator" label={t`Operator`} defaultChecked={account.isOperator} />
        <Checkbox
          name="isDisabled"
          label={t`Disabled: sessions and secrets stop working`}
          defaultChecked={!account.isEnabled}
        />
        {save.isError && faults.size === 0 && <Failure error={save.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {t`Save`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function changeOf(form: FormData): Schemas['AccountChange'] {
  const email = formText(form, 'email').trim();
  return {
    name: formText(form, 'name').trim(),
    ...(email !== '' && { email }),
    isOperator: form.get('isOperator') !== null,
    isDisabled: form.get('isDisabled') !== null,
  };
}

function useSave(accountId: string, tag: string | null, onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['AccountChange']) =>
      read(
        api.PATCH('/security/accounts/{accountId}', {
          params: { path: { accountId }, header: tag === null ? {} : { 'If-Match': tag } },
          body,
        }),
      ),
    onSuccess: async () => {
      onSaved();
      notify({ message: t`The account is changed.` });
      await rereadPeople(queryClient);
    },
  });
}
