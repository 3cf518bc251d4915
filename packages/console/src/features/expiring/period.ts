import { t } from '@lingui/core/macro';
import { calendarPeriod, dayAfter, dayOf, yearAndMonth } from '../../text/dates';

/** Named periods; `dates` is the one between two days. */
export const PERIODS = [
  { value: '30', label: t`Next 30 days` },
  { value: '90', label: t`Next 90 days` },
  { value: '180', label: t`Next 180 days` },
  { value: '365', label: t`Next 365 days` },
  { value: 'this-month', label: t`This month` },
  { value: 'next-month', label: t`Next month` },
  { value: 'this-quarter', label: t`This quarter` },
  { value: 'next-quarter', label: t`Next quarter` },
  { value: 'last-month', label: t`Last month` },
  { value: 'last-quarter', label: t`Last quarter` },
  { value: 'lapsed-30', label: t`Expired in the last 30 days` },
  { value: 'lapsed-90', label: t`Expired in the last 90 days` },
  { value: 'dates', label: t`Between two days` },
] as const;

type Period = (typeof PERIODS)[number]['value'];

/** Parameters of the API: days from now, or a window from `from` (exclusive) to `to` (inclusive). */
type Window = { days: number } | { from: string; to: string };

export interface Range {
  readonly first: string;
  readonly last: string;
}

interface Days {
  readonly since: string | undefined;
  readonly until: string | undefined;
}

export function toWindow(period: Period, { since, until }: Days, now = Date.now()): Window {
  switch (period) {
    case 'lapsed-30':
    case 'lapsed-90': {
      const days = Number(period.slice('lapsed-'.length));
      return { from: before(dayAfter(-days, now)), to: toTenMinutes(now) };
    }
    case 'dates': {
      const from = since ?? dayAfter(0, now);
      // The days can be given in either order.
      const to = until ?? dayAfter(90, Date.parse(from));
      const [first, last] = from < to ? [from, to] : [to, from];
      return { from: before(first), to: `${last}T23:59:59.999Z` };
    }
    default: {
      const calendar = calendarPeriod(period, now);
      if (calendar === null) return { days: Number(period) };
      return { from: instantBefore(calendar.begin), to: instantBefore(calendar.end) };
    }
  }
}

export function toRange(window: Window, now = Date.now()): Range {
  if ('days' in window) return { first: dayAfter(0, now), last: dayAfter(window.days, now) };
  const first = dayOf(new Date(Date.parse(window.from) + 1).toISOString());
  return { first, last: dayOf(window.to) };
}

/** Returns the part of a range that is in a month such as `2026-12`. */
export function daysOfMonth({ first, last }: Range, month: string): Range {
  const { year, month: next } = yearAndMonth(month);
  const end = dayOf(new Date(Date.UTC(year, next, 0)).toISOString());
  const begin = `${month}-01`;
  return { first: begin > first ? begin : first, last: end < last ? end : last };
}

/** Returns the period as a parameter of a schedule, whose runs have different days; null if all would have the same. */
export function toScheduled(period: Period): { days: number } | { period: string } | null {
  if (/^\d+$/.test(period)) return { days: Number(period) };
  return /-(?:month|quarter)$/.test(period) ? { period } : null;
}

/** Returns the last instant before a day, so that the window includes its start. */
function before(day: string): string {
  return instantBefore(new Date(`${day}T00:00:00Z`));
}

function instantBefore(time: Date): string {
  return new Date(time.getTime() - 1).toISOString();
}

/** Rounds down to ten minutes, so that the query key stays the same for a while. */
function toTenMinutes(now: number): string {
  return new Date(now - (now % 600_000)).toISOString();
}
