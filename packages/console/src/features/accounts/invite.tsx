import { plural, t } from '@lingui/core/macro';
import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, type Schemas } from '../../api/client';
import { DialogAction, DialogButtons } from '../../ui/buttons';
import { useChange } from '../../ui/notices';
import { useFinish } from './grants';

/** Invites members of an organization who cannot sign in yet, after showing their number. */
export function Invite({ company }: { company: string }) {
  return (
    <DialogAction
      size="sm"
      title={t`Invite members of ${company}`}
      content={close => <Invitation company={company} onClose={close} />}
    >
      {t`Invite…`}
    </DialogAction>
  );
}

function Invitation({ company, onClose }: { company: string; onClose: () => void }) {
  const finish = useFinish(onClose);
  const planned = useQuery({
    queryKey: ['invitations', company],
    queryFn: () => request({ company, dryRun: true }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const invite = useChange(() => request({ company }), {
    onSuccess: ({ invited }) => finish({ message: t`Invitations are on their way: ${invited}.` }),
  });
  const { data } = planned;
  if (planned.error) return <Alert color="red">{planned.error.message}</Alert>;
  if (data === undefined) return <Text size="sm">{t`Counting…`}</Text>;
  return (
    <>
      <Text size="sm">
        {data.invited === 0
          ? t`There is nobody to invite.`
          : plural(data.invited, {
              one: '# member with access cannot sign in yet. They get a mail with a link to choose a password, which works for seven days.',
              other:
                '# members with access cannot sign in yet. Each gets a mail with a link to choose a password, which works for seven days.',
            })}
      </Text>
      <LeftOut counts={data} />
      <DialogButtons onCancel={onClose}>
        <Button
          disabled={data.invited === 0}
          loading={invite.isPending}
          onClick={() => invite.mutate()}
        >
          {t`Invite these ${data.invited}`}
        </Button>
      </DialogButtons>
    </>
  );
}

const WORDS: readonly (readonly [keyof Schemas['Invitations'], string])[] = [
  ['signIn', t`can sign in`],
  ['invitedBefore', t`invited within the last week`],
  ['withoutEmail', t`without an e-mail`],
  ['withoutAccess', t`without access`],
];

function LeftOut({ counts }: { counts: Schemas['Invitations'] }) {
  const some = WORDS.filter(([name]) => counts[name] > 0);
  if (some.length === 0) return null;
  return (
    <ul aria-label={t`Who is not invited`}>
      {some.map(([name, words]) => (
        <li key={name}>{`${counts[name]} ${words}`}</li>
      ))}
    </ul>
  );
}

function request(body: Schemas['InvitationRequest']) {
  return api.post('/security/invitations', { body });
}
