import { headline, overviewTables } from '../../src/schedules/overview-figures';

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

test('the lowest departments of many are counted without those in which nothing is required', () => {
  const counts = { required: 4, satisfied: 3 };
  const none = { required: 0, satisfied: 0 };
  const departments = Array.from({ length: 61 }, (_, index) => {
    const now = index < 2 ? counts : none;
    return { name: `Team ${index}`, now, before: null, cells: [now] };
  });
  const figures = { now: counts, before: null, month: null, measurements: ['M'], departments };
  const map = overviewTables(figures, 'en').at(-1)!;
  expect(map.title).toBe('The 2 lowest of 61 departments');
  expect(map.rows.map(([name]) => name)).toEqual(['Team 0', 'Team 1']);
});

test.each([
  ['en', 'Nothing is required.'],
  ['de', 'Es ist nichts erforderlich.'],
  ['fr', 'Rien n’est exigé.'],
] as const)('nothing required is a sentence without tables (%s)', (language, words) => {
  const none = { required: 0, satisfied: 0 };
  const departments = [{ name: 'Yard', now: none, before: null, cells: [] }];
  const figures = { now: none, before: null, month: null, measurements: [], departments };
  expect(headline(figures, language)).toBe(words);
  expect(overviewTables(figures, language)).toEqual([]);
});
