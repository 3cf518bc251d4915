import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { apiOf, type Schemas } from '../../api/client';
import { Action, ConfirmedAction } from '../../ui/buttons';
import { notify, useChange } from '../../ui/notices';
import { rereadPeople } from './grants';

type Membership = Pick<Schemas['AccountOrganization'], 'handle' | 'hasAccess'>;

export function HasLeft(props: { accountId: string; membership: Membership; onLeft?: () => void }) {
  const { accountId, membership, onLeft } = props;
  const { handle, hasAccess } = membership;
  const queryClient = useQueryClient();
  const api = apiOf(handle);
  const params = { path: { accountId, handle } };
  const onSettled = () => rereadPeople(queryClient);
  const comeBack = useChange(
    () => api.post('/security/accounts/{accountId}/memberships/{handle}/return', { params }),
    {
      onSuccess: () =>
        notify({
          title: t`Has access to ${handle} again`,
          message: t`Functions and profiles must be assigned again.`,
        }),
      onSettled,
    },
  );
  const returnButton = (onClick: () => void) => (
    <Action name={t`Has come back to ${handle}`} loading={comeBack.isPending} onClick={onClick}>
      {t`Has come back`}
    </Action>
  );
  const leave = useChange(
    () => api.post('/security/accounts/{accountId}/memberships/{handle}/leave', { params }),
    {
      onSuccess: left => {
        const close = notify({
          title: t`Has left ${handle}`,
          // The only way back for record keepers, who have no page of accounts.
          message: (
            <>
              {leaveText(left)}{' '}
              {returnButton(() => {
                close();
                comeBack.mutate();
              })}
            </>
          ),
          isKept: true,
        });
      },
      onSettled,
    },
  );
  return hasAccess ? (
    <ConfirmedAction
      size={onLeft ? 'xs' : 'compact-sm'}
      name={t`Has left ${handle}`}
      title={t`Has left ${handle}?`}
      text={t`Access, the Developer role and record keeping are withdrawn, functions and profiles end, schedules are paused, and secrets for the organization stop working. Records stay, but reports no longer count them.`}
      action={t`Has left`}
      change={{ ...leave, mutate: () => leave.mutate(undefined, { onSuccess: onLeft }) }}
    >
      {t`Has left…`}
    </ConfirmedAction>
  ) : (
    returnButton(() => comeBack.mutate())
  );
}

function leaveText({ affiliations, assignments, schedules, secrets }: Schemas['Leave']): string {
  const ended = [
    plural(affiliations, { one: '# function', other: '# functions' }),
    plural(assignments, { one: '# profile', other: '# profiles' }),
    plural(schedules, { one: '# schedule', other: '# schedules' }),
    plural(secrets, { one: '# secret', other: '# secrets' }),
  ];
  return t`Ended: ${ended.join(', ')}.`;
}
