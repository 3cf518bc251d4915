import { t } from '@lingui/core/macro';
import { Alert, Code, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { api, apiOf, apiQuery, ignoring, type Schemas } from '../../api/client';
import type { Session } from '../../api/queries';
import { useReport } from '../../api/report';
import { isDay, startOfDay } from '../../text/dates';
import { Time } from '../../text/format';
import { ChangeAction } from '../../ui/change';
import { Facts } from '../../ui/figure';
import { Field, Form, formText, ShownOnce } from '../../ui/form';
import { notify } from '../../ui/notices';
import { Section } from '../../ui/page';
import { ReportView } from '../../ui/report-view';
import { HeadedTable, Row } from '../../ui/table/headed-table';
import { secretWarning } from './rights-section';

const GROUP = 'client-secrets';

export function ClientSecrets(props: { session: Session; organization: string | null }) {
  const { session } = props;
  const { organization, field, warning } = useSecretOrganization(session, props.organization);
  const report = useReport(apiQuery(GROUP, null, '/me/client-secrets'));
  const [created, setCreated] = useState<Schemas['NewClientSecret'] | null>(null);
  const create = (data: FormData) => {
    const day = formText(data, 'expiresAt');
    return apiOf(organization).post('/me/client-secrets', {
      body: {
        name: formText(data, 'name').trim(),
        // The API reports invalid dates.
        ...(day !== '' && { expiresAt: isDay(day) ? startOfDay(day) : day }),
      },
    });
  };
  return (
    <Section
      title={t`API client secrets`}
      about={t`One for each program that calls the API, up to ten. Each can be revoked separately.`}
    >
      <ReportView report={report} height={44}>
        {secrets =>
          secrets.length === 0 ? (
            <Text size="sm">{t`No client secrets yet. Name the first one below.`}</Text>
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
                  organization={
                    session.organizations.find(({ id }) => id === secret.companyId)?.name ??
                    t`Another organization`
                  }
                  onRevoked={() => created?.id === secret.id && setCreated(null)}
                />
              ))}
            </HeadedTable>
          )
        }
      </ReportView>
      {created && <ShownOnce label={t`Your secret`} value={created.secret} />}
      {warning}
      <Form
        send={create}
        onSent={setCreated}
        meta={{ stale: [GROUP] }}
        action={t`Create client secret`}
      >
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
          <Field name="expiresAt" label={t`Expires`} type="date" w={160} />
          {field}
        </Group>
      </Form>
    </Section>
  );
}

function SecretRow(props: {
  secret: Schemas['ClientSecret'];
  organization: string;
  onRevoked: () => void;
}) {
  const { secret, organization, onRevoked } = props;
  const { id, name, prefix, generatedAt, expiresAt, lastUsedAt } = secret;
  const params = { path: { id } };
  return (
    <Row>
      {name}
      {organization}
      <Code>{prefix}</Code>
      <Time at={generatedAt} />
      {expiresAt === null ? t`Never` : <Time at={expiresAt} />}
      {lastUsedAt === null ? t`Never` : <Time at={lastUsedAt} />}
      <ChangeAction
        size="compact-xs"
        name={t`Revoke ${name}`}
        title={t`Revoke “${name}”?`}
        text={t`Programs that use it stop working immediately.`}
        // It may have been revoked already.
        send={() => api.remove('/me/client-secrets/{id}', { params }).catch(ignoring(404))}
        onSent={onRevoked}
        stale={[GROUP]}
      >
        {t`Revoke`}
      </ChangeAction>
    </Row>
  );
}

/** Shows the user's personal secret, and generates, replaces or revokes it. */
export function PersonalSecret(props: { session: Session; organization: string | null }) {
  const { organization, field, warning } = useSecretOrganization(props.session, props.organization);
  const report = useReport(apiQuery('personal-secret', null, '/me/client-secret'));
  const { data: status } = report.query;
  const [generated, setGenerated] = useState<string | null>(null);
  const stale = ['personal-secret'];
  return (
    <Section
      title={t`Personal secret`}
      about={t`For your own scripts and spreadsheets, with your access.`}
    >
      <ReportView report={report} height={44}>
        {status => <SecretFacts status={status} />}
      </ReportView>
      {generated !== null && <ShownOnce label={t`Your secret`} value={generated} />}
      {warning}
      <Group mt="md" align="flex-end">
        {field}
        <ChangeAction
          size="sm"
          variant="filled"
          {...(status?.exists && REPLACEMENT)}
          disabled={status === undefined}
          send={() => apiOf(organization).post('/me/client-secret')}
          onSent={({ secret }) => setGenerated(secret)}
          stale={stale}
        >
          {t`Generate secret`}
        </ChangeAction>
        {status?.exists === true && (
          <ChangeAction
            size="sm"
            title={t`Revoke the secret?`}
            text={t`Programs that use it stop working immediately.`}
            action={t`Revoke`}
            send={() => api.remove('/me/client-secret')}
            onSent={() => {
              setGenerated(null);
              notify({ message: t`The personal secret has been revoked.` });
            }}
            stale={stale}
          >
            {t`Revoke secret`}
          </ChangeAction>
        )}
      </Group>
    </Section>
  );
}

const REPLACEMENT = {
  title: t`Replace the secret?`,
  text: t`Programs that use the current secret stop working until they have the new one.`,
  action: t`Replace secret`,
};

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

/**
 * Returns the organization for a new secret, by default the current one, a field to choose it, and a warning about the
 * limits of the secret.
 */
function useSecretOrganization(session: Session, current: string | null) {
  const [chosen, setChosen] = useState(current);
  const { organizations } = session;
  const organization = chosen ?? organizations[0]?.handle ?? null;
  const isKnown = organizations.some(({ handle }) => handle === organization);
  const options = [
    ...(organization !== null && !isKnown ? [{ value: organization, label: organization }] : []),
    ...organizations.map(({ handle, name }) => ({ value: handle, label: name })),
  ];
  const field =
    options.length < 2 ? null : (
      <Select
        label={t`Organization`}
        description={t`What the new secret reads`}
        data={options}
        value={organization}
        onChange={setChosen}
        allowDeselect={false}
        w={260}
      />
    );
  const limits = secretWarning(session, organization);
  const warning = limits !== null && (
    <Alert color="yellow" role="note" mt="md" c="var(--mantine-color-text)">
      {limits}
    </Alert>
  );
  return { organization, field, warning };
}
