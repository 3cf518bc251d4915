import { t } from '@lingui/core/macro';
import { Alert, Button, Checkbox, MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import { useSetState } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { ApiError, apiOf, type Schemas } from '../../api/client';
import { useOrganization } from '../../api/queries';
import { timeName } from '../../text/format';
import { DialogButtons } from '../buttons';
import { fieldsOf } from '../form';
import { notify } from '../notices';
import { Failure } from '../page';
import { ownTimeZone, useSearchResults } from '../select-fields';
import { RecurrenceFields } from './recurrence-fields';
import {
  SCHEDULES,
  type Schedule,
  type ScheduleRequest,
  type ShownReport,
  scheduleOptionsQuery,
} from './schedules';

/** A form to schedule a report. */
export default function NewSchedule(props: {
  title: string;
  shown: ShownReport;
  onClose: () => void;
}) {
  const { title, shown, onClose } = props;
  const api = apiOf(useOrganization());
  return (
    <ScheduleForm
      initial={{
        ...{ name: title, ...shown, format: 'xlsx', recipients: [] },
        recurrence: { every: 'week', on: 1, at: '07:00', timeZone: ownTimeZone() },
      }}
      action={t`Schedule`}
      send={body => api.post('/reporting/schedules', { body })}
      onSaved={showAdded}
      onClose={onClose}
    />
  );
}

function showAdded({ nextRunAt }: Schedule): void {
  notify({
    title: t`The report has been scheduled`,
    message:
      nextRunAt === null
        ? t`Your schedules are under “Schedules”.`
        : t`Next e-mail: ${timeName(nextRunAt)}. Your schedules are under “Schedules”.`,
  });
}

const MAX_RECIPIENTS = 100;

export function ScheduleForm(props: {
  initial: ScheduleRequest;
  action: string;
  send: (body: ScheduleRequest) => Promise<Schedule>;
  onSaved?: (saved: Schedule) => void;
  onClose: () => void;
}) {
  const { initial, action, send, onSaved, onClose } = props;
  const { mutate, error, isPending } = useMutation({
    mutationFn: send,
    meta: { stale: SCHEDULES },
    onSuccess: saved => {
      onClose();
      onSaved?.(saved);
    },
  });
  const [draft, change] = useSetState(initial);
  // A new schedule is sent to its owner, unless others are selected.
  const [picked, setPicked] = useState<readonly string[] | null>(
    initial.recipients.length > 0 ? initial.recipients : null,
  );
  const organization = useOrganization();
  const { data, setTyped, none, ...options } = useSearchResults(q =>
    scheduleOptionsQuery(organization, q.trim(), picked ?? []),
  );
  if (data?.isMailConfigured === false) {
    return (
      <Alert color="yellow" title={t`This service sends no e-mail`}>
        {t`Reports cannot be scheduled until an administrator configures a mail server.`}
      </Alert>
    );
  }
  const recipients = data?.recipients ?? [];
  const own = recipients.filter(({ isCaller }) => isCaller).map(({ memberId }) => memberId);
  const chosen = picked ?? own;
  const field = fieldsOf(draft, change);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    mutate({ ...draft, name: draft.name.trim(), recipients: [...chosen] });
  };
  return (
    <form onSubmit={save}>
      <Stack gap="sm">
        <TextInput
          label={t`Name`}
          description={t`The subject of its e-mails.`}
          {...field.text('name')}
          // With a visible character.
          pattern=".*\S.*"
          required
          maxLength={100}
          data-autofocus
        />
        <RecurrenceFields
          value={draft.recurrence}
          onChange={recurrence => change({ recurrence })}
        />
        <MultiSelect
          label={t`Recipients`}
          description={t`People with report access to this organization, and those whom an operator allows.`}
          error={data && chosen.length === 0 && t`Choose at least one recipient.`}
          data={toChoices(recipients, chosen, data !== undefined)}
          value={[...chosen]}
          onChange={setPicked}
          maxValues={MAX_RECIPIENTS}
          limit={50}
          searchable
          onSearchChange={setTyped}
          // The API's search also returns the selected recipients.
          filter={({ options: all }) => all}
          hidePickedOptions
          nothingFoundMessage={none(t`Nobody with this name has report access`)}
        />
        {options.isError && (
          <Failure error={options.error} onRetry={() => void options.refetch()} />
        )}
        <Select
          label={t`File`}
          data={[
            { value: 'xlsx', label: 'Excel' },
            { value: 'csv', label: 'CSV' },
          ]}
          {...field.choice('format')}
          allowDeselect={false}
        />
        <Checkbox
          label={t`Send it even when there are no rows`}
          checked={draft.whenEmpty !== 'skip'}
          onChange={({ currentTarget: { checked } }) =>
            change({ whenEmpty: checked ? 'send' : 'skip' })
          }
        />
        {error && <Failure error={withNames(error, chosen, recipients)} />}
        <DialogButtons onCancel={onClose}>
          <Button type="submit" loading={isPending} disabled={chosen.length === 0}>
            {action}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

type Recipient = Schemas['PossibleRecipient'];

/**
 * Distinguishes people with the same name by e-mail. People who lost report access remain, so that they can be
 * removed.
 */
function toChoices(recipients: readonly Recipient[], chosen: readonly string[], isLoaded: boolean) {
  const known = new Set(recipients.map(({ memberId }) => memberId));
  const names = recipients.map(({ name }) => name);
  return [
    ...recipients.map(({ memberId, name, email, isAllowed }) => ({
      value: memberId,
      label:
        !isAllowed && names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${email})`,
    })),
    ...chosen
      .filter(id => !known.has(id))
      .map(value => ({ value, label: isLoaded ? t`Somebody without report access` : '…' })),
  ];
}

/** Replaces IDs of recipients in an error with names. */
function withNames(
  error: unknown,
  chosen: readonly string[],
  recipients: readonly Recipient[],
): unknown {
  if (!(error instanceof ApiError)) return error;
  const detail = recipients
    .filter(({ memberId }) => chosen.includes(memberId))
    .reduce((text, { memberId, name }) => text.replaceAll(memberId, name), error.detail);
  return new ApiError(error.status, error.title, detail, error.code, error.retryAfter);
}
