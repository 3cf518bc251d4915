import { invalidField } from '@platform/http/problems';
import type { Month, Timestamp } from './wire-format';

/** @throws Problem invalid-request if the months are out of order */
export function requireMonthsInOrder(from: Month, to: Month): void {
  if (to < from) throw invalidField('to', 'must not be before from');
}

export function isOver(month: Month, now: Date): boolean {
  return month < now.toISOString().slice(0, 7);
}

/** Formats a time in UTC with milliseconds (docs/contract/reporting.md, "Format"). */
export function formatTimestamp(time: Date): Timestamp {
  return time.toISOString().replace('Z', '+00:00');
}

/** Returns the day of a time in a time zone, such as `2026-11-29`. */
export function dayIn(timeZone: string, time: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(time);
}

/** A row of a statement for a DTO, with `Date` instead of timestamps. */
export type RowOf<Dto, Times extends keyof Dto = never> = Omit<Dto, Times> & {
  [Time in Times]: Date | Extract<Dto[Time], null>;
};

type Formatted<Row> = {
  [Field in keyof Row]: Date extends Row[Field]
    ? Exclude<Row[Field], Date> | Timestamp
    : Row[Field];
};

export function formatTimes<Row extends object>(row: Row): Formatted<Row> {
  const formatted = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Date ? formatTimestamp(value) : value,
  ]);
  return Object.fromEntries(formatted) as Formatted<Row>;
}

/**
 * Accepts names from the time zone database, but not offsets such as +02:00: they ignore daylight saving time, and
 * PostgreSQL reads their sign the other way.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
