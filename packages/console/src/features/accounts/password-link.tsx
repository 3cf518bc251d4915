import { t } from '@lingui/core/macro';
import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api, read, type Schemas } from '../../api/client';
import { timeName } from '../../text/format';
import { Dialog } from '../../ui/dialog';
import { showRefusal } from '../../ui/refusal';
import { ShownOnce } from '../../ui/shown-once';

/** Makes a link with which a person sets a password, for where no mail can be sent. */
export function PasswordLink({ person }: { person: Pick<Schemas['Account'], 'id' | 'name'> }) {
  const create = useMutation({
    mutationFn: () =>
      read(
        api.POST('/security/accounts/{accountId}/password-link', {
          params: { path: { accountId: person.id } },
        }),
      ),
    onError: error =>
      showRefusal(error, { title: t`No link`, message: t`The service could not be asked.` }),
  });
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        loading={create.isPending}
        aria-label={t`Make a password link for ${person.name}`}
        onClick={() => create.mutate()}
      >
        {t`Password link`}
      </Button>
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
