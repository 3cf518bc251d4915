import { parseTime } from '../src/run-program';

test.each([
  ['2026-11-25T22:16:00Z', '2026-11-25T22:16:00.000Z'],
  ['2026-11-25T22:16Z', '2026-11-25T22:16:00.000Z'],
  ['2026-11-25T22:16:00.5+05:30', '2026-11-25T16:46:00.500Z'],
  ['2026-11-25 22:16:00.123456+00', '2026-11-25T22:16:00.123Z'],
  ['2026-11-25 22:16:00-03', '2026-11-26T01:16:00.000Z'],
  ['2026-11-25 22:16:00+0530', '2026-11-25T16:46:00.000Z'],
])('%s is %s', (text, time) => {
  expect(parseTime(text).toISOString()).toBe(time);
});

test.each([
  'noon',
  '',
  '2026-11-25',
  '2026-11-25T22:16:00',
  '2026-02-30T00:00:00Z',
  '2026-11-25T25:00:00Z',
])('"%s" is not a time with an offset', text => {
  expect(() => parseTime(text)).toThrow(/^Expected a time with an offset/);
});
