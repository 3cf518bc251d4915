import { share } from '../../../src/reports/compliance/compliance-summary';
import { bearer, castOf } from '../../cast';
import { startTestApp, type TestApp } from '../../start-test-app';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

/** A part, its whole, and the share. */
const CASES = [
  [0, 1, 0],
  [1, 1, 1],
  [1, 3, 0.3333],
  [2, 3, 0.6667],
  [1, 20_000, 0.0001],
  [1, 20_001, 0.0001],
  [1, 1_000_000, 0.0001],
  [19_999, 20_000, 0.9999],
  [20_000, 20_001, 0.9999],
  [20_001, 20_001, 1],
  [999_999, 1_000_000, 0.9999],
] as const;

test('a share is rounded to four decimals, but only nothing is 0 and only the whole is 1', async () => {
  const { rows } = await service.context.db.pool.query<{ share: number }>(
    `select reporting.share(part, whole) as share
    from unnest($1::bigint[], $2::bigint[]) with ordinality as given (part, whole, position) order by position`,
    [CASES.map(([part]) => part), CASES.map(([, whole]) => whole)],
  );
  const expected = CASES.map(([, , result]) => result);
  expect(rows.map(row => row.share)).toEqual(expected);
  expect(CASES.map(([part, whole]) => share(part, whole))).toEqual(expected);
});

test('a report sends a share just below 1 as 0.9999 in JSON and CSV', async () => {
  const cast = castOf(service);
  const { secret, acme } = await cast.ada();
  await service.context.db.prisma.monthlyStatistic.create({
    data: {
      ...{ companyId: acme.id, month: new Date('2026-01-01'), asAt: new Date('2026-01-31') },
      ...{ departmentUuid: acme.uuid, memberUuid: acme.uuid, itemNumber: 1 },
      ...{ departmentRole: 'Department', companyName: 'x', departmentName: 'x', memberName: 'x' },
      ...{ required: 20_001, validated: 20_000, expired: 0, notCompleted: 1, notApplicable: 0 },
      ...{ notApplicableValidated: 0, needsTraining: 0, selfAssessed: 0, submitted: 0 },
    },
  });
  const get = (format: string) =>
    cast.call(`/reporting/monthly-statistics?year=2026&month=1&format=${format}`, bearer(secret));
  expect((await get('json')).body).toMatchObject([{ progress: 0.9999, score: 0.9999 }]);
  expect((await get('csv')).text).toContain(',0.9999,0.9999,');
});
