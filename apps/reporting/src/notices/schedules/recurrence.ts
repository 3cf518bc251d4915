import { invalidFields } from '@platform/http';
import { Cron } from 'croner';
import { isTimeZone } from '../../wire/times';
import { Every, type Recurrence } from './schedules.dto';

/**
 * The first time after an instant, by the clocks of the zone: where a change of the clocks skips it, it moves forward
 * to the change; where it occurs twice, it is the first of both.
 */
export function nextTime(recurrence: Recurrence, after: Date): Date {
  const cron = new Cron(toCron(recurrence), { timezone: recurrence.timeZone, paused: true });
  const next = cron.nextRun(after);
  cron.stop();
  if (!next) throw new Error('The recurrence has no next time.');
  return next;
}

function toCron({ every, on, at }: Recurrence): string {
  const [hours, minutes] = at.split(':').map(Number);
  const days = {
    [Every.Day]: '* * *',
    [Every.Weekday]: '* * 1-5',
    [Every.Week]: `* * ${on}`,
    [Every.Month]: `${on === 'last' ? 'L' : on} * *`,
  };
  return `${minutes} ${hours} ${days[every]}`;
}

/** @throws Problem invalid-request naming `recurrence.on` or `recurrence.timeZone` */
export function requireValid({ every, on, timeZone }: Recurrence): void {
  const faults = [
    ...(isDayOf(every, on) ? [] : [{ field: 'recurrence.on', message: DAYS[every] }]),
    ...(isTimeZone(timeZone)
      ? []
      : [
          {
            field: 'recurrence.timeZone',
            message: 'is no time zone; name one of IANA, such as Europe/Berlin',
          },
        ]),
  ];
  if (faults.length > 0) throw invalidFields(faults);
}

const DAYS: Readonly<Record<Every, string>> = {
  [Every.Day]: 'is not given with every day',
  [Every.Weekday]: 'is not given with every weekday',
  [Every.Week]: 'must be a whole number from 1 (Monday) to 7 (Sunday)',
  [Every.Month]: "must be a whole number from 1 to 28, or 'last'",
};

function isDayOf(every: Every, on: Recurrence['on']): boolean {
  switch (every) {
    case Every.Day:
    case Every.Weekday:
      return on === undefined;
    case Every.Week:
      return isWithin(on, 7);
    case Every.Month:
      return on === 'last' || isWithin(on, 28);
  }
}

function isWithin(on: Recurrence['on'], most: number): boolean {
  return typeof on === 'number' && Number.isInteger(on) && on >= 1 && on <= most;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** `every Monday at 07:00 (Europe/Berlin)` */
export function describeRecurrence({ every, on, at, timeZone }: Recurrence): string {
  const days = {
    [Every.Day]: () => 'every day',
    [Every.Weekday]: () => 'every weekday',
    [Every.Week]: () => `every ${WEEKDAYS[Number(on) - 1] ?? 'week'}`,
    [Every.Month]: () => `on ${on === 'last' ? 'the last day' : `day ${on}`} of every month`,
  };
  return `${days[every]()} at ${at} (${timeZone})`;
}
