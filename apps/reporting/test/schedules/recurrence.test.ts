import fc from 'fast-check';
import { nextTime } from '../../src/schedules/recurrence';
import type { Recurrence } from '../../src/schedules/schedules.dto';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Lord Howe changes its clocks by half an hour; Nuuk skips 23:00 to 23:59, and Cairo 00:00 to 00:59. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Nuuk',
  'Africa/Cairo',
];

const berlin = (recurrence: Partial<Recurrence>): Recurrence => ({
  every: 'day',
  at: '07:00',
  timeZone: 'Europe/Berlin',
  ...recurrence,
});

/** Returns the next `count` times of a recurrence after an instant. */
function times(recurrence: Recurrence, after: string, count: number): string[] {
  const found: string[] = [];
  for (let last = new Date(after); found.length < count; ) {
    last = nextTime(recurrence, last);
    found.push(last.toISOString().slice(0, 16));
  }
  return found;
}

test.each([
  ['Europe/Berlin', '02:30', '2026-03-27T12:00Z', ['03-28T01:30', '03-29T01:00', '03-30T00:30']],
  ['America/New_York', '02:30', '2026-03-06T12:00Z', ['03-07T07:30', '03-08T07:00', '03-09T06:30']],
  [
    'Australia/Lord_Howe',
    '02:15',
    '2026-10-02T00:00Z',
    ['10-02T15:45', '10-03T15:30', '10-04T15:15'],
  ],
  ['America/Nuuk', '23:30', '2026-03-27T12:00Z', ['03-28T01:30', '03-29T01:00', '03-30T00:30']],
  ['Africa/Cairo', '00:00', '2026-04-22T12:00Z', ['04-22T22:00', '04-23T22:00', '04-24T21:00']],
])('a time that %s skips moves forward to the clock change', (timeZone, at, after, expected) => {
  expect(times(berlin({ timeZone, at }), after, 3)).toEqual(expected.map(time => `2026-${time}`));
});

test.each([
  ['Europe/Berlin', '02:30', '2026-10-23T12:00Z', ['10-24T00:30', '10-25T00:30', '10-26T01:30']],
  ['America/New_York', '01:30', '2026-10-30T12:00Z', ['10-31T05:30', '11-01T05:30', '11-02T06:30']],
  [
    'Australia/Lord_Howe',
    '01:45',
    '2026-04-03T00:00Z',
    ['04-03T14:45', '04-04T14:45', '04-05T15:15'],
  ],
])('a time that %s repeats means its first occurrence', (timeZone, at, after, expected) => {
  expect(times(berlin({ timeZone, at }), after, 3)).toEqual(expected.map(time => `2026-${time}`));
});

test('after the second occurrence, the next time is on a later day', () => {
  expect(times(berlin({ at: '02:30' }), '2026-10-25T01:10Z', 1)).toEqual(['2026-10-26T01:30']);
});

test('the last day of a month follows leap years', () => {
  const monthly = berlin({ every: 'month', on: 'last', timeZone: 'UTC' });
  expect(times(monthly, '2028-01-31T06:00Z', 3)).toEqual([
    '2028-01-31T07:00',
    '2028-02-29T07:00',
    '2028-03-31T07:00',
  ]);
  expect(times(monthly, '2027-02-01T00:00Z', 1)).toEqual(['2027-02-28T07:00']);
});

test('29 February is a day like any other', () => {
  const daily = berlin({ timeZone: 'UTC' });
  expect(times(daily, '2028-02-28T08:00Z', 2)).toEqual(['2028-02-29T07:00', '2028-03-01T07:00']);
});

test('weekly schedules run on the requested day, and weekday schedules not on weekends', () => {
  const monday = berlin({ every: 'week', on: 1, timeZone: 'UTC' });
  expect(times(monday, '2026-11-22T12:00Z', 2)).toEqual(['2026-11-23T07:00', '2026-11-30T07:00']);
  const weekdays = berlin({ every: 'weekday', timeZone: 'UTC' });
  expect(times(weekdays, '2026-11-20T07:00Z', 2)).toEqual(['2026-11-23T07:00', '2026-11-24T07:00']);
});

test('monthly and weekly times move forward to a clock change on the next day', () => {
  const nuuk = { at: '23:00', timeZone: 'America/Nuuk' };
  const monthly = berlin({ ...nuuk, every: 'month', on: 28 });
  expect(times(monthly, '2026-03-20T00:00Z', 2)).toEqual(['2026-03-29T01:00', '2026-04-29T00:00']);
  const saturdays = berlin({ ...nuuk, every: 'week', on: 6 });
  expect(times(saturdays, '2026-03-27T00:00Z', 2)).toEqual([
    '2026-03-29T01:00',
    '2026-04-05T00:00',
  ]);
});

test('a time on a day that a zone skips moves forward to the clock change', () => {
  const apia = berlin({ timeZone: 'Pacific/Apia' });
  expect(times(apia, '2011-12-29T18:00Z', 2)).toEqual(['2011-12-30T10:00', '2011-12-30T17:00']);
});

const formats = new Map(
  ZONES.map(timeZone => [
    timeZone,
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    }),
  ]),
);

/** Returns the offset of a zone at an instant according to Intl. */
function offsetAt(timeZone: string, instant: number): number {
  const parts = Object.fromEntries(
    formats
      .get(timeZone)!
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const local = `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}Z`;
  return Date.parse(local) - (instant - (instant % 60_000));
}

/** Returns the instant of the last clock change before an instant. */
function changeBefore(timeZone: string, instant: number): number {
  let change = instant;
  while (offsetAt(timeZone, change - 60_000) === offsetAt(timeZone, instant)) change -= 60_000;
  return change;
}

/** Returns all times of a recurrence within a month, computed for each day from the offsets before and after it. */
function naiveTimes({ every, on, at, timeZone }: Recurrence, around: number): number[] {
  const found: number[] = [];
  for (let days = -2; days <= 33; days++) {
    const date = new Date(around + days * DAY).toISOString().slice(0, 10);
    const day = new Date(`${date}T00:00Z`);
    const isLast = new Date(day.getTime() + DAY).getUTCDate() === 1;
    const weekday = day.getUTCDay() || 7;
    const isOn = {
      day: true,
      weekday: weekday <= 5,
      week: weekday === on,
      month: on === 'last' ? isLast : day.getUTCDate() === on,
    }[every];
    if (!isOn) continue;
    const local = Date.parse(`${date}T${at}Z`);
    const before = local - offsetAt(timeZone, local - DAY);
    const candidates = [before, local - offsetAt(timeZone, local + DAY)];
    const real = candidates.filter(instant => instant + offsetAt(timeZone, instant) === local);
    found.push(real.length > 0 ? Math.min(...real) : changeBefore(timeZone, before));
  }
  return found;
}

const recurrences = fc
  .record({
    day: fc.oneof(
      fc.constant({ every: 'day' }),
      fc.constant({ every: 'weekday' }),
      fc.integer({ min: 1, max: 7 }).map(on => ({ every: 'week' as const, on })),
      fc
        .oneof(fc.integer({ min: 1, max: 28 }), fc.constant('last' as const))
        .map(on => ({ every: 'month' as const, on })),
    ),
    // Half of them near clock changes.
    minutes: fc.oneof(
      fc.integer({ min: 0, max: 1439 }),
      fc.integer({ min: -60, max: 210 }).map(minutes => (minutes + 1440) % 1440),
    ),
    timeZone: fc.constantFrom(...ZONES),
  })
  .map(({ day, minutes, timeZone }): Recurrence => {
    const at = new Date(minutes * 60_000).toISOString().slice(11, 16);
    return { ...day, at, timeZone };
  });

/** Half of them within two days of a clock change, a leap day or the end of a month. */
const instants = fc.oneof(
  fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2036-12-31') }),
  fc
    .tuple(
      fc.constantFrom(
        ...['2026-03-29T01:00Z', '2026-10-25T01:00Z', '2026-03-08T07:00Z', '2026-11-01T06:00Z'],
        ...['2026-04-04T15:00Z', '2026-10-03T15:30Z', '2028-02-29T00:00Z', '2026-12-31T23:59Z'],
        ...['2026-04-23T22:00Z', '2026-10-29T21:00Z'],
      ),
      fc.integer({ min: -48 * 60, max: 48 * 60 }),
    )
    .map(([change, minutes]) => Date.parse(change) + minutes * 60_000),
);

test('the next time is the first one after any instant, in local time', () => {
  fc.assert(
    fc.property(recurrences, instants, (recurrence, after) => {
      const expected = naiveTimes(recurrence, after).filter(time => time > after);
      expect(nextTime(recurrence, new Date(after)).getTime()).toBe(Math.min(...expected));
    }),
    { numRuns: 1_000 },
  );
});

test('each time occurs once, even if a clock is adjusted between two runs', () => {
  fc.assert(
    fc.property(
      recurrences,
      instants,
      fc.array(fc.integer({ min: -3 * HOUR, max: 30 * HOUR }), { maxLength: 60 }),
      (recurrence, start, steps) => {
        let clock = start;
        let next = nextTime(recurrence, new Date(start)).getTime();
        const runs: number[] = [];
        for (const step of steps) {
          clock += step;
          if (clock < next) continue;
          runs.push(next);
          next = nextTime(recurrence, new Date(clock)).getTime();
          expect(next).toBeGreaterThan(clock);
        }
        expect(new Set(runs).size).toBe(runs.length);
        expect(runs).toEqual([...runs].sort((one, other) => one - other));
      },
    ),
    { numRuns: 500 },
  );
});
