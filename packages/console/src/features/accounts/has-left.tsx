import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { apiOf, type Schemas } from '../../api/client';
import { ChangeAction } from '../../ui/change';
import { notify } from '../../ui/notices';
import { rereadPeople } from './grants';

type Membership = Pick<Schemas['AccountOrganization'], 'handle' | 'hasAccess'>;

export function HasLeft(props: { accountId: string; membership: Membership; onLeft?: () => void }) {
  const { accountId, membership, onLeft } = props;
  const { handle, hasAccess } = membership;
  const client = useQueryClient();
  const params = { path: { accountId, handle } };
  if (!hasAccess) return <ComeBack {...{ accountId, handle }} />;
  return (
    <ChangeAction
      size={onLeft ? 'xs' : 'compact-sm'}
      name={t`Has left ${handle}`}
      title={t`Has left ${handle}?`}
      text={t`Access, the Developer role and record keeping are withdrawn, functions and profiles end, schedules are paused, and secrets for the organization stop working. Records stay, but reports no longer count them.`}
      action={t`Has left`}
      send={() =>
        apiOf(handle)
          .post('/security/accounts/{accountId}/memberships/{handle}/leave', { params })
          .finally(() => rereadPeople(client))
      }
      onSent={left => {
        const close = notify({
          title: t`Has left ${handle}`,
          // The only way back for record keepers, who have no page of accounts.
          message: (
            <>
              {leaveText(left)} <ComeBack {...{ accountId, handle }} onClick={() => close()} />
            </>
          ),
          isKept: true,
        });
      }}
      onFinished={onLeft}
    >
      {t`Has left…`}
    </ChangeAction>
  );
}

function ComeBack(props: { accountId: string; handle: string; onClick?: () => void }) {
  const { accountId, handle, onClick } = props;
  const client = useQueryClient();
  const params = { path: { accountId, handle } };
  return (
    <ChangeAction
      name={t`Has come back to ${handle}`}
      send={() => {
        onClick?.();
        return apiOf(handle)
          .post('/security/accounts/{accountId}/memberships/{handle}/return', { params })
          .finally(() => rereadPeople(client));
      }}
      onSent={() =>
        notify({
          title: t`Has access to ${handle} again`,
          message: t`Functions and profiles must be assigned again.`,
        })
      }
    >
      {t`Has come back`}
    </ChangeAction>
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
