import fc from 'fast-check';
import type { ComplianceOverview } from '../../../src/reports/compliance/compliance-overview.dto';
import { SummaryProfileCondition } from '../../../src/reports/compliance/compliance-summary.dto';
import { startTestApp, type TestApp } from '../../start-test-app';
import { reportReader } from '../read-report';
import { score } from './naive';
import { plant } from './plant';
import { acmeWithAda, summarize } from './summarize';
import { world } from './world';

const now = new Date('2026-11-21T10:00:00.000Z');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_REPORTS: 'off' }, { clock: () => now });
});
afterAll(() => app.close());

test('the overview is the sum of the summary’s rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      world,
      world,
      fc.constantFrom(...Object.values(SummaryProfileCondition)),
      async (facts, others, profileCondition) => {
        const { db } = app.context;
        await plant(db, others, now);
        const planted = await plant(db, facts, now);
        const departments = [...planted.departments];
        const sums = new Map<string, { required: number; satisfied: number }>();
        for (const row of await summarize(app, planted, { departments, profileCondition })) {
          const key = `${row.departmentName} ${row.measurementKey}`;
          const sum = sums.get(key) ?? { required: 0, satisfied: 0 };
          sums.set(key, {
            required: sum.required + row.required,
            satisfied: sum.satisfied + row.satisfied,
          });
        }
        const reader = await reportReader(app, planted);
        const answer = await reader.json('compliance-overview', { profileCondition });
        const { asOf, rows } = answer as ComplianceOverview;
        expect(asOf).toBe('2026-11-21T10:00:00.000+00:00');
        expect(
          rows.map(({ department, measurement, ...totals }) => ({
            key: `${department.name} ${measurement.key}`,
            ...totals,
          })),
        ).toEqual(
          [...sums].map(([key, sum]) => ({
            key,
            ...sum,
            score: sum.required === 0 ? null : score(sum.satisfied, sum.required),
          })),
        );
      },
    ),
    { numRuns: 30 },
  );
}, 120_000);

test('a department has every measurement, in each format', async () => {
  const { acme, drilling, ada } = await acmeWithAda(app);
  const alive = await acme.achievement('H2S Alive');
  await acme.ticket(ada, alive, 'Valid');
  await acme.department('Empty');
  const reader = await reportReader(app, acme);
  const { rows } = await reader.json('compliance-overview');
  expect(rows).toHaveLength(12);
  const department = { id: drilling.uuid, name: 'Drilling', code: 'D1' };
  expect(rows.slice(0, 2)).toEqual([
    {
      department,
      measurement: { key: 1, name: 'Time-Sensitive Safety Certificates' },
      ...{ required: 1, satisfied: 1, score: 1 },
    },
    {
      department,
      measurement: { key: 2, name: 'Additional Compliance Requirements' },
      ...{ required: 0, satisfied: 0, score: null },
    },
  ]);
  expect((await reader.csv('compliance-overview')).slice(0, 3)).toEqual([
    'departmentId,departmentName,departmentCode,measurementKey,measurementName,required,satisfied,score',
    `${drilling.uuid},Drilling,D1,1,Time-Sensitive Safety Certificates,1,1,1`,
    `${drilling.uuid},Drilling,D1,2,Additional Compliance Requirements,0,0,`,
  ]);
  expect(await reader.xlsx('compliance-overview')).toHaveLength(13);
});
