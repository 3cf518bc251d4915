import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { api, type Schemas } from '../../api/client';
import { timeName } from '../../text/format';
import { Action } from '../../ui/buttons';
import { Dialog } from '../../ui/dialog';
import { useChange } from '../../ui/refusal';
import { ShownOnce } from '../../ui/shown-once';

/** Makes a link with which a person sets a password, for where no mail can be sent. */
export function PasswordLink({ person }: { person: Pick<Schemas['Account'], 'id' | 'name'> }) {
  const params = { path: { accountId: person.id } };
  const create = useChange(() =>
    api.post('/security/accounts/{accountId}/password-link', { params }),
  );
  return (
    <>
      <Action
        size="compact-xs"
        name={t`Make a password link for ${person.name}`}
        loading={create.isPending}
        onClick={() => create.mutate()}
      >
        {t`Password link`}
      </Action>
      <Dialog
        opened={create.data !== undefined}
        onClose={create.reset}
        title={t`A link for ${person.name}`}
      >
        {create.data && (
          <>
            <Text size="sm">
              {t`Whoever opens it can set the password, once, until ${timeName(create.data.expiresAt)}. Do not share it with anybody else.`}
            </Text>
            <ShownOnce label={t`Link`} value={create.data.url} />
          </>
        )}
      </Dialog>
    </>
  );
}
