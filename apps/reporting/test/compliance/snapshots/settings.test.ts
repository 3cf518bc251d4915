import { readConfig } from '../../../src/main/config';

test.each([
  [undefined, '0 2 * * 0'],
  ['', '0 2 * * 0'],
  ['30 4 1 * *', '30 4 1 * *'],
  ['off', null],
])('SNAPSHOT_SCHEDULE=%s is %s', (text, schedule) => {
  const env = text === undefined ? {} : { SNAPSHOT_SCHEDULE: text };
  expect(readConfig(env).snapshotSchedule).toBe(schedule);
});

test.each([
  ...['weekly', '0 2 * *', '0 0 2 * * 0', '61 2 * * 0', 'OFF'],
  ...['0 2 LW * *', '0 0 30 2 *', '0 2 15W * *', '0 2 * * SUN#L'],
])('SNAPSHOT_SCHEDULE=%s prevents starting', text => {
  expect(() => readConfig({ SNAPSHOT_SCHEDULE: text })).toThrow(/SNAPSHOT_SCHEDULE/);
});
