import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Schemas } from '../../api/client';
import { Failure } from '../../ui/page';
import { ACCOUNTS_KEY } from './grants';

type Account = Schemas['Account'];
type Membership = Account['organizations'][number];

/** The organizations of an account, with access and the Developer role in each. */
export function Memberships({ account }: { account: Account }) {
  const { set, remove } = useMembershipChanges(account.id);
  const [handle, setHandle] = useState('');
  const error = set.error ?? remove.error;
  return (
    <Stack gap="xs" component="section" aria-label="Organizations">
      <Text fw={600} size="sm">
        Organizations
      </Text>
      {account.organizations.map(membership => (
        <MembershipRow
          key={membership.handle}
          membership={membership}
          onSet={set.mutate}
          onRemove={() => remove.mutate(membership.handle)}
        />
      ))}
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Add an organization"
          placeholder="Handle"
          value={handle}
          onChange={({ currentTarget }) => setHandle(currentTarget.value)}
          flex={1}
        />
        <Button
          variant="default"
          disabled={handle.trim() === ''}
          onClick={() =>
            set.mutate(
              { handle: handle.trim(), hasAccess: true, isDeveloper: false },
              { onSuccess: () => setHandle('') },
            )
          }
        >
          Add
        </Button>
      </Group>
      {error && <Failure error={error} />}
    </Stack>
  );
}

type Rights = Pick<Membership, 'handle' | 'hasAccess' | 'isDeveloper'>;

function MembershipRow(props: {
  membership: Membership;
  onSet: (rights: Rights) => void;
  onRemove: () => void;
}) {
  const { membership, onSet, onRemove } = props;
  const { handle, hasAccess, isDeveloper } = membership;
  return (
    <Group gap="md" role="group" aria-label={handle}>
      <Text size="sm" flex={1}>
        {handle}
      </Text>
      <Checkbox
        label="Access"
        checked={hasAccess}
        onChange={({ currentTarget: { checked } }) =>
          onSet({ handle, isDeveloper, hasAccess: checked })
        }
      />
      <Checkbox
        label="Developer"
        checked={isDeveloper}
        onChange={({ currentTarget: { checked } }) =>
          onSet({ handle, hasAccess, isDeveloper: checked })
        }
      />
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Remove ${handle}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </Group>
  );
}

function useMembershipChanges(accountId: string) {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ACCOUNTS_KEY });
  const pathOf = (handle: string) => ({ params: { path: { accountId, handle } } });
  return {
    set: useMutation({
      mutationFn: ({ handle, ...body }: Rights) =>
        read(
          api.PUT('/security/accounts/{accountId}/memberships/{handle}', {
            ...pathOf(handle),
            body,
          }),
        ),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (handle: string) =>
        read(api.DELETE('/security/accounts/{accountId}/memberships/{handle}', pathOf(handle))),
      onSettled,
    }),
  };
}
