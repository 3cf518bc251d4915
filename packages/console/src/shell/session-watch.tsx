import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { leave } from '../api/client';
import { type Session, sessionEndedKey, sessionQuery } from '../api/queries';
import { Dialog } from '../ui/dialog';
import { SignInForm } from '../ui/sign-in-form';

const CHANNEL = 'reporting-console';

/** Tells the other tabs of this browser that the session has ended. */
export function announceSignOut(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('signed-out');
  channel.close();
}

/** Leaves the page when another tab signs out, and asks to sign in where a form found the session over. */
export function SessionWatch({ session }: { session: Session }) {
  const queryClient = useQueryClient();
  const { data: hasEnded } = useQuery({
    queryKey: sessionEndedKey,
    queryFn: () => false,
    enabled: false,
    initialData: false,
  });
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => leave({ reason: 'signed-out' });
    return () => channel.close();
  }, []);

  const resume = async () => {
    const next = await queryClient.query({ ...sessionQuery, staleTime: 0 });
    // What is on the page is the other person's.
    if (next.account.id !== session.account.id) window.location.reload();
    else queryClient.setQueryData(sessionEndedKey, false);
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
