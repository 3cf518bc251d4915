import {
  exampleFolder,
  importExampleOnce,
  MONTHLY_STATISTICS,
  type TestImports,
  takeSnapshotOf,
  withCell,
} from './test-folder';

const importsWithExample = importExampleOnce();
let imports: TestImports;
beforeEach(async () => {
  imports = await importsWithExample();
});
afterEach(() => imports.close());

const file = (content: string) => ({ 'monthly-statistics.csv': content });
/** In the first row, one more competency is validated, and one less is not completed. */
const changed = withCell(
  withCell(
    withCell(
      withCell(withCell(MONTHLY_STATISTICS, 2, 'validated', '6'), 2, 'notCompleted', '0'),
      2,
      'completed',
      '',
    ),
    2,
    'progress',
    '',
  ),
  2,
  'score',
  '',
);
const validated = () =>
  imports.rows<{ month: string; validated: number }>(
    'select month::text, validated from reporting.monthly_statistic order by month, item_number, member_uuid',
  );
const takeSnapshot = (day: string) => takeSnapshotOf(imports, 'acme', day);

test('statistics are imported with the current names and role', async () => {
  expect(await imports.load(file(MONTHLY_STATISTICS))).toMatchObject({ inserted: 3 });
  const again = await imports.load(file(MONTHLY_STATISTICS));
  expect(again).toMatchObject({ inserted: 0, updated: 0, unchanged: 3, keptStatistics: 0 });
  const [row] = await imports.rows(
    `select company_name, department_name, member_name, department_role, as_at, is_imported
    from reporting.monthly_statistic where month = '2024-02-01'`,
  );
  expect(row).toEqual({
    company_name: 'Acme Energy',
    department_name: 'Grand Forks Gas Plant',
    member_name: expect.any(String) as string,
    department_role: expect.any(String) as string,
    as_at: new Date('2024-02-25T02:00:00Z'),
    is_imported: true,
  });
});

test('history in the future and times outside of their month are faults', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const [soon, nextMonth] = [inDays(2), inDays(32).slice(0, 7)];
  const cells: [number, string, string][] = [
    [2, 'month', nextMonth],
    [2, 'asAt', `${nextMonth}-01`],
    [3, 'asAt', '2020-01-28'],
    [4, 'month', soon.slice(0, 7)],
    [4, 'asAt', soon],
  ];
  const statistics = cells.reduce(
    (content, cell) => withCell(content, ...cell),
    MONTHLY_STATISTICS,
  );
  expect(await imports.refusal(file(statistics))).toEqual(
    expect.arrayContaining([
      `monthly-statistics.csv:2 month "${nextMonth}" a month that has begun`,
      'monthly-statistics.csv:3 asAt "2020-01-28T00:00:00Z" a time within 2024-01',
      `monthly-statistics.csv:4 asAt "${soon.slice(0, 19)}Z" a time that is not in the future`,
    ]),
  );
  const day = soon.slice(0, 10);
  const snapshots = withCell(exampleFolder()['compliance-snapshots.csv'], 2, 'snapshotDate', day);
  expect(await imports.refusal({ 'compliance-snapshots.csv': snapshots })).toEqual([
    `compliance-snapshots.csv:2 snapshotDate "${day}" a day that is not in the future`,
  ]);
});

test('a later import changes imported statistics', async () => {
  await imports.load(file(MONTHLY_STATISTICS));
  expect(await imports.load(file(changed))).toMatchObject({ updated: 1, unchanged: 2 });
  expect((await validated()).map(row => row.validated)).toEqual([6, 0, 1]);
});

test('completed, progress and score can be omitted, or rounded with a decimal comma', async () => {
  const short = MONTHLY_STATISTICS.replace('6,0.75,0.75', ',,').replace(
    '0.6667,0.3333',
    '"0,67",.333',
  );
  expect(await imports.load(file(short))).toMatchObject({ inserted: 3 });
});

test.each([
  ['1,000', / a whole number .*; without decimals and separators$/],
  ['5.0', / a whole number .*; without decimals and separators$/],
  ['five', / a whole number from 0 to 2147483647$/],
])('a count of %s is refused with a remedy', async (value, expected) => {
  const faults = await imports.refusal(file(withCell(MONTHLY_STATISTICS, 2, 'validated', value)));
  expect(faults).toEqual([expect.stringMatching(expected)]);
});

test('a month with snapshots of the organization does not change, and the import reports how many rows differ', async () => {
  await takeSnapshot('2024-01-14');
  await takeSnapshotOf(imports, 'globex', '2024-02-14');
  const before = await validated();
  const result = await imports.load(file(MONTHLY_STATISTICS));
  expect(result).toMatchObject({ inserted: 1, updated: 0, keptStatistics: 2 });
  const after = await validated();
  expect(after.filter(({ month }) => month === '2024-01-01')).toEqual(
    before.filter(({ month }) => month === '2024-01-01'),
  );
  expect(after.filter(({ month }) => month === '2024-02-01')).toHaveLength(3);
});

test('updateHistory also changes a month with snapshots taken here', async () => {
  await takeSnapshot('2024-01-14');
  await imports.load(file(MONTHLY_STATISTICS), { updateHistory: true });
  const again = await imports.load(file(MONTHLY_STATISTICS), { updateHistory: true });
  expect(again).toMatchObject({ inserted: 0, updated: 0, keptStatistics: 0 });
  const rows = await validated();
  expect(rows).toContainEqual({ month: '2024-01-01', validated: 5 });
});

test('a snapshot taken here replaces imported statistics of its month', async () => {
  await imports.load(file(MONTHLY_STATISTICS));
  await takeSnapshot('2024-01-14');
  const [row] = await imports.rows(
    `select bool_or(is_imported) as any from reporting.monthly_statistic where month = '2024-01-01'`,
  );
  expect(row).toEqual({ any: false });
});

test('--replace deletes no statistics', async () => {
  await imports.load(file(MONTHLY_STATISTICS));
  const [header] = MONTHLY_STATISTICS.split('\r\n');
  const all = { ...exampleFolder(), ...file(`${header}\r\n`) };
  expect(await imports.load(all, { replace: true, allowRemovals: true })).toMatchObject({
    deleted: 0,
  });
  expect(await validated()).toHaveLength(3);
});
