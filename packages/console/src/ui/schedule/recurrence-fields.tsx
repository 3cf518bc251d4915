import { t } from '@lingui/core/macro';
import { Group, Select, TextInput } from '@mantine/core';
import { ownTimeZone, TimeZoneField } from '../time-zone-field';
import { EVERY, MONTH_DAYS, type Recurrence, WEEKDAYS } from './recurrence';

/** How often a schedule runs, on which day, at which time of which zone. */
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
          withAsterisk={false}
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
