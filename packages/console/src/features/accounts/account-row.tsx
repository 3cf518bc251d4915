import { t } from '@lingui/core/macro';
import { Button, Group, Switch, Table, Text } from '@mantine/core';
import type { Schemas } from '../../api/client';
import { Confirm } from '../../ui/confirm';
import { Tag } from '../../ui/status-badge';
import { EditAccount } from './edit-account';
import { useGrants, useSecretRevocation } from './grants';
import { PasswordLink } from './password-link';
import { PersonData } from './person-data';
import { heldRights } from './provider-rights';
import { ProviderTags } from './provider-tags';
import { refusals } from './refusals';

type Account = Schemas['Account'];

function codesOf({ organizations }: Account): string {
  const codes = organizations.flatMap(({ code }) => (code === null ? [] : [code]));
  return [t`No e-mail`, ...codes].join(' · ');
}

/** An account, what is granted to it, and what its calls are refused for. */
export function AccountRow({ account }: { account: Account }) {
  const grant = useGrants(account);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={6}>
          <Text size="sm" fw={500}>
            {account.name}
          </Text>
          {account.isOperator && <Tag>{t`Operator`}</Tag>}
          <ProviderTags account={account} />
          {!account.isEnabled && <Tag>{t`Disabled`}</Tag>}
        </Group>
        <Text size="xs" c="dimmed">
          {account.email ?? codesOf(account)}
        </Text>
        <Group gap={6} mt={4}>
          <EditAccount account={account} />
          {account.email !== null && <PasswordLink person={account} />}
          <PersonData person={account} />
        </Group>
      </Table.Td>
      <Table.Td>
        <Switch
          aria-label={t`API access of ${account.name}`}
          checked={account.apiAccess}
          disabled={grant.isPending}
          onChange={({ currentTarget }) => grant.mutate({ apiAccess: currentTarget.checked })}
        />
      </Table.Td>
      <Table.Td>
        <Switch
          aria-label={t`Report access of ${account.name}`}
          checked={account.reportAccess}
          disabled={grant.isPending}
          onChange={({ currentTarget }) => grant.mutate({ reportAccess: currentTarget.checked })}
        />
      </Table.Td>
      <Table.Td>
        <SecretCell account={account} />
      </Table.Td>
      <Table.Td>
        <Refusals account={account} />
      </Table.Td>
    </Table.Tr>
  );
}

function SecretCell({ account }: { account: Account }) {
  const revoke = useSecretRevocation(account);
  if (account.secretPrefix === null) {
    return (
      <Text size="sm" c="dimmed">
        {t`None`}
      </Text>
    );
  }
  return (
    <Confirm
      title={t`Revoke the secret of ${account.name}?`}
      text={t`Programs that use it are refused from now on.`}
      action={t`Revoke`}
      onConfirm={() => revoke.mutate()}
    >
      {ask => (
        <Button
          size="compact-sm"
          variant="default"
          loading={revoke.isPending}
          aria-label={t`Revoke secret of ${account.name}`}
          onClick={ask}
        >
          {t`Revoke secret`}
        </Button>
      )}
    </Confirm>
  );
}

function Refusals({ account }: { account: Account }) {
  const reasons = refusals(account);
  if (reasons.length === 0) {
    return <Text size="sm">{t`Nothing: reads ${handles(heldRights(account))}`}</Text>;
  }
  return (
    <ul className="reasons">
      {reasons.map(reason => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}

function handles({ organizations, isOperator }: Account): string {
  return isOperator ? t`every organization` : organizations.map(({ handle }) => handle).join(', ');
}
