import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { ApiError, api, leave } from '../api/client';
import type { Session } from '../api/queries';
import { Icon } from '../ui/icons';
import { Menu, MenuItem } from '../ui/menu';
import { showRefusal } from '../ui/refusal';
import { forgetOrganization } from './organization';
import { announceSignOut } from './session-watch';

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
    onError: error => showRefusal(error, () => signOut.mutate()),
  });
  return (
    <Menu
      button={{
        variant: 'subtle',
        color: 'gray',
        c: 'var(--mantine-color-text)',
        px: 'xs',
        maw: { base: 96, sm: 260 },
        rightSection: <Icon of={ChevronDown} size={14} />,
        loading: signOut.isPending,
      }}
      label={
        <Text size="sm" truncate>
          {session.account.name}
        </Text>
      }
      about={session.account.email ?? undefined}
    >
      <Link role="menuitem" tabIndex={-1} className="menu-item" to="/account">
        {t`Account`}
      </Link>
      <MenuItem onClick={() => signOut.mutate()}>{t`Sign out`}</MenuItem>
    </Menu>
  );
}

/** Ends the session; one that is over already is no failure. */
async function endSession(): Promise<void> {
  try {
    await api.post('/auth/logout');
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
}
