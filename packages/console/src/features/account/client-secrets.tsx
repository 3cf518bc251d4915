import { t } from '@lingui/core/macro';
import { Button, Code, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ApiError, api, apiOf, apiQuery, type Schemas } from '../../api/client';
import type { Session } from '../../api/queries';
import { useReport } from '../../api/report';
import { isDay, startOfDay } from '../../text/dates';
import { Time } from '../../text/format';
import { ConfirmedAction } from '../../ui/buttons';
import { Field, formText, onSubmit } from '../../ui/form';
import { useChange } from '../../ui/notices';
import { Failure, Section } from '../../ui/page';
import { ReportView } from '../../ui/report-view';
import { ShownOnce } from '../../ui/shown-once';
import { HeadedTable, Row } from '../../ui/table/headed-table';
import { useSecretOrganization } from './secret-organization';

const GROUP = 'client-secrets';

export function ClientSecrets(props: { session: Session; organization: string | null }) {
  const { organization, field, name, warning } = useSecretOrganization(
    props.session,
    props.organization,
  );
  const report = useReport(apiQuery(GROUP, null, '/me/client-secrets'));
  const create = useMutation({
    mutationFn: (data: FormData) => {
      const day = formText(data, 'expires');
      return apiOf(organization).post('/me/client-secrets', {
        body: {
          name: formText(data, 'name').trim(),
          // The API reports invalid dates.
          ...(day !== '' && { expiresAt: isDay(day) ? startOfDay(day) : day }),
        },
      });
    },
    meta: { stale: [GROUP] },
    gcTime: 0,
  });
  return (
    <Section
      title={t`API client secrets`}
      about={t`One for each program that calls the API, up to ten. Each can be revoked separately.`}
    >
      <ReportView report={report} height={44}>
        {secrets =>
          secrets.length === 0 ? (
            <Text size="sm">{t`There are none. Name the first one below.`}</Text>
          ) : (
            <HeadedTable
              label={t`API client secrets`}
              titles={[
                t`Name`,
                t`Organization`,
                t`Prefix`,
                t`Generated`,
                t`Expires`,
                t`Last used`,
                '',
              ]}
              minWidth={720}
            >
              {secrets.map(secret => (
                <SecretRow
                  key={secret.id}
                  secret={secret}
                  organization={name(secret.companyId) ?? t`Another organization`}
                  onRevoked={create.reset}
                />
              ))}
            </HeadedTable>
          )
        }
      </ReportView>
      {create.data && <ShownOnce label={t`Your secret`} value={create.data.secret} />}
      {create.error !== null && <Failure error={create.error} />}
      {warning}
      <form onSubmit={onSubmit(create.mutate)}>
        <Group align="flex-end" mt="md">
          <Field
            name="name"
            label={t`Name`}
            required
            maxLength={100}
            flex={1}
            miw={180}
            autoComplete="off"
          />
          <Field name="expires" label={t`Expires`} type="date" w={160} />
          {field}
          <Button type="submit" variant="default" loading={create.isPending}>
            {t`Create client secret`}
          </Button>
        </Group>
      </form>
    </Section>
  );
}

/** Revokes a secret; does not fail if it is already gone. */
async function revokeSecret(id: string): Promise<void> {
  try {
    await api.remove('/me/client-secrets/{id}', { params: { path: { id } } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}

function SecretRow(props: {
  secret: Schemas['ClientSecret'];
  organization: string;
  onRevoked: () => void;
}) {
  const { secret, organization, onRevoked } = props;
  const { id, name, prefix, generatedAt, expiresAt, lastUsedAt } = secret;
  const revoke = useChange(() => revokeSecret(id), { stale: [GROUP], onSuccess: onRevoked });
  return (
    <Row
      cells={[
        name,
        organization,
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
          change={revoke}
        >
          {t`Revoke`}
        </ConfirmedAction>,
      ]}
    />
  );
}
