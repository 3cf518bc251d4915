import { plural, t } from '@lingui/core/macro';
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
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useSetState } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ApiError, apiOf, apiQuery, type Schemas } from '../../../api/client';
import { reportQuery, useReport } from '../../../api/report';
import { day, searchOf } from '../../../search';
import { count, Day, Dimmed } from '../../../text/format';
import { DayFilter } from '../../../ui/filters';
import { fieldsOf } from '../../../ui/form';
import { notify } from '../../../ui/notices';
import { EmptyState, Failure, Page } from '../../../ui/page';
import { ReportView } from '../../../ui/report-view';
import { WEEKDAYS } from '../../../ui/schedule/recurrence-fields';
import { TimeZoneField } from '../../../ui/select-fields';
import { HeadedTable, Row } from '../../../ui/table/headed-table';
import { FUNCTIONS, functionName } from '../../../words';

const search = searchOf({ date: day() });

export const Route = createFileRoute('/_signed-in/_organization/reminders')({
  validateSearch: search,
  component: RemindersPage,
});

function RemindersPage() {
  const { organization } = Route.useRouteContext();
  const settings = useQuery(remindersQuery(organization));
  return (
    <Page
      title={t`Reminders`}
      about={t`At most one e-mail per person and day about what expires: on each of the days below, until it is renewed.`}
    >
      {settings.isError && (
        <Failure error={settings.error} onRetry={() => void settings.refetch()} />
      )}
      {settings.data !== undefined && (
        <RemindersForm organization={organization} initial={settings.data} />
      )}
      <Preview />
    </Page>
  );
}

function Preview() {
  const { organization } = Route.useRouteContext();
  const { date } = Route.useSearch();
  const report = useReport(previewQuery(organization, date));
  return (
    <>
      <Group align="flex-end" justify="space-between">
        <Title order={2}>{t`Preview with the saved settings`}</Title>
        <DayFilter name="date" label={t`Day`} fallback={report.query.data?.date} />
      </Group>
      <ReportView report={report}>{({ items }) => <PreviewTable items={items} />}</ReportView>
    </>
  );
}

/** The settings of reminders. Saving them refreshes the preview. */
function RemindersForm(props: { organization: string; initial: ReminderSettings }) {
  const { organization, initial } = props;
  const [draft, change] = useSetState(initial);
  const queryClient = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => apiOf(organization).put('/notification/reminders', { body: draft }),
    onSuccess: settings => {
      queryClient.setQueryData(remindersQuery(organization).queryKey, settings);
      notify({
        message: settings.isEnabled ? t`Saved. Reminders are on.` : t`Saved. Reminders are off.`,
      });
    },
    meta: { changes: ['report', organization, PREVIEW] },
  });
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
        mutate();
      }}
    >
      <Stack gap="sm" maw={640}>
        <Switch
          label={t`Send reminders`}
          description={t`When off, nothing is sent. The preview still shows what would be.`}
          {...field.checkbox('isEnabled')}
        />
        <TagsInput
          label={t`Days before expiry`}
          description={t`Up to ten numbers. Each sends one reminder.`}
          value={draft.daysBefore.map(String)}
          onChange={values => change({ daysBefore: toDays(values) })}
          maxTags={10}
          error={fault('daysBefore')}
        />
        <NumberInput
          label={t`Days after expiry`}
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
          <TextInput type="time" label={t`At`} {...field.text('at')} required error={fault('at')} />
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
        <Button type="submit" loading={isPending} mr="auto">
          {t`Save`}
        </Button>
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

/** Not kept for the next visit, whose form would otherwise begin with, and save, what was stored before. */
const remindersQuery = (organization: string) => ({
  ...apiQuery('reminders', organization, '/notification/reminders'),
  gcTime: 0,
});

/** Returns a query for the emails that would be sent on a day, by default today. */
const previewQuery = (organization: string, date: string | undefined) =>
  reportQuery(organization, 'get', PREVIEW, { params: { query: { date } } });

type Mail = Schemas['PlannedReminder'];

const MAX_MAILS = 100;

function PreviewTable({ items }: { items: readonly Mail[] }) {
  if (items.length === 0) {
    return (
      <EmptyState title={t`Nothing would be sent that day`}>
        {t`Nothing expires the configured number of days before or after that day, people were already reminded, or no e-mails are sent on that day of the week.`}
      </EmptyState>
    );
  }
  const shown = items.slice(0, MAX_MAILS);
  return (
    <Box className="surface">
      <Text size="sm" p="sm" role="status">
        {items.length > MAX_MAILS
          ? t`The first ${MAX_MAILS} of ${count(items.length)} e-mails`
          : plural(items.length, { one: '# e-mail', other: '# e-mails' })}
      </Text>
      <HeadedTable
        label={t`E-mails of that day`}
        titles={[t`To`, t`About`, t`What expires`]}
        minWidth={720}
      >
        {shown.map(mail => (
          <MailRow key={`${mail.to} ${mail.memberId}`} mail={mail} />
        ))}
      </HeadedTable>
    </Box>
  );
}

const MAX_ENTRIES = 5;

function MailRow({ mail: { to, email, entries } }: { mail: Mail }) {
  const rest = entries.length - MAX_ENTRIES;
  return (
    <Row>
      {email}
      {to === 'member' ? t`Their own` : t`Their departments`}
      <>
        {entries.slice(0, MAX_ENTRIES).map(entry => (
          <Text
            size="sm"
            key={`${entry.kind} ${entry.itemId} ${entry.memberName} ${entry.expiresAt}`}
          >
            {to === 'department' && `${entry.memberName}: `}
            {entry.itemName}, <Day at={entry.expiresAt} />
          </Text>
        ))}
        {rest > 0 && <Dimmed>{t`and ${rest} more`}</Dimmed>}
      </>
    </Row>
  );
}
