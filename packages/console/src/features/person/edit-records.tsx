import { t } from '@lingui/core/macro';
import { Button, Checkbox, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { achievementsQuery } from '../../api/achievements';
import { ApiError, apiOf, read, type Schemas } from '../../api/client';
import type { Requirement } from '../../api/people';
import { dayOf } from '../../text/dates';
import { Confirm } from '../../ui/confirm';
import { Dialog } from '../../ui/dialog';
import { formText, onSubmit } from '../../ui/form';
import { Failure } from '../../ui/page';
import { showRefusal } from '../../ui/refusal';
import { statusName } from '../../ui/status-badge';

/** Whose records a record keeper writes. */
export interface Records {
  readonly organization: string;
  readonly memberId: string;
}

const TICKET_STATUSES = ['Valid', 'Pending', 'Submitted', 'Expired'] as const;
const STANDING_STATUSES = [
  'Validated',
  'Submitted',
  'Self-Assessed',
  'Needs Training',
  'Not Applicable',
  'Not Completed',
  'Expired',
] as const;

/** "Record": an achievement that the person holds, or is to hold: a missing one, or one that is chosen. */
export function RecordAchievement(props: { records: Records; missing?: Requirement }) {
  const { records, missing } = props;
  const { organization, memberId } = records;
  const [chosen, setAchievement] = useState<string | null>(null);
  const achievementId = missing?.id ?? chosen;
  return (
    <Edit
      label={t`Record`}
      {...(missing && { about: missing.name })}
      title={missing?.name ?? t`Record an achievement`}
      send={form => {
        const body = { ...ticketOf(form), memberId, achievementId: achievementId ?? '' };
        return read(apiOf(organization).POST('/records/tickets', { body }));
      }}
    >
      {faults => (
        <>
          {missing === undefined && (
            <AchievementField
              organization={organization}
              chosen={chosen}
              onChange={setAchievement}
            />
          )}
          <TicketFields faults={faults} />
        </>
      )}
    </Edit>
  );
}

/** What a record keeper does with a line: correct or withdraw its record, or record one where there is none. */
export function EditRequirement(props: { records: Records; requirement: Requirement }) {
  const { records, requirement } = props;
  return requirement.kind === 'achievement' ? (
    requirement.ticketId === null ? (
      <RecordAchievement records={records} missing={requirement} />
    ) : (
      <EditTicket id={requirement.ticketId} {...{ records, requirement }} />
    )
  ) : (
    <EditStanding {...{ records, requirement }} />
  );
}

function EditTicket(props: { records: Records; requirement: Requirement; id: string }) {
  const { records, requirement, id } = props;
  const api = apiOf(records.organization);
  const params = { path: { id } };
  return (
    <Group gap="xs" wrap="nowrap">
      <Edit
        label={t`Correct`}
        about={requirement.name}
        title={requirement.name}
        send={form => read(api.PATCH('/records/tickets/{id}', { params, body: ticketOf(form) }))}
      >
        {faults => <TicketFields requirement={requirement} faults={faults} />}
      </Edit>
      <Withdraw
        name={requirement.name}
        send={() => read(api.DELETE('/records/tickets/{id}', { params }))}
      />
    </Group>
  );
}

function EditStanding({ records, requirement }: { records: Records; requirement: Requirement }) {
  const { id: competencyId, name, source } = requirement;
  const api = apiOf(records.organization);
  const params = { path: { memberId: records.memberId, competencyId } };
  const path = '/records/standings/{memberId}/{competencyId}';
  return (
    <Group gap="xs" wrap="nowrap">
      <Edit
        label={source === null ? t`Record` : t`Correct`}
        about={name}
        title={name}
        send={form => read(api.PUT(path, { params, body: standingOf(form) }))}
      >
        {faults => (
          <>
            <StatusField of={requirement} statuses={STANDING_STATUSES} faults={faults} />
            <DayField
              name="validatedAt"
              label={t`Validated on`}
              at={requirement.heldSince}
              faults={faults}
            />
            <DayField
              name="expiresAt"
              label={t`Expires`}
              at={requirement.expiresAt}
              faults={faults}
            />
            <Checkbox
              name="isValidated"
              label={t`Somebody validated it`}
              defaultChecked={requirement.isSatisfied}
            />
          </>
        )}
      </Edit>
      {source !== null && <Withdraw name={name} send={() => read(api.DELETE(path, { params }))} />}
    </Group>
  );
}

/** A button, and the dialog that it opens, which writes a record. */
function Edit(props: {
  label: string;
  /** What the button is about, beside its label. */
  about?: string;
  title: string;
  send: (form: FormData) => Promise<unknown>;
  children: (faults: ReadonlyMap<string, string>) => ReactNode;
}) {
  const { label, about, title, send, children } = props;
  const [isOpen, { open, close }] = useDisclosure(false);
  const client = useQueryClient();
  const write = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      close();
      await client.invalidateQueries();
    },
  });
  const faults = write.error instanceof ApiError ? write.error.fields : new Map<string, string>();
  return (
    <>
      <Button
        variant="default"
        size={about === undefined ? 'sm' : 'compact-sm'}
        aria-label={about === undefined ? label : `${label} ${about}`}
        onClick={open}
      >
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={title}>
        {isOpen && (
          <form onSubmit={onSubmit(write.mutate)}>
            <Stack gap="sm">
              {children(faults)}
              {write.isError && faults.size === 0 && <Failure error={write.error} />}
              <Group justify="flex-end" mt="sm">
                <Button type="submit" loading={write.isPending}>
                  {t`Save`}
                </Button>
              </Group>
            </Stack>
          </form>
        )}
      </Dialog>
    </>
  );
}

function Withdraw({ name, send }: { name: string; send: () => Promise<unknown> }) {
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: send,
    onSuccess: () => client.invalidateQueries(),
    onError: error =>
      showRefusal(error, { title: t`Not withdrawn`, message: t`The service did not answer.` }),
  });
  return (
    <Confirm
      title={t`Withdraw ${name}?`}
      text={t`The record is deleted, and imports do not bring it back.`}
      action={t`Withdraw`}
      onConfirm={() => withdraw.mutate()}
    >
      {ask => (
        <Button
          variant="default"
          size="compact-sm"
          loading={withdraw.isPending}
          aria-label={t`Withdraw ${name}`}
          onClick={ask}
        >
          {t`Withdraw`}
        </Button>
      )}
    </Confirm>
  );
}

interface Faulty {
  faults: ReadonlyMap<string, string>;
}

function AchievementField(props: {
  organization: string;
  chosen: string | null;
  onChange: (achievementId: string | null) => void;
}) {
  const { organization, chosen, onChange } = props;
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, 250);
  const found = useQuery({
    ...achievementsQuery(organization, q),
    placeholderData: keepPreviousData,
  });
  const data = (found.data?.items ?? []).map(({ achievementId, achievementName }) => ({
    value: achievementId,
    label: achievementName,
  }));
  return (
    <Select
      label={t`Achievement`}
      data={data}
      value={chosen}
      onChange={onChange}
      onSearchChange={typed => setText(data.some(({ label }) => label === typed) ? '' : typed)}
      filter={({ options }) => options}
      nothingFoundMessage={t`No achievement of that name`}
      searchable
      required
    />
  );
}

function TicketFields({ requirement, faults }: Faulty & { requirement?: Requirement }) {
  return (
    <>
      <StatusField of={requirement} statuses={TICKET_STATUSES} faults={faults} />
      <DayField name="issuedAt" label={t`Issued on`} at={requirement?.heldSince} faults={faults} />
      <DayField name="expiresAt" label={t`Expires`} at={requirement?.expiresAt} faults={faults} />
      <TextInput
        name="certificateNumber"
        label={t`Certificate number`}
        maxLength={100}
        defaultValue={requirement?.certificateNumber ?? ''}
        error={faults.get('body.certificateNumber') ?? faults.get('certificateNumber')}
      />
      <Textarea
        name="note"
        label={t`Note`}
        maxLength={500}
        defaultValue={requirement?.note ?? ''}
        error={faults.get('note')}
      />
    </>
  );
}

function StatusField(props: Faulty & { of: Requirement | undefined; statuses: readonly string[] }) {
  const { of, statuses, faults } = props;
  const status = of && statuses.includes(of.status) ? of.status : statuses[0]!;
  return (
    <Select
      name="status"
      label={t`Status`}
      data={statuses.map(value => ({ value, label: statusName(value) }))}
      defaultValue={status}
      allowDeselect={false}
      error={faults.get('status')}
      data-autofocus
    />
  );
}

function DayField(props: Faulty & { name: string; label: string; at: string | null | undefined }) {
  const { name, label, at, faults } = props;
  return (
    <TextInput
      type="date"
      name={name}
      label={label}
      defaultValue={dayOf(at ?? null) ?? ''}
      error={faults.get(name)}
    />
  );
}

function instantOf(form: FormData, name: string): string | null {
  const day = formText(form, name);
  return day === '' ? null : `${day}T00:00:00Z`;
}

function ticketOf(form: FormData) {
  return {
    status: formText(form, 'status') as Schemas['RecordedTicketStatus'],
    issuedAt: instantOf(form, 'issuedAt'),
    expiresAt: instantOf(form, 'expiresAt'),
    certificateNumber: formText(form, 'certificateNumber').trim() || null,
    note: formText(form, 'note').replaceAll(/\s+/g, ' ').trim() || null,
  };
}

function standingOf(form: FormData): Schemas['StandingRequest'] {
  return {
    status: formText(form, 'status') as Schemas['RecordedStandingStatus'],
    isValidated: form.get('isValidated') !== null,
    validatedAt: instantOf(form, 'validatedAt'),
    expiresAt: instantOf(form, 'expiresAt'),
  };
}
