import { t } from '@lingui/core/macro';
import { Checkbox, Group, Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type ReactNode, useId, useState } from 'react';
import { apiOf, type IfMatch, type Schemas, withTag } from '../../api/client';
import { personReport, type Requirement } from '../../api/queries';
import { dayOf } from '../../text/dates';
import { DialogAction } from '../../ui/buttons';
import { ChangeAction } from '../../ui/change';
import { Field, Form, formText, useFieldError } from '../../ui/form';
import { Failure } from '../../ui/page';
import { AchievementField } from '../../ui/select-fields';
import { STANDING_STATUSES, statusName, TICKET_STATUSES } from '../../ui/status-badge';

type Ticket = Schemas['Ticket'];
type Standing = Schemas['Standing'];

export interface Records {
  readonly organization: string;
  readonly memberId: string;
}

/** Records a ticket for an achievement: for the missing one, or for one that is selected. */
export function RecordAchievement(props: { records: Records; missing?: Requirement }) {
  const { records, missing } = props;
  const { organization, memberId } = records;
  return (
    <RecordButton
      about={missing?.name}
      send={form => {
        const achievementId = missing?.id ?? formText(form, 'achievementId');
        const body = { ...ticketOf(form), memberId, achievementId };
        return apiOf(organization).post('/records/tickets', { body });
      }}
    >
      {missing === undefined && (
        <AchievementField
          organization={organization}
          name="achievementId"
          none={t`No achievement with that name`}
          required
        />
      )}
      <TicketFields />
    </RecordButton>
  );
}

/** Actions for a requirement: correct or withdraw its record, or record one if there is none. */
export function EditRequirement(props: { records: Records; requirement: Requirement }) {
  const { records, requirement } = props;
  const { kind, id, name, ticketId, source, status } = requirement;
  const api = apiOf(records.organization);
  if (kind === 'achievement') {
    if (ticketId === null) return <RecordAchievement records={records} missing={requirement} />;
    const path = '/records/tickets/{id}';
    const params = { path: { id: ticketId } };
    return (
      <EditRecord
        name={name}
        read={signal => withTag(api.GET(path, { params, signal }))}
        send={(form, ticket, header) => {
          const body = ticketOf(form, ticket);
          return api.patch(path, { params: { ...params, header }, body });
        }}
        fields={ticket => <TicketFields ticket={ticket} />}
        withdraw={() => api.remove(path, { params })}
      />
    );
  }
  const path = '/records/standings/{memberId}/{competencyId}';
  const params = { path: { memberId: records.memberId, competencyId: id } };
  if (source === null) {
    return (
      <RecordButton about={name} send={form => api.put(path, { params, body: standingOf(form) })}>
        <StandingFields status={status} />
      </RecordButton>
    );
  }
  return (
    <EditRecord
      name={name}
      read={signal => withTag(api.GET(path, { params, signal }))}
      send={(form, standing, header) => {
        const body = standingOf(form, standing);
        return api.put(path, { params: { ...params, header }, body });
      }}
      fields={standing => <StandingFields status={standing.status} standing={standing} />}
      withdraw={() => api.remove(path, { params })}
    />
  );
}

interface StoredRecordProps<Shown> {
  read: (signal: AbortSignal) => Promise<{ data: Shown; ifMatch: IfMatch }>;
  send: (form: FormData, stored: Shown, ifMatch: IfMatch) => Promise<unknown>;
  fields: (stored: Shown) => ReactNode;
}

/** Buttons that correct or withdraw a record. The form has it as it is stored, which differs from reports. */
function EditRecord<Shown>(
  props: StoredRecordProps<Shown> & { name: string; withdraw: () => Promise<unknown> },
) {
  const { name, withdraw, ...form } = props;
  return (
    <Group gap={6}>
      <DialogAction
        title={name}
        name={`${t`Correct`} ${name}`}
        content={close => <StoredRecord {...form} onSaved={close} />}
      >
        {t`Correct`}
      </DialogAction>
      <ChangeAction
        name={t`Withdraw ${name}`}
        title={t`Withdraw ${name}?`}
        text={t`The record is deleted, and imports do not bring it back.`}
        send={withdraw}
        stale={[]}
      >
        {t`Withdraw`}
      </ChangeAction>
    </Group>
  );
}

function StoredRecord<Shown>(props: StoredRecordProps<Shown> & { onSaved: () => void }) {
  const { read, send, fields, onSaved } = props;
  const { data: found, error } = useQuery({
    queryKey: ['record', useId()],
    queryFn: ({ signal }) => read(signal),
    // Reading it again would replace the ETag of what the form shows.
    staleTime: 'static',
    gcTime: 0,
  });
  if (error !== null) return <Failure error={error} />;
  if (found === undefined) return null;
  const { data: stored, ifMatch } = found;
  return (
    <Form {...SAVING} send={form => send(form, stored, ifMatch)} onSent={onSaved}>
      {fields(stored)}
    </Form>
  );
}

const SAVING = { action: t`Save`, meta: { changes: [] } };

/** A button that records an achievement or competency. */
function RecordButton(props: {
  /** The name of the requirement, if there are several such buttons. */
  about: string | undefined;
  send: (form: FormData) => Promise<unknown>;
  children: ReactNode;
}) {
  const { about, send, children } = props;
  const label = t`Record`;
  return (
    <DialogAction
      title={about ?? t`Record an achievement`}
      {...(about === undefined ? { size: 'xs' } : { name: `${label} ${about}` })}
      content={close => (
        <Form {...SAVING} send={send} onSent={close}>
          {children}
        </Form>
      )}
    >
      {label}
    </DialogAction>
  );
}

function TicketFields({ ticket }: { ticket?: Ticket }) {
  return (
    <>
      <StatusField status={ticket?.status} statuses={TICKET_STATUSES} />
      <Days from="issuedAt" label={t`Issued on`} at={ticket?.issuedAt} until={ticket?.expiresAt} />
      <Field
        name="certificateNumber"
        label={t`Certificate number`}
        maxLength={100}
        defaultValue={ticket?.certificateNumber ?? ''}
      />
      <Textarea
        name="note"
        label={t`Note`}
        maxLength={500}
        defaultValue={ticket?.note ?? ''}
        error={useFieldError('note')}
      />
    </>
  );
}

function StandingFields({ status, standing }: { status: string; standing?: Standing }) {
  return (
    <>
      <StatusField status={status} statuses={STANDING_STATUSES} />
      <Days
        from="validatedAt"
        label={t`Validated on`}
        at={standing?.validatedAt}
        until={standing?.expiresAt}
      />
      <Checkbox
        name="isValidated"
        label={t`Somebody validated it`}
        defaultChecked={standing?.isValidated ?? false}
      />
    </>
  );
}

function StatusField(props: { status: string | undefined; statuses: readonly string[] }) {
  const { status, statuses } = props;
  return (
    <Select
      name="status"
      label={t`Status`}
      data={statuses.map(value => ({ value, label: statusName(value) }))}
      defaultValue={status !== undefined && statuses.includes(status) ? status : statuses[0]!}
      allowDeselect={false}
      error={useFieldError('status')}
      data-autofocus
    />
  );
}

type At = string | null | undefined;

/** The days from which and until which a record is valid; it does not expire before it begins. */
function Days(props: { from: string; label: string; at: At; until: At }) {
  const { from, label, at = null, until = null } = props;
  const [first, setFirst] = useState(dayOf(at) ?? '');
  const set = ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => setFirst(value);
  return (
    <>
      <Field type="date" name={from} label={label} value={first} onChange={set} />
      <Field
        type="date"
        name="expiresAt"
        label={t`Expires`}
        defaultValue={dayOf(until) ?? ''}
        min={first}
      />
    </>
  );
}

/** The stored time if its day is unchanged, or else the beginning of the day. */
function instantOf<Name extends string>(
  form: FormData,
  name: Name,
  stored: Record<Name, string | null> | undefined,
): string | null {
  const day = formText(form, name);
  const before = stored?.[name] ?? null;
  if (day === (dayOf(before) ?? '')) return before;
  return day === '' ? null : `${day}T00:00:00Z`;
}

function ticketOf(form: FormData, stored?: Ticket) {
  return {
    status: formText(form, 'status') as Schemas['RecordedTicketStatus'],
    issuedAt: instantOf(form, 'issuedAt', stored),
    expiresAt: instantOf(form, 'expiresAt', stored),
    certificateNumber: formText(form, 'certificateNumber').trim() || null,
    note: formText(form, 'note').replaceAll(/\s+/g, ' ').trim() || null,
  };
}

function standingOf(form: FormData, stored?: Standing): Schemas['StandingRequest'] {
  return {
    status: formText(form, 'status') as Schemas['RecordedStandingStatus'],
    isValidated: form.get('isValidated') !== null,
    validatedAt: instantOf(form, 'validatedAt', stored),
    expiresAt: instantOf(form, 'expiresAt', stored),
    validatorId: stored?.validatorId ?? null,
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
