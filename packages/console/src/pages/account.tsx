import {
  Box,
  Button,
  Code,
  CopyButton,
  Group,
  Modal,
  SimpleGrid,
  Skeleton,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { api, forOrganization, read } from '../api/client';
import { sessionQuery } from '../api/queries';
import { isDay, startOfDay } from '../dates';
import { Time } from '../ui/format';
import { useOrganization } from '../ui/organization';
import { Failure, Page } from '../ui/page';

/** The secrets and the password of whoever is signed in. */
export function AccountPage() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { account, roles, expiresAt } = session;
  return (
    <Page
      title="Account"
      about={
        <>
          {account.name}, {account.email} · API access {roles.apiAccess ? 'granted' : 'not granted'}{' '}
          · report access {roles.reportAccess ? 'granted' : 'not granted'} · signed in until{' '}
          <Time at={expiresAt} />
        </>
      }
    >
      <Stack gap="md" maw={860}>
        <PersonalSecret />
        <ClientSecrets />
        <ChangePassword />
      </Stack>
    </Page>
  );
}

function Section({
  title,
  about,
  children,
}: {
  title: string;
  about: string;
  children: ReactNode;
}) {
  return (
    <Box component="section" className="surface" p="lg" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {about}
      </Text>
      {children}
    </Box>
  );
}

function PersonalSecret() {
  const organization = useOrganization();
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const status = useQuery({
    queryKey: ['personal-secret'],
    queryFn: ({ signal }) => read(api.GET('/me/client-secret', { signal })),
  });
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['personal-secret'] });
  const generate = useMutation({
    mutationFn: () =>
      read(
        api.POST('/me/client-secret', {
          params: { header: organization === null ? {} : forOrganization(organization) },
        }),
      ),
    onSettled: refresh,
    gcTime: 0,
  });
  const revoke = useMutation({
    mutationFn: () => read(api.DELETE('/me/client-secret')),
    onSuccess: () => {
      generate.reset();
      notifications.show({ message: 'The personal secret is revoked.' });
    },
    onSettled: refresh,
  });
  const exists = status.data?.exists === true;

  return (
    <Section
      title="Personal secret"
      about="For your own scripts and spreadsheets. It has the access that you have."
    >
      {status.isPending && <Skeleton h={44} />}
      {status.isError && <Failure error={status.error} onRetry={() => void status.refetch()} />}
      {status.isSuccess &&
        (exists ? (
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xs">
            <Fact label="Prefix">
              <Code>{status.data.prefix}</Code>
            </Fact>
            <Fact label="Generated">
              <Time at={status.data.generatedAt} />
            </Fact>
            <Fact label="Last used">
              {status.data.lastUsedAt === null ? 'Never' : <Time at={status.data.lastUsedAt} />}
            </Fact>
          </SimpleGrid>
        ) : (
          <Text size="sm">You have no personal secret.</Text>
        ))}
      {generate.data && <NewSecret secret={generate.data.secret} />}
      {generate.isError && (
        <Box mt="sm">
          <Failure error={generate.error} />
        </Box>
      )}
      {revoke.isError && (
        <Box mt="sm">
          <Failure error={revoke.error} />
        </Box>
      )}
      <Group mt="md">
        <Button
          loading={generate.isPending}
          disabled={!status.isSuccess}
          onClick={() => (exists ? setIsAsking(true) : generate.mutate())}
        >
          Generate secret
        </Button>
        {exists && (
          <Button variant="default" loading={revoke.isPending} onClick={() => revoke.mutate()}>
            Revoke secret
          </Button>
        )}
      </Group>
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title="Replace the secret?"
        centered
      >
        <Text size="sm">
          What uses the present secret is refused from then on, until it gets the new one.
        </Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setIsAsking(false)}>
            Keep it
          </Button>
          <Button
            onClick={() => {
              setIsAsking(false);
              generate.mutate();
            }}
          >
            Replace secret
          </Button>
        </Group>
      </Modal>
    </Section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm" component="div">
        {children}
      </Text>
    </Box>
  );
}

/** The one time that a secret is shown. */
function NewSecret({ secret }: { secret: string }) {
  return (
    <Group align="flex-end" mt="md" gap="xs" wrap="nowrap">
      <TextInput
        label="Your secret"
        description="Copy it now. It is not shown again."
        value={secret}
        readOnly
        autoComplete="off"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        flex={1}
      />
      <CopyButton value={secret}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}

function ClientSecrets() {
  const organization = useOrganization();
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const header = organization === null ? {} : forOrganization(organization);
  const secrets = useQuery({
    queryKey: ['client-secrets'],
    queryFn: ({ signal }) => read(api.GET('/me/client-secrets', { signal })),
  });
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['client-secrets'] });
  const create = useMutation({
    mutationFn: (data: FormData) => {
      const day = text(data, 'expires');
      return read(
        api.POST('/me/client-secrets', {
          params: { header },
          body: {
            name: text(data, 'name').trim(),
            // What is no day goes as it is: the API says why it refuses it.
            ...(day !== '' && { expiresAt: isDay(day) ? startOfDay(day) : day }),
          },
        }),
      );
    },
    onSuccess: () => form.current?.reset(),
    onSettled: refresh,
    gcTime: 0,
  });
  const revoke = useMutation({
    mutationFn: (id: string) =>
      read(api.DELETE('/me/client-secrets/{id}', { params: { path: { id } } })),
    onSuccess: () => create.reset(),
    onSettled: refresh,
  });

  return (
    <Section
      title="API client secrets"
      about="One for each program that calls the API, at most ten, each revoked alone."
    >
      {secrets.isPending && <Skeleton h={44} />}
      {secrets.isError && <Failure error={secrets.error} onRetry={() => void secrets.refetch()} />}
      {secrets.isSuccess && secrets.data.length === 0 && (
        <Text size="sm">There are none. Name the first one below.</Text>
      )}
      {secrets.isSuccess && secrets.data.length > 0 && (
        <Table.ScrollContainer minWidth={560} type="native">
          <Table aria-label="API client secrets">
            <Table.Thead>
              <Table.Tr>
                {['Name', 'Prefix', 'Generated', 'Expires', 'Last used'].map(title => (
                  <Table.Th key={title}>{title}</Table.Th>
                ))}
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {secrets.data.map(({ id, name, prefix, generatedAt, expiresAt, lastUsedAt }) => (
                <Table.Tr key={id}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td>
                    <Code>{prefix}</Code>
                  </Table.Td>
                  <Table.Td>
                    <Time at={generatedAt} dateOnly />
                  </Table.Td>
                  <Table.Td>
                    {expiresAt === null ? 'Never' : <Time at={expiresAt} dateOnly />}
                  </Table.Td>
                  <Table.Td>{lastUsedAt === null ? 'Never' : <Time at={lastUsedAt} />}</Table.Td>
                  <Table.Td ta="right">
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={`Revoke ${name}`}
                      onClick={() => revoke.mutate(id)}
                    >
                      Revoke
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {create.data && <NewSecret secret={create.data.secret} />}
      {create.isError && (
        <Box mt="sm">
          <Failure error={create.error} />
        </Box>
      )}
      {revoke.isError && (
        <Box mt="sm">
          <Failure error={revoke.error} />
        </Box>
      )}
      <form
        ref={form}
        onSubmit={event => {
          event.preventDefault();
          create.mutate(new FormData(event.currentTarget));
        }}
      >
        <Group align="flex-end" mt="md">
          <TextInput
            name="name"
            label="Name"
            required
            withAsterisk={false}
            maxLength={100}
            flex={1}
            miw={180}
            autoComplete="off"
          />
          <TextInput name="expires" label="Expires" type="date" w={160} />
          <Button type="submit" variant="default" loading={create.isPending}>
            Create client secret
          </Button>
        </Group>
      </form>
    </Section>
  );
}

function ChangePassword() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const form = useRef<HTMLFormElement>(null);
  const change = useMutation({
    mutationFn: (data: FormData) =>
      read(
        api.POST('/me/password', {
          body: { current: text(data, 'current'), new: text(data, 'new') },
        }),
      ),
    onSuccess: () => {
      form.current?.reset();
      notifications.show({ message: 'The password is changed. Every other session has ended.' });
    },
  });
  return (
    <Section
      title="Change password"
      about="At least 12 characters, and none of the common ones. It ends your sessions elsewhere."
    >
      <form
        ref={form}
        onSubmit={event => {
          event.preventDefault();
          change.mutate(new FormData(event.currentTarget));
        }}
      >
        <Stack maw={380}>
          <input hidden readOnly autoComplete="username" value={session.account.email} />
          <TextInput
            type="password"
            name="current"
            label="Current password"
            autoComplete="current-password"
            required
            withAsterisk={false}
          />
          <TextInput
            type="password"
            name="new"
            label="New password"
            autoComplete="new-password"
            minLength={12}
            required
            withAsterisk={false}
          />
          {change.isError && <Failure error={change.error} />}
          <Button type="submit" variant="default" loading={change.isPending} w="fit-content">
            Change password
          </Button>
        </Stack>
      </form>
    </Section>
  );
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
