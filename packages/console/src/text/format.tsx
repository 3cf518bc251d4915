import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { locale } from '#language';
import type { Schemas } from '../api/client';

/** Secondary text. */
export const Dimmed = Text.withProps({ size: 'sm', c: 'dimmed' });

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const percents = new Intl.NumberFormat(locale, { style: 'percent', ...TENTHS });
export const wholePercents = new Intl.NumberFormat(locale, { style: 'percent' });
const points = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero', ...TENTHS });
const counts = new Intl.NumberFormat(locale);
const sizes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', ...TENTHS });
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const times = new Intl.DateTimeFormat(locale, {
  ...{ year: 'numeric', month: 'short', day: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
});
const UTC = { timeZone: 'UTC' };
const utc = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long', ...UTC });
const monthNames = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', ...UTC });

/** Formats a score of 0 to 1 as a percentage. Only 0 is shown as 0 %, and only 1 as 100 %. */
export function percent(score: number | null): string {
  if (score === null) return '–';
  const isPart = score > 0 && score < 1;
  return percents.format(isPart ? Math.min(Math.max(score, 0.001), 0.999) : score);
}

/** Formats a difference of two scores in percentage points, with its sign. */
export function change(by: number): string {
  return points.format(by * 100);
}

export function count(value: number): string {
  return counts.format(value);
}

export function megabytes(bytes: number): string {
  return sizes.format(bytes / 1_000_000);
}

/** Formats a month such as `2026-10`. */
export function monthName(month: string): string {
  return monthNames.format(new Date(`${month}-01T00:00:00Z`));
}

/** A day in UTC, as in files, because dates of issue and expiry have no time zone. */
export function Day({ at }: { at: string | null }) {
  if (at === null) return <None />;
  return <time dateTime={at.slice(0, 10)}>{dayName(at)}</time>;
}

/** An instant in the viewer's time zone, with its name; in UTC on hover. */
export function Time({ at }: { at: string | null }) {
  if (at === null) return <None />;
  const time = new Date(at);
  return (
    <time dateTime={at} title={utc.format(time)}>
      {times.format(time)}
    </time>
  );
}

export function dayName(at: string): string {
  return days.format(new Date(at));
}

/** Formats an inclusive range of days. */
export function daysName(first: string, last: string): string {
  return t`${dayName(first)} to ${dayName(last)}`;
}

export function timeName(at: string): string {
  return times.format(new Date(at));
}

function None() {
  return (
    <Text span inherit c="dimmed">
      –
    </Text>
  );
}

const STEPS = [1, 0.9, 0.8, 0.7, 0.5, 0.25] as const;

/** Returns the step of the colour scale for a score, from 0 (all satisfied) to 6 (below a quarter). */
export function scaleStep(value: number): number {
  const step = STEPS.findIndex(min => value >= min);
  return step === -1 ? STEPS.length : step;
}

export const SCALE_LABELS = [
  wholePercents.format(1),
  ...STEPS.slice(1).map(min => `≥ ${wholePercents.format(min)}`),
  `< ${wholePercents.format(STEPS.at(-1)!)}`,
];

/** Returns codes that distinguish departments with the same name, by ID; the start of the ID if there is no code. */
export function distinguishingCodes(
  departments: readonly Schemas['DepartmentReference'][],
): ReadonlyMap<string, string> {
  const ambiguous = [...Map.groupBy(departments, ({ name }) => name).values()].filter(
    named => named.length > 1,
  );
  return new Map(ambiguous.flat().map(({ id, code }) => [id, code ?? id.slice(0, 8)]));
}
