import { type FieldError, invalidFields } from '@platform/http';
import { Cron } from 'croner';
import { isTimeZone } from '../http/times';
import type { Every, Recurrence } from './schedules.dto';

const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * Returns the next time after an instant, in local time. A time that is skipped by a clock change moves forward to the
 * change, even if that is on the next day; a time that occurs twice means its first occurrence.
 */
export function nextTime(recurrence: Recurrence, after: Date): Date {
  const clock = clockOf(recurrence.timeZone);
  // Computed as if in UTC, which skips no times; from a day before, because a skipped time may move by up to a day.
  const cron = new Cron(toCron(recurrence), { timezone: 'UTC', paused: true });
  let reading = cron.nextRun(new Date(clock(after.getTime()) - DAY));
  while (reading) {
    const time = instantOf(reading.getTime(), clock);
    if (time > after.getTime()) return new Date(time);
    reading = cron.nextRun(reading);
  }
  throw new Error('The recurrence has no next time.');
}

/** Returns the first instant of a day, `2027-01-01`, in a time zone. */
export function startOfDay(day: string, timeZone: string): Date {
  return new Date(instantOf(Date.parse(`${day}T00:00Z`), clockOf(timeZone)));
}

/** Converts an instant to local time, expressed as the instant with the same reading in UTC. */
type Clock = (instant: number) => number;

function clockOf(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return instant => Date.parse(`${format.format(instant).replace(' ', 'T')}Z`);
}

/** Returns the first instant with this local time, or the clock change that skips it. */
function instantOf(reading: number, clock: Clock): number {
  const offsetAt = (instant: number) => clock(instant) - instant;
  let late = reading - offsetAt(reading - DAY);
  if (clock(late) === reading) return late;
  let early = reading - offsetAt(reading + DAY);
  if (clock(early) === reading) return early;
  while (late - early > MINUTE) {
    const middle = early + Math.floor((late - early) / 2 / MINUTE) * MINUTE;
    if (clock(middle) < reading) early = middle;
    else late = middle;
  }
  return late;
}

function toCron({ every, on, at }: Recurrence): string {
  const [hours, minutes] = at.split(':').map(Number);
  const days = {
    day: '* * *',
    weekday: '* * 1-5',
    week: `* * ${on}`,
    month: `${on === 'last' ? 'L' : on} * *`,
  };
  return `${minutes} ${hours} ${days[every]}`;
}

/** @throws Problem invalid-request naming `recurrence.on` or `recurrence.timeZone` */
export function requireValid({ every, on, timeZone }: Recurrence): void {
  const faults: FieldError[] = [];
  if (!isDayOf(every, on)) faults.push({ field: 'recurrence.on', message: DAYS[every] });
  if (!isTimeZone(timeZone)) faults.push({ field: 'recurrence.timeZone', message: NO_TIME_ZONE });
  if (faults.length > 0) throw invalidFields(faults);
}

const NO_TIME_ZONE = 'is not an IANA time zone, such as Europe/Berlin';

const DAYS: Readonly<Record<Every, string>> = {
  day: 'must be omitted if every is day',
  weekday: 'must be omitted if every is weekday',
  week: 'must be a whole number from 1 (Monday) to 7 (Sunday)',
  month: "must be a whole number from 1 to 28, or 'last'",
};

/** The greatest day; 0 if it must be omitted. */
const LAST_DAY = { day: 0, weekday: 0, week: 7, month: 28 };

function isDayOf(every: Every, on: Recurrence['on']): boolean {
  if (on === undefined) return LAST_DAY[every] === 0;
  if (on === 'last') return every === 'month';
  return Number.isInteger(on) && on >= 1 && on <= LAST_DAY[every];
}
