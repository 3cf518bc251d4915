import { t } from '@lingui/core/macro';
import { Checkbox, Group, Select, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { apiOf, type Schemas } from '../../api/client';
import { personReport, type Requirement } from '../../api/queries';
import { dayOf } from '../../text/dates';
import { ConfirmedAction, DialogAction } from '../../ui/buttons';
import { Field, Form, formText, useFieldError } from '../../ui/form';
import { useChange } from '../../ui/notices';
import { Failure } from '../../ui/page';
import { AchievementField } from '../../ui/select-fields';
import { statusName, TICKET_STATUSES } from '../../ui/status-badge';

export interface Records {
  readonly organization: string;
  readonly memberId: string;
}

const STANDING_STATUSES = [
  'Validated',
  'Submitted',
  'Self-Assessed',
  'Needs Training',
  'Not Applicable',
  'Not Completed',
  'Expired',
] as const;

/** Records a ticket for an achievement: for the missing one, or for one that is selected. */
export function RecordAchievement(props: { records: Records; missing?: Requirement }) {
  const { records, missing } = props;
  const { organization, memberId } = records;
  const [chosen, setAchievement] = useState<string | null>(null);
  const achievementId = missing?.id ?? chosen;
  return (
    <Edit
      label={t`Record`}
      about={missing?.name}
      send={form => {
        const body = { ...ticketOf(form), memberId, achievementId: achievementId ?? '' };
        return apiOf(organization).post('/records/tickets', { body });
      }}
    >
      {missing === undefined && (
        <AchievementField
          organization={organization}
          value={chosen}
          onChange={setAchievement}
          nothingFoundMessage={t`No achievement with that name`}
          required
        />
      )}
      <TicketFields />
    </Edit>
  );
}

/** Actions for a requirement: correct or withdraw its record, or record one if there is none. */
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
        send={form => api.patch('/records/tickets/{id}', { params, body: ticketOf(form) })}
      >
        <TicketFields requirement={requirement} />
      </Edit>
      <Withdraw
        name={requirement.name}
        send={() => api.remove('/records/tickets/{id}', { params })}
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
        send={form => api.put(path, { params, body: standingOf(form) })}
      >
        <StatusField of={requirement} statuses={STANDING_STATUSES} />
        <DayField name="validatedAt" label={t`Validated on`} at={requirement.heldSince} />
        <DayField name="expiresAt" label={t`Expires`} at={requirement.expiresAt} />
        <Checkbox
          name="isValidated"
          label={t`Somebody validated it`}
          defaultChecked={requirement.isSatisfied}
        />
      </Edit>
      {source !== null && <Withdraw name={name} send={() => api.remove(path, { params })} />}
    </Group>
  );
}

interface EditProps {
  label: string;
  /** The name of the requirement, if there are several such buttons. */
  about?: string | undefined;
  send: (form: FormData) => Promise<unknown>;
  children: ReactNode;
}

/** A button that opens a form to write a record. */
function Edit({ label, about, ...form }: EditProps) {
  return (
    <DialogAction
      title={about ?? t`Record an achievement`}
      {...(about === undefined ? { size: 'sm' } : { name: `${label} ${about}` })}
      content={close => <RecordForm {...form} onSaved={close} />}
    >
      {label}
    </DialogAction>
  );
}

function RecordForm(props: Pick<EditProps, 'send' | 'children'> & { onSaved: () => void }) {
  const { send, onSaved, children } = props;
  const write = useMutation({ mutationFn: send, onSuccess: onSaved, meta: { changes: [] } });
  return (
    <Form sending={write} action={t`Save`}>
      {children}
    </Form>
  );
}

function Withdraw({ name, send }: { name: string; send: () => Promise<unknown> }) {
  const withdraw = useChange(send, { stale: [] });
  return (
    <ConfirmedAction
      name={t`Withdraw ${name}`}
      title={t`Withdraw ${name}?`}
      text={t`The record is deleted, and imports do not bring it back.`}
      loading={withdraw.isPending}
      onConfirm={() => withdraw.mutate()}
    >
      {t`Withdraw`}
    </ConfirmedAction>
  );
}

function TicketFields({ requirement }: { requirement?: Requirement }) {
  return (
    <>
      <StatusField of={requirement} statuses={TICKET_STATUSES} />
      <DayField name="issuedAt" label={t`Issued on`} at={requirement?.heldSince} />
      <DayField name="expiresAt" label={t`Expires`} at={requirement?.expiresAt} />
      <Field
        name="certificateNumber"
        label={t`Certificate number`}
        maxLength={100}
        defaultValue={requirement?.certificateNumber ?? ''}
      />
      <Textarea
        name="note"
        label={t`Note`}
        maxLength={500}
        defaultValue={requirement?.note ?? ''}
        error={useFieldError('note')}
      />
    </>
  );
}

function StatusField(props: { of: Requirement | undefined; statuses: readonly string[] }) {
  const { of, statuses } = props;
  const status = of && statuses.includes(of.status) ? of.status : statuses[0]!;
  return (
    <Select
      name="status"
      label={t`Status`}
      data={statuses.map(value => ({ value, label: statusName(value) }))}
      defaultValue={status}
      allowDeselect={false}
      error={useFieldError('status')}
      data-autofocus
    />
  );
}

function DayField(props: { name: string; label: string; at: string | null | undefined }) {
  const { at, ...field } = props;
  return <Field type="date" defaultValue={dayOf(at ?? null) ?? ''} {...field} />;
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

/** Actions for an item of a person, whose records are in the report of the person. */
export function RecordsOfItem({ records, itemId }: { records: Records; itemId: string }) {
  const { data, error } = useQuery(personReport(records.organization, records.memberId));
  if (error !== null) return <Failure error={error} />;
  return data?.requirements
    .filter(({ id }) => id === itemId)
    .map(requirement => (
      <EditRequirement key={requirement.ticketId ?? requirement.id} {...{ records, requirement }} />
    ));
}
