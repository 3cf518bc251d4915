import { plural, t } from '@lingui/core/macro';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Schemas } from '../../api/client';
import { useReport } from '../../api/report';
import { DialogAction, DialogButtons } from '../../ui/buttons';
import { DownloadsAs } from '../../ui/downloads';
import { useChange } from '../../ui/notices';
import { ReportView } from '../../ui/report-view';
import { useFinish } from './grants';

type Person = Pick<Schemas['Account'], 'id' | 'name' | 'email' | 'organizations'>;

export function PersonData({ person }: { person: Person }) {
  const params = { path: { accountId: person.id } };
  const name = t`Export data of ${person.name}`;
  return (
    <Group gap={6}>
      <DownloadsAs
        formats={[{ format: 'zip', label: t`Export data`, name }]}
        size="compact-xs"
        run={(_, call) => api.GET('/security/accounts/{accountId}/export', { ...call, params })}
      />
      <DialogAction
        size="compact-xs"
        name={t`Erase ${person.name}`}
        title={t`Erase ${person.name}?`}
        content={close => <Erasure person={person} onClose={close} />}
      >
        {t`Erase…`}
      </DialogAction>
    </Group>
  );
}

function Erasure({ person, onClose }: { person: Person; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const finish = useFinish(onClose);
  const erase = useChange({
    mutationFn: (confirm: string) => requestErasure(person, { confirm }),
    onSuccess: () => finish({ message: t`The person has been erased.` }),
  });
  const planned = useReport({
    queryKey: ['erasure', person.id],
    queryFn: () => requestErasure(person, { dryRun: true }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const confirmation = confirmationOf(person);
  const isConfirmed = typed.trim().toLowerCase() === confirmation.trim().toLowerCase();
  return (
    <>
      <Text size="sm">
        {t`The account and everything that names the person are deleted permanently. Past snapshots and statistics keep their figures, under “Former member”.`}
      </Text>
      <ReportView report={planned} height={44}>
        {counts => <Counts counts={counts} />}
      </ReportView>
      <TextInput
        mt="md"
        label={t`Type ${confirmation} to confirm`}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <DialogButtons onCancel={onClose}>
        <Button
          color="red"
          disabled={!isConfirmed || planned.query.data === undefined}
          loading={erase.isPending}
          onClick={() => erase.mutate(typed.trim())}
        >
          {t`Erase for good`}
        </Button>
      </DialogButtons>
    </>
  );
}

function confirmationOf({ email, name, organizations }: Person): string {
  return email ?? organizations.find(({ code }) => code !== null)?.code ?? name;
}

function countTexts(
  counts: Schemas['ErasureCounts'],
): Partial<Record<keyof typeof counts, string>> {
  return {
    memberships: plural(counts.memberships, { one: '# membership', other: '# memberships' }),
    affiliations: plural(counts.affiliations, { one: '# affiliation', other: '# affiliations' }),
    assignments: plural(counts.assignments, {
      one: '# assigned profile',
      other: '# assigned profiles',
    }),
    standings: plural(counts.standings, { one: '# standing', other: '# standings' }),
    tickets: plural(counts.tickets, { one: '# ticket', other: '# tickets' }),
    validations: plural(counts.validations, {
      one: '# standing of others loses its validator',
      other: '# standings of others lose their validator',
    }),
    statistics: plural(counts.statistics, {
      one: '# monthly statistic kept under “Former member”',
      other: '# monthly statistics kept under “Former member”',
    }),
    secrets: plural(counts.secrets, { one: '# secret', other: '# secrets' }),
    sessions: plural(counts.sessions, { one: '# session', other: '# sessions' }),
    schedules: plural(counts.schedules, { one: '# schedule', other: '# schedules' }),
    mails: plural(counts.mails, { one: '# e-mail', other: '# e-mails' }),
    importFaults: plural(counts.importFaults, { one: '# import fault', other: '# import faults' }),
    importArchives: plural(counts.importArchives, {
      one: '# import that can no longer be undone',
      other: '# imports that can no longer be undone',
    }),
    auditEvents: plural(counts.auditEvents, {
      one: '# audit event loses the name',
      other: '# audit events lose the name',
    }),
  };
}

function Counts({ counts }: { counts: Schemas['ErasureCounts'] }) {
  const words = Object.entries(countTexts(counts)) as [keyof typeof counts, string][];
  return (
    <ul aria-label={t`What is deleted or changed`}>
      <li>{t`1 account`}</li>
      {words.map(([name, text]) => counts[name] > 0 && <li key={name}>{text}</li>)}
    </ul>
  );
}

function requestErasure({ id }: Person, body: Schemas['ErasureRequest']) {
  const params = { path: { accountId: id } };
  return api.post('/security/accounts/{accountId}/erase', { params, body });
}
