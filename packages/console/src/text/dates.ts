import * as z from 'zod/mini';

/** Whether a text is a valid date such as `2026-10-31`. */
export function isDay(text: string): boolean {
  return z.iso.date().safeParse(text).success;
}

/** Returns the start of a day in the viewer's time zone. */
export function startOfDay(day: string): string {
  return midnight(day).toISOString();
}

/** Returns the end of a day in the viewer's time zone, which is the start of the next one. */
export function endOfDay(day: string): string {
  const time = midnight(day);
  time.setDate(time.getDate() + 1);
  return time.toISOString();
}

function midnight(day: string): Date {
  return new Date(`${day}T00:00:00`);
}

/** Returns the day of a timestamp from the API, such as `2026-10-31`. */
export function dayOf<At extends string | null>(at: At): string | At {
  return at?.slice(0, 10) ?? at;
}

/** Converts `2026-10` to parameters of the API. */
export function yearAndMonth(month: string): { year: number; month: number } {
  return { year: Number(month.slice(0, 4)), month: Number(month.slice(5)) };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the day a number of days from now, in UTC. */
export function dayAfter(days: number, now = Date.now()): string {
  return new Date(now + days * DAY_MS).toISOString().slice(0, 10);
}

const SHIFTS = new Map(Object.entries({ last: -1, this: 0, next: 1 }));
const LENGTHS = new Map(Object.entries({ month: 1, quarter: 3, year: 12 }));

/**
 * Returns the start (inclusive) and end (exclusive) in UTC of a period such as `last-quarter`; null for other texts.
 */
export function calendarPeriod(
  period: string,
  now = Date.now(),
): { begin: Date; end: Date } | null {
  const [shift, length] = [SHIFTS, LENGTHS].map((of, index) => of.get(period.split('-')[index]!));
  if (shift === undefined || length === undefined) return null;
  const today = new Date(now);
  const first = (Math.floor(today.getUTCMonth() / length) + shift) * length;
  const at = (month: number) => new Date(Date.UTC(today.getUTCFullYear(), month));
  return { begin: at(first), end: at(first + length) };
}
