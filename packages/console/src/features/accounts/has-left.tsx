import { plural, t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf, read, type Schemas } from '../../api/client';
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
        aria-label={t`Has come back to ${handle}`}
        onClick={() => comeBack.mutate()}
      >
        {t`Has come back`}
      </Button>
    );
  }
  return (
    <Confirm
      title={t`Has left ${handle}?`}
      text={t`Access, the Developer role and the keeping of records are withdrawn, functions and profiles end, schedules pause, and secrets of the organization stop. Records stay, and no report counts them.`}
      action={t`Has left`}
      onConfirm={() => leave.mutate(undefined, { onSuccess: onLeft })}
    >
      {ask => (
        <Button
          size="compact-sm"
          variant="default"
          loading={leave.isPending}
          aria-label={t`Has left ${handle}`}
          onClick={ask}
        >
          {t`Has left…`}
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
    showRefusal(error, { title: t`Nothing changed`, message: t`The service did not answer.` });
  return {
    leave: useMutation({
      mutationFn: () =>
        read(
          apiOf(handle).POST('/security/accounts/{accountId}/memberships/{handle}/leave', {
            params,
          }),
        ),
      onSuccess: left => notify({ title: t`Has left ${handle}`, message: inWords(left) }),
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
          title: t`Has access to ${handle} again`,
          message: t`Functions and profiles are given anew.`,
        }),
      onError,
      onSettled,
    }),
  };
}

function inWords({ affiliations, assignments, schedules, secrets }: Schemas['Leave']): string {
  const ended = [
    plural(affiliations, { one: '# function', other: '# functions' }),
    plural(assignments, { one: '# profile', other: '# profiles' }),
    plural(schedules, { one: '# schedule', other: '# schedules' }),
    plural(secrets, { one: '# secret', other: '# secrets' }),
  ];
  return t`Ended: ${ended.join(', ')}.`;
}
