import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf, read, type Schemas } from '../../api/client';
import { counted } from '../../text/format';
import { Confirm } from '../../ui/confirm';
import { notify } from '../../ui/notices';
import { showRefusal } from '../../ui/refusal';
import { rereadPeople } from './grants';

type Membership = Pick<Schemas['AccountOrganization'], 'handle' | 'hasAccess'>;

/** Ends what somebody has in an organization, or lets them come back. */
export function HasLeft(props: { accountId: string; membership: Membership; onLeft?: () => void }) {
  const { accountId, membership, onLeft } = props;
  const { handle, hasAccess } = membership;
  const { leave, comeBack } = useLeaving(accountId, handle);
  if (!hasAccess) {
    return (
      <Button
        size="compact-sm"
        variant="default"
        loading={comeBack.isPending}
        aria-label={`Has come back to ${handle}`}
        onClick={() => comeBack.mutate()}
      >
        Has come back
      </Button>
    );
  }
  return (
    <Confirm
      title={`Has left ${handle}?`}
      text="Access, the Developer role and the keeping of records are withdrawn, functions and profiles end, schedules pause, and secrets of the organization stop. Records stay, and no report counts them."
      action="Has left"
      onConfirm={() => leave.mutate(undefined, { onSuccess: onLeft })}
    >
      {ask => (
        <Button
          size="compact-sm"
          variant="default"
          loading={leave.isPending}
          aria-label={`Has left ${handle}`}
          onClick={ask}
        >
          Has left…
        </Button>
      )}
    </Confirm>
  );
}

function useLeaving(accountId: string, handle: string) {
  const queryClient = useQueryClient();
  const params = { path: { accountId, handle } };
  const onSettled = () => rereadPeople(queryClient);
  const onError = (error: unknown) =>
    showRefusal(error, { title: 'Nothing changed', message: 'The service did not answer.' });
  return {
    leave: useMutation({
      mutationFn: () =>
        read(
          apiOf(handle).POST('/security/accounts/{accountId}/memberships/{handle}/leave', {
            params,
          }),
        ),
      onSuccess: left => notify({ title: `Has left ${handle}`, message: inWords(left) }),
      onError,
      onSettled,
    }),
    comeBack: useMutation({
      mutationFn: () =>
        read(
          apiOf(handle).POST('/security/accounts/{accountId}/memberships/{handle}/return', {
            params,
          }),
        ),
      onSuccess: () =>
        notify({
          title: `Has access to ${handle} again`,
          message: 'Functions and profiles are given anew.',
        }),
      onError,
      onSettled,
    }),
  };
}

function inWords({ affiliations, assignments, schedules, secrets }: Schemas['Leave']): string {
  const ended = [
    counted(affiliations, 'functions'),
    counted(assignments, 'profiles'),
    counted(schedules, 'schedules'),
    counted(secrets, 'secrets'),
  ];
  return `Ended: ${ended.join(', ')}.`;
}
