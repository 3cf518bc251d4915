import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, List, Switch, Text } from '@mantine/core';
import { api, type Schemas } from '../../api/client';
import { Dimmed, Time, timeName } from '../../text/format';
import { Action, Dialog, DialogAction } from '../../ui/buttons';
import { ChangeAction } from '../../ui/change';
import { ShownOnce } from '../../ui/form';
import { notify, useChange } from '../../ui/notices';
import { Tag } from '../../ui/status-badge';
import { Row } from '../../ui/table/headed-table';
import { providedRights } from '../../words';
import { EditAccount } from './edit-account';
import { ACCOUNTS, handlesOf, heldRights, implied, refusals, useGrants } from './grants';
import { PersonData } from './person-data';

type Account = Schemas['Account'];

function codesOf({ organizations }: Account): string {
  const codes = organizations.flatMap(({ code }) => (code === null ? [] : [code]));
  return [t`No e-mail`, ...codes].join(' · ');
}

/** An account with its rights, and what does not work. New rights are shown while they are being saved. */
export function AccountRow({ account: stored }: { account: Account }) {
  const grant = useGrants(stored);
  const account = grant.isPending ? { ...stored, ...implied(stored, grant.variables) } : stored;
  const grantSwitch = (right: 'apiAccess' | 'reportAccess', label: string) => (
    <Switch
      aria-label={label}
      checked={account[right]}
      // Not disabled while one is being saved, which would lose the focus.
      onChange={({ currentTarget: { checked } }) => grant.mutate({ [right]: checked })}
    />
  );
  return (
    <Row>
      <Who account={account} />
      {grantSwitch('apiAccess', t`API access of ${account.name}`)}
      {grantSwitch('reportAccess', t`Report access of ${account.name}`)}
      <SecretCell account={account} />
      <Refusals account={account} />
    </Row>
  );
}

function Who({ account }: { account: Account }) {
  return (
    <>
      <Group gap={6}>
        <Text size="sm" fw={500} className="whole">
          {account.name}
        </Text>
        {account.isOperator && <Tag>{t`Operator`}</Tag>}
        <ProviderTags account={account} />
        {!account.isEnabled && <Tag>{t`Disabled`}</Tag>}
      </Group>
      <Dimmed size="xs" className="whole">
        {account.email ?? codesOf(account)}
      </Dimmed>
      <Group gap={6} mt={4}>
        <DialogAction
          size="compact-xs"
          name={t`Edit ${account.name}`}
          title={t`Account of ${account.name}`}
          content={close => <EditAccount id={account.id} onSaved={close} />}
        >
          {t`Edit…`}
        </DialogAction>
        {account.email !== null && <PasswordLink person={account} />}
        <PersonData person={account} />
      </Group>
    </>
  );
}

function SecretCell({ account }: { account: Account }) {
  if (account.secretPrefix === null) return <Dimmed>{t`No secret`}</Dimmed>;
  const params = { path: { accountId: account.id } };
  return (
    <ChangeAction
      name={t`Revoke secret of ${account.name}`}
      title={t`Revoke the secret of ${account.name}?`}
      text={t`Programs that use it stop working immediately.`}
      action={t`Revoke`}
      send={() => api.remove('/security/accounts/{accountId}/client-secret', { params })}
      onSent={() => notify({ message: t`The secret of ${account.name} has been revoked.` })}
      stale={[ACCOUNTS]}
    >
      {t`Revoke secret`}
    </ChangeAction>
  );
}

function Refusals({ account }: { account: Account }) {
  const reasons = refusals(account);
  if (reasons.length === 0) {
    const { isOperator, organizations } = heldRights(account);
    const read = isOperator ? t`every organization` : handlesOf(organizations);
    return <Text size="sm">{t`Everything works: reads ${read}`}</Text>;
  }
  return (
    <List size="sm">
      {reasons.map(reason => (
        <List.Item key={reason}>{reason}</List.Item>
      ))}
    </List>
  );
}

/** Rights from the sign-on provider, in addition to those granted by operators. */
function ProviderTags({ account: { fromProvider, organizations } }: { account: Account }) {
  if (fromProvider === null) return null;
  const places = organizations.flatMap(({ handle, fromProvider: provided }) =>
    provided === null
      ? []
      : [provided.isDeveloper ? t`Developer in ${handle}` : t`access to ${handle}`],
  );
  const given = [...providedRights(fromProvider), ...places];
  return (
    <Dimmed size="xs" w="100%">
      <Trans>
        From single sign-on: {given.join(', ')}, until <Time at={fromProvider.until} />
      </Trans>
    </Dimmed>
  );
}

/** Creates a link to set a password, for use when mail cannot be sent. */
function PasswordLink({ person }: { person: Pick<Schemas['Account'], 'id' | 'name'> }) {
  const params = { path: { accountId: person.id } };
  const create = useChange({
    mutationFn: () => api.post('/security/accounts/{accountId}/password-link', { params }),
  });
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
              {t`Anyone with this link can set the password once, until ${timeName(create.data.expiresAt)}. Do not share it with anyone else.`}
            </Text>
            <ShownOnce label={t`Link`} value={create.data.url} />
          </>
        )}
      </Dialog>
    </>
  );
}
