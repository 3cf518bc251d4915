import { t } from '@lingui/core/macro';
import { Code, Group, Text } from '@mantine/core';
import { api, apiOf, apiQuery, type Schemas } from '../../api/client';
import type { Session } from '../../api/queries';
import { useReport } from '../../api/report';
import { Time } from '../../text/format';
import { ConfirmedAction } from '../../ui/buttons';
import { Facts } from '../../ui/figure';
import { notify, useChange } from '../../ui/notices';
import { Section } from '../../ui/page';
import { ReportView } from '../../ui/report-view';
import { ShownOnce } from '../../ui/shown-once';
import { useSecretOrganization } from './secret-organization';

const GROUP = 'personal-secret';

/** Shows the user's personal secret, and generates, replaces or revokes it. */
export function PersonalSecret(props: { session: Session; organization: string | null }) {
  const { organization, field, warning } = useSecretOrganization(props.session, props.organization);
  const report = useReport(apiQuery(GROUP, null, '/me/client-secret'));
  const { data: status } = report.query;
  const stale = [GROUP];
  const generate = useChange(() => apiOf(organization).post('/me/client-secret'), {
    stale,
    gcTime: 0,
  });
  const revoke = useChange(() => api.remove('/me/client-secret'), {
    stale,
    onSuccess: () => {
      generate.reset();
      notify({ message: t`The personal secret is revoked.` });
    },
  });
  return (
    <Section
      title={t`Personal secret`}
      about={t`For your own scripts and spreadsheets, with your access.`}
    >
      <ReportView report={report} height={44}>
        {status => <SecretFacts status={status} />}
      </ReportView>
      {generate.data && <ShownOnce label={t`Your secret`} value={generate.data.secret} />}
      {warning}
      <Group mt="md" align="flex-end">
        {field}
        <ConfirmedAction
          size="sm"
          variant="filled"
          isAsked={status?.exists === true}
          title={t`Replace the secret?`}
          text={t`Programs that use the current secret are refused until they have the new one.`}
          action={t`Replace secret`}
          disabled={status === undefined}
          change={generate}
        >
          {t`Generate secret`}
        </ConfirmedAction>
        {status?.exists === true && (
          <ConfirmedAction
            size="sm"
            title={t`Revoke the secret?`}
            text={t`Programs that use it are refused from now on.`}
            action={t`Revoke`}
            change={revoke}
          >
            {t`Revoke secret`}
          </ConfirmedAction>
        )}
      </Group>
    </Section>
  );
}

function SecretFacts({ status }: { status: Schemas['SecretStatus'] }) {
  if (!status.exists) return <Text size="sm">{t`You have no personal secret.`}</Text>;
  const { prefix, generatedAt, lastUsedAt } = status;
  return (
    <Facts
      facts={[
        [t`Prefix`, <Code key="prefix">{prefix}</Code>],
        [t`Generated`, <Time key="generated" at={generatedAt} />],
        [t`Last used`, lastUsedAt === null ? t`Never` : <Time key="used" at={lastUsedAt} />],
      ]}
    />
  );
}
