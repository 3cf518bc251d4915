import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Schemas } from '../../api/client';
import { counted } from '../../text/format';
import { Dialog } from '../../ui/dialog';
import { DownloadsAs } from '../../ui/downloads';
import { notify } from '../../ui/notices';
import { showRefusal } from '../../ui/refusal';
import { rereadPeople } from './grants';

type Person = Pick<Schemas['Account'], 'id' | 'name' | 'email' | 'organizations'>;

/** What a person may ask for: everything that is stored of them, or to be forgotten. */
export function PersonData({ person }: { person: Person }) {
  const [isAsking, { open, close }] = useDisclosure(false);
  const params = { path: { accountId: person.id } };
  const name = `Export data of ${person.name}`;
  return (
    <Group gap={6}>
      <DownloadsAs
        formats={[{ format: 'zip', label: 'Export data', name }]}
        size="compact-xs"
        run={(_, call) => api.GET('/security/accounts/{accountId}/export', { ...call, params })}
      />
      <Button
        size="compact-xs"
        variant="default"
        onClick={open}
        aria-label={`Erase ${person.name}`}
      >
        Erase…
      </Button>
      <Dialog opened={isAsking} onClose={close} title={`Erase ${person.name}?`}>
        {isAsking && <Erasure person={person} onClose={close} />}
      </Dialog>
    </Group>
  );
}

function Erasure({ person, onClose }: { person: Person; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const erase = useErasure(person, onClose);
  const planned = useQuery({
    queryKey: ['erasure', person.id],
    queryFn: () => requestErasure(person, { dryRun: true }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const confirmation = confirmationOf(person);
  const isRight = typed.trim().toLowerCase() === confirmation.trim().toLowerCase();
  return (
    <>
      <Text size="sm">
        The account and everything that names the person is deleted permanently. Past snapshots and
        statistics keep their figures, of “Former member”.
      </Text>
      {planned.error && (
        <Alert mt="md" color="red" title="Not counted">
          {planned.error.message}
        </Alert>
      )}
      {planned.data ? <Counts counts={planned.data} /> : <Text size="sm">Counting…</Text>}
      <TextInput
        mt="md"
        label={`Type ${confirmation} to confirm`}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          color="red"
          disabled={!isRight || planned.data === undefined}
          loading={erase.isPending}
          onClick={() => erase.mutate(typed.trim())}
        >
          Erase for good
        </Button>
      </Group>
    </>
  );
}

/** The e-mail, else a code, else the name. */
function confirmationOf({ email, name, organizations }: Person): string {
  return email ?? organizations.find(({ code }) => code !== null)?.code ?? name;
}

const WORDS: readonly (readonly [keyof Schemas['ErasureCounts'], string])[] = [
  ['memberships', 'memberships'],
  ['affiliations', 'affiliations'],
  ['assignments', 'assigned profiles'],
  ['standings', 'standings'],
  ['tickets', 'tickets'],
  ['validations', 'standings of others without their validator'],
  ['statistics', 'monthly statistics under “Former member”'],
  ['secrets', 'secrets'],
  ['sessions', 'sessions'],
  ['schedules', 'schedules'],
  ['mails', 'mails'],
  ['importFaults', 'faults of imports'],
  ['importArchives', 'imports that can no longer be taken back'],
  ['auditEvents', 'audit events without the name'],
];

function Counts({ counts }: { counts: Schemas['ErasureCounts'] }) {
  const some = WORDS.filter(([name]) => counts[name] > 0);
  return (
    <ul aria-label="What is deleted or changed">
      <li>1 account</li>
      {some.map(([name, words]) => (
        <li key={name}>{counted(counts[name], words)}</li>
      ))}
    </ul>
  );
}

function requestErasure({ id }: Person, body: Schemas['ErasureRequest']) {
  const params = { path: { accountId: id } };
  return read(api.POST('/security/accounts/{accountId}/erase', { params, body }));
}

function useErasure(person: Person, onClose: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (confirm: string) => requestErasure(person, { confirm }),
    onSuccess: async () => {
      onClose();
      notify({ message: 'The person is erased.' });
      await rereadPeople(queryClient);
    },
    onError: error =>
      showRefusal(error, { title: 'Not erased', message: 'The service could not be asked.' }),
  });
}
