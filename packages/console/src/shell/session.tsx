import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useEffect } from 'react';
import { api, ignoring, leave, useStored } from '../api/client';
import { type Session, sessionEndedKey, sessionQuery } from '../api/queries';
import { Dialog } from '../ui/buttons';
import { Icon } from '../ui/icons';
import { Menu, MenuItem } from '../ui/menu';
import { showRefusal } from '../ui/notices';
import { SignInForm } from '../ui/sign-in';
import { forgetOrganization } from './organization';

export function AccountMenu({ session }: { session: Session }) {
  const queryClient = useQueryClient();
  const signOut = useMutation({
    // The session may have ended already.
    mutationFn: () => api.post('/auth/logout').catch(ignoring(401)),
    onSuccess: () => {
      forgetOrganization();
      const channel = new BroadcastChannel(CHANNEL);
      channel.postMessage(SIGNED_OUT);
      channel.close();
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

/** Tells other tabs who is signed in, and that the user has signed out. */
const CHANNEL = 'reporting-console';
const SIGNED_OUT = 'signed-out';

/**
 * Leaves the page when another tab signs out, reloads it when another person signs in there, and shows the sign-in if the
 * session had ended when a form was submitted.
 */
export function SessionWatch({ session }: { session: Session }) {
  const queryClient = useQueryClient();
  const hasEnded = useStored(sessionEndedKey, false);
  const { id } = session.account;
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }) => {
      if (data === SIGNED_OUT) leave({ reason: 'signed-out' });
      else if (data !== id) window.location.reload();
    };
    channel.postMessage(id);
    return () => channel.close();
  }, [id]);

  const resume = async () => {
    const next = await queryClient.query({ ...sessionQuery, staleTime: 0 });
    // The page contains data of the other person.
    if (next.account.id !== id) {
      window.location.reload();
      return;
    }
    queryClient.setQueryData(sessionEndedKey, false);
    await queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  };
  return (
    <Dialog
      opened={hasEnded}
      onClose={() => queryClient.setQueryData(sessionEndedKey, false)}
      title={t`Sign in again`}
    >
      <Text size="sm" mb="md">
        {t`Your session has ended. What you typed is still here: sign in, then send it again.`}
      </Text>
      <SignInForm email={session.account.email ?? undefined} onSignedIn={resume} />
    </Dialog>
  );
}
