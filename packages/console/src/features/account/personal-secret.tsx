import { t } from '@lingui/core/macro';
import { Code, Group, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, apiOf, apiQuery, type Schemas } from '../../api/client';
import type { Session } from '../../api/queries';
import { Time } from '../../text/format';
import { ConfirmedAction } from '../../ui/buttons';
import { Facts } from '../../ui/figure';
import { notify } from '../../ui/notices';
import { Failure, Failures, Section } from '../../ui/page';
import { ShownOnce } from '../../ui/shown-once';
import { useSecretOrganization } from './secret-organization';

const GROUP = 'personal-secret';

/** Shows the user's personal secret, and generates, replaces or revokes it. */
export function PersonalSecret(props: { session: Session; organization: string | null }) {
  const { organization, field, warning } = useSecretOrganization(props.session, props.organization);
  const status = useQuery(apiQuery(GROUP, null, '/me/client-secret'));
  const { generate, revoke } = useSecretChanges(organization);
  const exists = status.data?.exists === true;
  return (
    <Section
      title={t`Personal secret`}
      about={t`For your own scripts and spreadsheets, with your access.`}
    >
      {status.isPending && <Skeleton h={44} />}
      {status.isError && <Failure error={status.error} onRetry={() => void status.refetch()} />}
      {status.isSuccess && <SecretFacts status={status.data} />}
      {generate.data && <ShownOnce label={t`Your secret`} value={generate.data.secret} />}
      <Failures errors={{ generate: generate.error, revoke: revoke.error }} />
      {warning}
      <Group mt="md" align="flex-end">
        {field}
        <ConfirmedAction
          size="sm"
          variant="filled"
          isAsked={exists}
          title={t`Replace the secret?`}
          text={t`Programs that use the current secret are refused until they have the new one.`}
          action={t`Replace secret`}
          loading={generate.isPending}
          disabled={!status.isSuccess}
          onConfirm={() => generate.mutate()}
        >
          {t`Generate secret`}
        </ConfirmedAction>
        {exists && (
          <ConfirmedAction
            size="sm"
            title={t`Revoke the secret?`}
            text={t`Programs that use it are refused from now on.`}
            action={t`Revoke`}
            loading={revoke.isPending}
            onConfirm={() => revoke.mutate()}
          >
            {t`Revoke secret`}
          </ConfirmedAction>
        )}
      </Group>
    </Section>
  );
}

function useSecretChanges(organization: string | null) {
  const meta = { stale: [GROUP] };
  const generate = useMutation({
    mutationFn: () => apiOf(organization).post('/me/client-secret'),
    meta,
    gcTime: 0,
  });
  const revoke = useMutation({
    mutationFn: () => api.remove('/me/client-secret'),
    onSuccess: () => {
      generate.reset();
      notify({ message: t`The personal secret is revoked.` });
    },
    meta,
  });
  return { generate, revoke };
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
