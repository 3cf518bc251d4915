import { invalidField } from '@platform/http';
import { dayIn } from '../http/times';
import { startOfDay } from './recurrence';
import type { ScheduledReport } from './schedules.dto';

type Parameters = Readonly<Record<string, unknown>>;

/** The first and last day in the schedule's time zone, such as `2027-01-01`. */
interface Days {
  readonly first: string;
  readonly last: string;
}

interface Period extends Days {
  /** Such as `next-quarter`. */
  readonly period: string;
}

const UNITS = { month: 1, quarter: 3, year: 12 } as const;
const SHIFTS = { last: -1, this: 0, next: 1 } as const;

/** The reports that accept `period`. */
const REPORTS: Partial<
  Record<
    ScheduledReport,
    {
      /** Parameters that cannot be combined with `period`. */
      readonly replaces: readonly string[];
      /** Whether the report has no data for future periods. */
      readonly isOfPast: boolean;
      readonly units: readonly (keyof typeof UNITS)[];
      readonly parameters: (days: Days, timeZone: string) => Parameters;
    }
  >
> = {
  expirations: {
    replaces: ['days', 'from', 'to'],
    isOfPast: false,
    units: ['month', 'quarter', 'year'],
    // The window begins after `from` and includes `to`.
    parameters: ({ first, last }, timeZone) => ({
      from: lastInstantBefore(first, timeZone),
      to: lastInstantBefore(dayAfter(last), timeZone),
    }),
  },
  'compliance-trends': {
    replaces: ['months', 'from', 'to'],
    isOfPast: true,
    units: ['month', 'quarter', 'year'],
    parameters: ({ first, last }) => ({ from: first.slice(0, 7), to: last.slice(0, 7) }),
  },
  'monthly-statistics': {
    replaces: ['year', 'month'],
    isOfPast: true,
    units: ['month'],
    parameters: ({ first }) => ({
      year: Number(first.slice(0, 4)),
      month: Number(first.slice(5, 7)),
    }),
  },
};

/** A request for a report, whose `period` may be relative to the day of its run. */
export interface RelativeRequest {
  readonly report: ScheduledReport;
  readonly parameters: Parameters;
  /** The schedule's time zone, whose calendar determines relative periods. */
  readonly timeZone: string;
}

/**
 * Replaces `period`, such as `next-quarter`, with the parameters that it stands for at an instant. Monthly statistics
 * default to the previous month in UTC.
 * @throws Problem invalid-request naming `parameters.period`
 */
export function resolvePeriod(request: RelativeRequest, at: Date): Parameters {
  const { report, timeZone } = request;
  const { period: _, ...others } = request.parameters;
  const days = daysOfPeriod(request, at);
  if (days) return { ...others, ...REPORTS[report]!.parameters(days, timeZone) };
  const isOpen = others.year === undefined && others.month === undefined;
  if (report !== 'monthly-statistics' || !isOpen) return request.parameters;
  const lastMonth = daysOf('last', 'month', at, 'UTC');
  return { ...others, ...REPORTS[report]!.parameters(lastMonth, 'UTC') };
}

/** Returns the days of the relative period at an instant; null if there is none. @throws Problem invalid-request */
export function daysOfPeriod(
  { report, parameters, timeZone }: RelativeRequest,
  at: Date,
): Period | null {
  const { period } = parameters;
  if (period === undefined || period === null) return null;
  const known = REPORTS[report];
  if (!known) throw invalid(`is of ${Object.keys(REPORTS).join(', ')} alone`);
  const both = known.replaces.find(name => parameters[name] !== undefined);
  if (both) throw invalid(`cannot be combined with ${both}`);
  const shifts = Object.keys(SHIFTS).filter(shift => !known.isOfPast || shift !== 'next');
  const allowed = known.units.flatMap(unit => shifts.map(shift => `${shift}-${unit}`));
  if (typeof period !== 'string' || !allowed.includes(period)) {
    throw invalid(`must be one of ${allowed.join(', ')}`);
  }
  const [shift, unit] = period.split('-') as [keyof typeof SHIFTS, keyof typeof UNITS];
  return { period, ...daysOf(shift, unit, at, timeZone) };
}

/** Describes a period, such as `Next quarter, 2027-01-01 to 2027-03-31`. */
export function periodText({ period, first, last }: Period): string {
  const words = period.replace('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}, ${first} to ${last}`;
}

function daysOf(
  shift: keyof typeof SHIFTS,
  unit: keyof typeof UNITS,
  at: Date,
  timeZone: string,
): Days {
  const length = UNITS[unit];
  const [year, month] = dayIn(timeZone, at).split('-').map(Number) as [number, number];
  const begin = (Math.floor((month - 1) / length) + SHIFTS[shift]) * length;
  const dayOf = (from: number, day: number) =>
    new Date(Date.UTC(year, from, day)).toISOString().slice(0, 10);
  return { first: dayOf(begin, 1), last: dayOf(begin + length, 0) };
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

function lastInstantBefore(day: string, timeZone: string): string {
  return new Date(startOfDay(day, timeZone).getTime() - 1).toISOString();
}

function invalid(message: string) {
  return invalidField('parameters.period', message);
}
