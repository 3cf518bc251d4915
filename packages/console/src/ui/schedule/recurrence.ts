import type { Schemas } from '../../api/client';
import { ownTimeZone } from '../time-zone-field';

export type Recurrence = Schemas['Recurrence'];

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

export const EVERY = [
  { value: 'day', label: 'Every day' },
  { value: 'weekday', label: 'Monday to Friday' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
] as const;

/** The days of a month that every month has, and the last. */
export const MONTH_DAYS = [
  ...Array.from({ length: 28 }, (_, index) => ({
    value: String(index + 1),
    label: `Day ${index + 1}`,
  })),
  { value: 'last', label: 'Last day' },
];

/** `Every Monday, 07:00`; the zone where it is another than the viewer's. */
export function recurrenceName({ every, on, at, timeZone }: Recurrence): string {
  const days = {
    day: 'Every day',
    weekday: 'Monday to Friday',
    week: `Every ${WEEKDAYS[Number(on) - 1] ?? 'week'}`,
    month: on === 'last' ? 'Last day of the month' : `Day ${on} of the month`,
  }[every];
  return `${days}, ${at}${timeZone === ownTimeZone() ? '' : ` (${timeZone})`}`;
}
