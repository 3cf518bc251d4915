import { t } from '@lingui/core/macro';
import { Button, Code, Group, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schemas } from '../../api/client';
import type { Session } from '../../api/queries';
import { Time } from '../../text/format';
import { Confirm } from '../../ui/confirm';
import { notify } from '../../ui/notices';
import { Failure, Failures } from '../../ui/page';
import { ShownOnce } from '../../ui/shown-once';
import { companyHeader, useSecretOrganization } from './secret-organization';
import { SecretWarning } from './secret-warning';
import { Fact, Section } from './section';

const statusQuery = queryOptions({
  queryKey: ['personal-secret'],
  queryFn: ({ signal }) => read(api.GET('/me/client-secret', { signal })),
});

/** The one secret of a person: what it is, and how to make, replace and revoke it. */
export function PersonalSecret(props: { session: Session; organization: string | null }) {
  const { organization, field } = useSecretOrganization(props.session, props.organization);
  const status = useQuery(statusQuery);
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
      <SecretWarning session={props.session} organization={organization} />
      <Group mt="md" align="flex-end">
        {field}
        <Confirm
          title={t`Replace the secret?`}
          text={t`Programs that use the current secret are refused until they have the new one.`}
          action={t`Replace secret`}
          onConfirm={() => generate.mutate()}
        >
          {ask => (
            <Button
              loading={generate.isPending}
              disabled={!status.isSuccess}
              onClick={() => (exists ? ask() : generate.mutate())}
            >
              {t`Generate secret`}
            </Button>
          )}
        </Confirm>
        {exists && (
          <Confirm
            title={t`Revoke the secret?`}
            text={t`Programs that use it are refused from now on.`}
            action={t`Revoke`}
            onConfirm={() => revoke.mutate()}
          >
            {ask => (
              <Button variant="default" loading={revoke.isPending} onClick={ask}>
                {t`Revoke secret`}
              </Button>
            )}
          </Confirm>
        )}
      </Group>
    </Section>
  );
}

function useSecretChanges(organization: string | null) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
  const generate = useMutation({
    mutationFn: () =>
      read(api.POST('/me/client-secret', { params: { header: companyHeader(organization) } })),
    onSettled: refresh,
    gcTime: 0,
  });
  const revoke = useMutation({
    mutationFn: () => read(api.DELETE('/me/client-secret')),
    onSuccess: () => {
      generate.reset();
      notify({ message: t`The personal secret is revoked.` });
    },
    onSettled: refresh,
  });
  return { generate, revoke };
}

function SecretFacts({ status }: { status: Schemas['SecretStatus'] }) {
  if (!status.exists) return <Text size="sm">{t`You have no personal secret.`}</Text>;
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xs">
      <Fact label={t`Prefix`}>
        <Code>{status.prefix}</Code>
      </Fact>
      <Fact label={t`Generated`}>
        <Time at={status.generatedAt} />
      </Fact>
      <Fact label={t`Last used`}>
        {status.lastUsedAt === null ? t`Never` : <Time at={status.lastUsedAt} />}
      </Fact>
    </SimpleGrid>
  );
}
