import { t } from '@lingui/core/macro';
import type { Schemas } from '../../api/client';
import { ownTimeZone } from '../time-zone-field';

export type Recurrence = Schemas['Recurrence'];

export const WEEKDAYS = [
  t`Monday`,
  t`Tuesday`,
  t`Wednesday`,
  t`Thursday`,
  t`Friday`,
  t`Saturday`,
  t`Sunday`,
] as const;

export const EVERY = [
  { value: 'day', label: t`Every day` },
  { value: 'weekday', label: t`Monday to Friday` },
  { value: 'week', label: t`Every week` },
  { value: 'month', label: t`Every month` },
] as const;

/** The days of a month that every month has, and the last. */
export const MONTH_DAYS = [
  ...Array.from({ length: 28 }, (_, index) => ({
    value: String(index + 1),
    label: t`Day ${index + 1}`,
  })),
  { value: 'last', label: t`Last day` },
];

/** `Every Monday, 07:00`; the zone where it is another than the viewer's. */
export function recurrenceName({ every, on, at, timeZone }: Recurrence): string {
  const days = {
    day: t`Every day`,
    weekday: t`Monday to Friday`,
    week: t`Every ${WEEKDAYS[Number(on) - 1]!}`,
    month: on === 'last' ? t`Last day of the month` : t`Day ${on ?? 1} of the month`,
  }[every];
  return `${days}, ${at}${timeZone === ownTimeZone() ? '' : ` (${timeZone})`}`;
}
