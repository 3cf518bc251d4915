import { t } from '@lingui/core/macro';
import { Group, Select, TextInput } from '@mantine/core';
import { locale } from '#language';
import type { Schemas } from '../../api/client';
import { ownTimeZone, TimeZoneField } from '../select-fields';

export function RecurrenceFields(props: {
  value: Recurrence;
  onChange: (value: Recurrence) => void;
}) {
  const { value, onChange } = props;
  const { every, on, at, timeZone } = value;
  const days =
    every === 'week'
      ? WEEKDAYS.map((label, index) => ({ value: String(index + 1), label }))
      : MONTH_DAYS;
  return (
    <>
      <Group grow preventGrowOverflow={false} align="flex-end" gap="sm">
        <Select
          label={t`How often`}
          miw={150}
          data={[...EVERY]}
          value={every}
          onChange={chosen => {
            if (chosen === null) return;
            const isOnDay = chosen === 'week' || chosen === 'month';
            onChange({ every: chosen, ...(isOnDay && { on: 1 }), at, timeZone });
          }}
          allowDeselect={false}
        />
        {on !== undefined && (
          <Select
            label={t`On`}
            miw={130}
            data={days}
            value={String(on)}
            onChange={day => onChange({ ...value, on: day === 'last' ? day : Number(day) })}
            allowDeselect={false}
          />
        )}
        <TextInput
          label={t`At`}
          miw={120}
          type="time"
          value={at}
          onChange={({ currentTarget }) => onChange({ ...value, at: currentTarget.value })}
          required
        />
      </Group>
      <TimeZoneField
        value={timeZone}
        onChange={zone => onChange({ ...value, timeZone: zone ?? ownTimeZone() })}
        allowDeselect={false}
      />
    </>
  );
}

type Recurrence = Schemas['Recurrence'];

const weekdayNames = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });

/** From Monday; the first day of 2024 was one. */
export const WEEKDAYS = Array.from({ length: 7 }, (_, index) =>
  weekdayNames.format(Date.UTC(2024, 0, index + 1)),
);

const EVERY = [
  { value: 'day', label: t`Every day` },
  { value: 'weekday', label: t`Monday to Friday` },
  { value: 'week', label: t`Every week` },
  { value: 'month', label: t`Every month` },
] as const;

/** The days that every month has, and the last one. */
const MONTH_DAYS = [
  ...Array.from({ length: 28 }, (_, index) => ({
    value: String(index + 1),
    label: t`Day ${index + 1}`,
  })),
  { value: 'last', label: t`Last day` },
];

/** Formats a recurrence as `Every Monday, 07:00`, with the time zone if it differs from the viewer's. */
export function recurrenceName({ every, on, at, timeZone }: Recurrence): string {
  const days = {
    day: t`Every day`,
    weekday: t`Monday to Friday`,
    week: t`Every ${WEEKDAYS[Number(on) - 1]!}`,
    month: on === 'last' ? t`Last day of the month` : t`Day ${on ?? 1} of the month`,
  }[every];
  return `${days}, ${at}${timeZone === ownTimeZone() ? '' : ` (${timeZone})`}`;
}
