import path from 'node:path';
import { type Database, query, readStatement } from '@platform/db';
import fc from 'fast-check';
import { renewComplianceCounts } from '../../../src/compliance/renew-counts';
import { takeSnapshot } from '../../../src/compliance/snapshots/take-snapshot';
import type { ComplianceOverview } from '../../../src/reports/compliance/compliance-overview.dto';
import type { SummaryProfileCondition } from '../../../src/reports/compliance/compliance-summary.dto';
import type { ComplianceTrend } from '../../../src/reports/compliance/compliance-trends.dto';
import { runs } from '../../runs';
import { startTestApp, type TestApp } from '../../start-test-app';
import { reportReader } from '../read-report';
import { score } from './naive';
import { countDifferences, writeBitmaps } from './standing-bitmaps';
import { storeWorld } from './store-world';
import { acmeWithAda, summarize } from './summarize';
import { world } from './world';

const now = new Date('2026-11-21T10:00:00.000Z');

const joinDepartments = readStatement(
  path.join(__dirname, '../../statements'),
  'join-departments.sql',
);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_REPORTS: 'off' }, { clock: () => now });
});
afterAll(() => app.close());

interface Explained {
  readonly 'QUERY PLAN': [
    { Plan: Readonly<Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>> },
  ];
}

/** When the sums were stored, in milliseconds from now: before, between and after expirations; null for never. */
const kept = fc.option(fc.integer({ min: -3, max: 3 }));

async function keepCounts(db: Database, organization: { readonly id: number }, at: Date) {
  await writeBitmaps(db, organization, at);
  await renewComplianceCounts(db, organization.id, at);
}

test('the overview is the sum of the summary’s rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      world,
      fc.constantFrom<SummaryProfileCondition[]>('all', 'compliance', 'primary'),
      kept,
      async (facts, profileCondition, at) => {
        const { db } = app.context;
        // Earlier examples are other organizations with the same names.
        const stored = await storeWorld(db, facts, now);
        if (at !== null) await keepCounts(db, stored, new Date(now.getTime() + at));
        const departments = [...stored.departments];
        const sums = new Map<string, { required: number; satisfied: number }>();
        for (const row of await summarize(app, stored, { departments, profileCondition })) {
          const key = `${row.departmentName} ${row.measurementKey}`;
          const sum = sums.get(key) ?? { required: 0, satisfied: 0 };
          sums.set(key, {
            required: sum.required + row.required,
            satisfied: sum.satisfied + row.satisfied,
          });
        }
        const reader = await reportReader(app, stored);
        const response = await reader.json('compliance-overview', { profileCondition });
        const { asOf, rows } = response as ComplianceOverview;
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
    { numRuns: runs(30) },
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

/** Changes of every table from which counts are derived. */
const changes = [
  "update reporting.competency_standing set status = 'Expired' where company_id = $1",
  'delete from reporting.competency_standing where company_id = $1',
  "update reporting.ticket set status = 'Expired', is_required = true where company_id = $1",
  'delete from reporting.ticket where company_id = $1',
  'delete from reporting.profile_assignment where company_id = $1',
  'update reporting.profile_assignment set requires_compliance = true where company_id = $1',
  "update reporting.affiliation set function = 'Employee' where company_id = $1",
  "update reporting.affiliation set function = 'Department' where company_id = $1",
  'update reporting.member set has_access = not has_access where company_id = $1',
  'delete from reporting.profile_competency where company_id = $1',
  `insert into reporting.profile_competency
    select company_id, profile.id, competency.id
    from reporting.profile
    join reporting.competency using (company_id)
    where company_id = $1
    on conflict do nothing`,
  "update reporting.competency set criticality = 'Non-Critical' where company_id = $1",
  'delete from reporting.profile_achievement where company_id = $1',
  'update reporting.achievement set measurement = 5 where company_id = $1',
];

test('changing a record invalidates the kept counts', async () => {
  const { db } = app.context;
  await fc.assert(
    fc.asyncProperty(
      world,
      fc.constantFrom(...changes),
      fc.constantFrom('compliance', 'primary'),
      async (facts, change, profileCondition) => {
        const stored = await storeWorld(db, facts, now);
        await keepCounts(db, stored, now);
        const reader = await reportReader(app, stored);
        const overview = () => reader.json('compliance-overview', { profileCondition });

        await db.pool.query(change, [stored.id]);

        const added = await overview();
        expect(await countDifferences(db, now)).toBe(0);
        await db.prisma.complianceCount.deleteMany({ where: { companyId: stored.id } });
        expect(added).toEqual(await overview());
      },
    ),
    { numRuns: runs(40) },
  );
}, 120_000);

test('counts are the same if renewed a few departments at a time', async () => {
  const { db } = app.context;
  await fc.assert(
    fc.asyncProperty(world, async facts => {
      const stored = await storeWorld(db, facts, now);
      const { id } = stored;
      await writeBitmaps(db, stored, now);
      const kept = () =>
        db.prisma.complianceCount.findMany({
          // Infinite instants are not compared, because as a Date they are never equal.
          omit: { validFrom: true, validUntil: true },
          where: { companyId: id },
          orderBy: [{ departmentId: 'asc' }, { memberId: 'asc' }, { profileCondition: 'asc' }],
        });
      await renewComplianceCounts(db, id, now);
      const atOnce = await kept();
      await db.prisma.complianceCount.deleteMany({ where: { companyId: id } });
      await renewComplianceCounts(db, id, now, { max: 1 });
      expect(await kept()).toEqual(atOnce);
      expect(await countDifferences(db, now)).toBe(0);
    }),
    { numRuns: runs(20) },
  );
}, 120_000);

test('a few members of large departments are counted in as many transactions as all members', async () => {
  const { db } = app.context;
  const acme = await app.seed.company('acme');
  for (const name of ['Drilling', 'Gas', 'Power']) {
    const department = await acme.department(name);
    for (const person of ['Ada', 'Bo']) {
      await acme.affiliate(await acme.member(`${person} of ${name}`), department);
    }
  }
  const transactions = async () => {
    await renewComplianceCounts(db, acme.id, now, { max: 2 });
    const { rows } = await db.pool.query<{ transactions: number }>(
      `select count(distinct xmin::text)::integer as transactions
      from reporting.compliance_count
      where company_id = $1`,
      [acme.id],
    );
    return rows[0]!.transactions;
  };
  expect(await transactions()).toBe(3);
  await db.pool.query(
    `delete from reporting.compliance_count as kept
    where company_id = $1 and member_id = (
      select min(member_id) from reporting.compliance_count where department_id = kept.department_id
    )`,
    [acme.id],
  );
  // those that stayed, and those that were added
  expect(await transactions()).toBe(3 + 3);
});

test('members without counts are found in linear time, even if the planner expects few counts', async () => {
  const { db } = app.context;
  const acme = await app.seed.company('acme');
  const count = 3_000;
  await query(db, joinDepartments, { member: (await acme.member('Ada')).id, count });
  await keepCounts(db, acme, now);
  const results = (await db.pool.query(
    `begin;
    set local enable_hashjoin = off;
    set local enable_mergejoin = off;
    explain (analyze, buffers, format json)
      select from reporting.uncounted_affiliation(${acme.id}, null, '${now.toISOString()}');
    rollback`,
  )) as unknown as readonly { rows: readonly Explained[] }[];
  const [{ Plan }] = results[3]!.rows[0]!['QUERY PLAN'];
  expect(Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']).toBeLessThan(10 * count);
});

test('counts that are renewed during concurrent writes are never outdated', async () => {
  const { db } = app.context;
  const { acme, ada } = await acmeWithAda(app);
  const alive = await acme.achievement('H2S Alive');
  await acme.ticket(ada, alive, 'Valid');
  const write = async () => {
    for (let n = 0; n < 30; n++) {
      const status = n % 2 ? 'Valid' : 'Expired';
      await db.prisma.ticket.updateMany({ where: { companyId: acme.id }, data: { status } });
    }
  };
  const keep = async () => {
    for (let n = 0; n < 30; n++) await renewComplianceCounts(db, acme.id, now);
  };
  await Promise.all([write(), keep(), keep()]);
  expect(await countDifferences(db, now)).toBe(0);
  await renewComplianceCounts(db, acme.id, now);
  const { rows } = await (await reportReader(app, acme)).json('compliance-overview');
  expect(rows[0]).toMatchObject({ required: 1, satisfied: 1 });
});

test('figures adds the headline, and the trends of the previous month and of a year ago', async () => {
  const { acme, ada } = await acmeWithAda(app);
  await acme.ticket(ada, await acme.achievement('H2S Alive'), 'Valid', {
    expiresAt: '2026-12-01T00:00:00.000Z',
  });
  for (const day of ['2025-11-02', '2025-12-07', '2026-10-25', '2026-11-01']) {
    await takeSnapshot(app.context.db, acme.id, new Date(`${day}T02:00:00Z`));
  }
  const reader = await reportReader(app, acme);
  const plain = await reader.json('compliance-overview');
  const { headline, past, ...rest } = await reader.json('compliance-overview', { figures: 'true' });
  expect(rest).toEqual(plain);
  expect(headline).toEqual(await reader.json('compliance-overview/headline'));
  expect(headline.expiring).toEqual({ requirements: 1, people: 1 });
  const trends = await reader.post('compliance-trends', { months: 24 });
  const rowsOfMonth = (month: string) =>
    trends.filter((row: ComplianceTrend) => row.month === month);
  expect(past).toEqual([...rowsOfMonth('2026-10'), ...rowsOfMonth('2025-11')]);
  expect(past).toHaveLength(24);
});

test('figures of all profiles have no comparison', async () => {
  const reader = await reportReader(app, (await acmeWithAda(app)).acme);
  const all = { figures: 'true', profileCondition: 'all' };
  expect((await reader.json('compliance-overview', all)).past).toEqual([]);
});
