import { t } from '@lingui/core/macro';
import { Code } from '@mantine/core';
import type { Schemas } from '../../api/client';
import { Time } from '../../text/format';
import { ConfirmedAction } from '../../ui/buttons';
import { HeadedTable, Row } from '../../ui/table/headed-table';

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
    <Row
      cells={[
        name,
        organizationName(companyId) ?? t`Another organization`,
        <Code key="prefix">{prefix}</Code>,
        <Time key="generated" at={generatedAt} />,
        expiresAt === null ? t`Never` : <Time key="expires" at={expiresAt} />,
        lastUsedAt === null ? t`Never` : <Time key="used" at={lastUsedAt} />,
        <ConfirmedAction
          key="revoke"
          size="compact-xs"
          name={t`Revoke ${name}`}
          title={t`Revoke “${name}”?`}
          text={t`Programs that use it are refused from now on.`}
          loading={revoking === id}
          onConfirm={() => onRevoke(id)}
        >
          {t`Revoke`}
        </ConfirmedAction>,
      ]}
    />
  );
}
