import { t } from '@lingui/core/macro';
import { Button, Code, Table } from '@mantine/core';
import type { Schemas } from '../../api/client';
import { Time } from '../../text/format';
import { Confirm } from '../../ui/confirm';
import { HeadedTable } from '../../ui/table/headed-table';

interface SecretTableProps {
  secrets: readonly Schemas['ClientSecret'][];
  organizationName: (companyId: string | null) => string | null;
  /** The id of the secret that is being revoked. */
  revoking: string | null;
  onRevoke: (id: string) => void;
}

/** The client secrets of an account. */
export function SecretTable(props: SecretTableProps) {
  return (
    <HeadedTable
      label={t`API client secrets`}
      titles={[t`Name`, t`Organization`, t`Prefix`, t`Generated`, t`Expires`, t`Last used`, '']}
      minWidth={720}
    >
      {props.secrets.map(secret => (
        <SecretRow key={secret.id} {...props} secret={secret} />
      ))}
    </HeadedTable>
  );
}

function SecretRow(props: SecretTableProps & { secret: Schemas['ClientSecret'] }) {
  const { secret, organizationName, revoking, onRevoke } = props;
  const { id, name, companyId, prefix, generatedAt, expiresAt, lastUsedAt } = secret;
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td>{organizationName(companyId) ?? t`Another organization`}</Table.Td>
      <Table.Td>
        <Code>{prefix}</Code>
      </Table.Td>
      <Table.Td>
        <Time at={generatedAt} />
      </Table.Td>
      <Table.Td>{expiresAt === null ? t`Never` : <Time at={expiresAt} />}</Table.Td>
      <Table.Td>{lastUsedAt === null ? t`Never` : <Time at={lastUsedAt} />}</Table.Td>
      <Table.Td ta="right">
        <Confirm
          title={t`Revoke “${name}”?`}
          text={t`Programs that use it are refused from now on.`}
          action={t`Revoke`}
          onConfirm={() => onRevoke(id)}
        >
          {ask => (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t`Revoke ${name}`}
              loading={revoking === id}
              onClick={ask}
            >
              {t`Revoke`}
            </Button>
          )}
        </Confirm>
      </Table.Td>
    </Table.Tr>
  );
}
