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
      label="API client secrets"
      titles={['Name', 'Organization', 'Prefix', 'Generated', 'Expires', 'Last used', '']}
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
      <Table.Td>{organizationName(companyId) ?? 'Another organization'}</Table.Td>
      <Table.Td>
        <Code>{prefix}</Code>
      </Table.Td>
      <Table.Td>
        <Time at={generatedAt} />
      </Table.Td>
      <Table.Td>{expiresAt === null ? 'Never' : <Time at={expiresAt} />}</Table.Td>
      <Table.Td>{lastUsedAt === null ? 'Never' : <Time at={lastUsedAt} />}</Table.Td>
      <Table.Td ta="right">
        <Confirm
          title={`Revoke “${name}”?`}
          text="Programs that use it are refused from now on."
          action="Revoke"
          onConfirm={() => onRevoke(id)}
        >
          {ask => (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Revoke ${name}`}
              loading={revoking === id}
              onClick={ask}
            >
              Revoke
            </Button>
          )}
        </Confirm>
      </Table.Td>
    </Table.Tr>
  );
}
