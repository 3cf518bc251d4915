import { Button, Menu, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError, api, leave, read } from '../api/client';
import type { Session } from '../api/queries';
import { CaretIcon } from '../ui/icons';
import { showRefusal } from '../ui/refusal';
import { forgetOrganization } from './organization';
import { announceSignOut } from './session-watch';

const STILL_SIGNED_IN = { title: 'You are still signed in', message: 'Signing out failed.' };

/** Who is signed in; leads to the account and out. */
export function AccountMenu({ session }: { session: Session }) {
  const queryClient = useQueryClient();
  const signOut = useMutation({
    mutationFn: endSession,
    onSuccess: () => {
      forgetOrganization();
      announceSignOut();
      queryClient.clear();
      leave({ reason: 'signed-out' });
    },
    onError: error => showRefusal(error, STILL_SIGNED_IN, () => signOut.mutate()),
  });
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          px="xs"
          maw={{ base: 96, sm: 260 }}
          rightSection={<CaretIcon />}
          loading={signOut.isPending}
        >
          <Text size="sm" truncate>
            {session.account.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{session.account.email}</Menu.Label>
        <Menu.Item
          renderRoot={(rest: object) => (
            <Link {...rest} to="/account">
              Account
            </Link>
          )}
        />
        <Menu.Item onClick={() => signOut.mutate()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Ends the session; one that is over already is no failure. */
async function endSession(): Promise<void> {
  try {
    await read(api.POST('/auth/logout'));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
}
