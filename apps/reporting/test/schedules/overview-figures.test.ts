import { overviewTables } from '../../src/schedules/overview-figures';

test('a heat map of twelve measurements is split into tables that fit email clients', () => {
  const measurements = Array.from({ length: 12 }, (_, index) => `Measurement ${index + 1}`);
  const counts = { required: 4, satisfied: 3 };
  const cells = measurements.map(() => counts);
  const departments = [{ name: 'Yard', now: counts, before: null, cells }];
  const figures = { now: counts, before: null, month: null, measurements, departments };
  const [, ...map] = overviewTables(figures, 'en');
  expect(map.map(({ title }) => title)).toEqual(['All departments', undefined, undefined]);
  expect(map.map(({ headings }) => headings)).toEqual([
    ['Department', 'All', ...measurements.slice(0, 4)],
    ['Department', ...measurements.slice(4, 9)],
    ['Department', ...measurements.slice(9)],
  ]);
  for (const { headings, rows } of map) expect(rows[0]).toHaveLength(headings.length);
});
