import { t } from '@lingui/core/macro';
import {
  Box,
  Button,
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  Stack,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, apiOf, apiQuery, type Schemas } from '../../api/client';
import { reportQuery } from '../../api/report';
import { fieldsOf } from '../../ui/form';
import { notify } from '../../ui/notices';
import { Failure } from '../../ui/page';
import { WEEKDAYS } from '../../ui/schedule/recurrence-fields';
import { TimeZoneField } from '../../ui/select-fields';
import { functionName } from '../../words';

const FUNCTIONS = ['Administration', 'Department', 'Organization', 'Employee'] as const;

/** The settings of reminders. Saving them refreshes the preview. */
export function RemindersForm(props: { organization: string; initial: ReminderSettings }) {
  const { organization, initial } = props;
  const [draft, setDraft] = useState(initial);
  const { mutate: save, error, isPending } = useSaveReminders(organization);
  const change = (part: Partial<ReminderSettings>) => setDraft(before => ({ ...before, ...part }));
  const field = fieldsOf(draft, change);
  const fault = (name: string) =>
    error instanceof ApiError
      ? [...error.fields].find(([key]) => key === name || key.startsWith(`${name}[`))?.[1]
      : undefined;
  return (
    <Box
      component="form"
      className="surface"
      p="lg"
      aria-label={t`Reminders`}
      onSubmit={event => {
        event.preventDefault();
        save(draft);
      }}
    >
      <Stack gap="sm" maw={640}>
        <Switch
          label={t`Send reminders`}
          description={t`When off, nothing is sent. The preview still shows what would be.`}
          {...field.checkbox('isEnabled')}
        />
        <TagsInput
          label={t`Days before the expiry`}
          description={t`Up to ten numbers. Each sends one reminder.`}
          value={draft.daysBefore.map(String)}
          onChange={values => change({ daysBefore: toDays(values) })}
          maxTags={10}
          error={fault('daysBefore')}
        />
        <NumberInput
          label={t`Days after the expiry`}
          description={t`Reminders of what has expired. Leave empty for none.`}
          value={draft.afterExpiry ?? ''}
          onChange={value => change({ afterExpiry: typeof value === 'number' ? value : null })}
          min={1}
          max={366}
          allowDecimal={false}
          clampBehavior="none"
          error={fault('afterExpiry')}
        />
        <Checkbox
          label={t`Only what is required of the member`}
          {...field.checkbox('requiredOnly')}
        />
        <Checkbox
          label={t`Remind members of their own expirations`}
          {...field.checkbox('toMember')}
          error={fault('toMember')}
        />
        <MultiSelect
          label={t`Notify people responsible for departments`}
          description={t`Members with one of these functions and report access.`}
          data={FUNCTIONS.map(value => ({ value, label: functionName(value) }))}
          value={draft.toDepartments}
          onChange={values =>
            change({ toDepartments: FUNCTIONS.filter(name => values.includes(name)) })
          }
          error={fault('toDepartments')}
        />
        <Group align="flex-start" grow>
          <TextInput
            type="time"
            label={t`At`}
            {...field.text('at')}
            required
            withAsterisk={false}
            error={fault('at')}
          />
          <TimeZoneField
            {...field.choice('timeZone')}
            allowDeselect={false}
            error={fault('timeZone')}
          />
        </Group>
        <Checkbox.Group
          label={t`On`}
          value={draft.weekdays.map(String)}
          onChange={values => change({ weekdays: values.map(Number).sort() })}
          error={fault('weekdays')}
        >
          <Group gap="md" mt={4}>
            {WEEKDAYS.map((label, index) => (
              <Checkbox key={label} value={String(index + 1)} label={label} />
            ))}
          </Group>
        </Checkbox.Group>
        {error !== null && <Failure error={error} />}
        <Group>
          <Button type="submit" loading={isPending}>
            {t`Save`}
          </Button>
        </Group>
      </Stack>
    </Box>
  );
}

/** Ignores texts that are not numbers. The API validates the numbers. */
function toDays(values: readonly string[]): number[] {
  const days = values.map(Number).filter(day => Number.isInteger(day) && day > 0);
  return [...new Set(days)].sort((a, b) => b - a);
}

type ReminderSettings = Schemas['ReminderSettings'];

const PREVIEW = '/notification/preview';

export const remindersQuery = (organization: string) =>
  apiQuery('reminders', organization, '/notification/reminders');

/** Returns a query for the mails that would be sent on a day, by default today. */
export const previewQuery = (organization: string, date: string | undefined) =>
  reportQuery(organization, 'get', PREVIEW, { params: { query: { date } } });

function useSaveReminders(organization: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ReminderSettings) =>
      apiOf(organization).put('/notification/reminders', { body }),
    onSuccess: settings => {
      queryClient.setQueryData(remindersQuery(organization).queryKey, settings);
      notify({
        message: settings.isEnabled ? t`Saved. Reminders are on.` : t`Saved. Reminders are off.`,
      });
    },
    meta: { changes: ['report', organization, PREVIEW] },
  });
}
