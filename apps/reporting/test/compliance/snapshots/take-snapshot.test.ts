import { takeSnapshot } from '../../../src/compliance/snapshots/take-snapshot';
import { startTestApp, type TestApp } from '../../start-test-app';

const now = new Date('2026-11-21T10:00:00.000Z');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const db = () => app.context.db;

/** Two people in Drilling, a facility; Ada has two profiles that share a competency. */
async function acme() {
  const company = await app.seed.company('acme');
  const drilling = await company.department('Drilling');
  const office = await company.department('Office', { isFacility: false });
  const [a, b, c, d] = await Promise.all(
    ['a', 'b', 'c', 'd'].map(name => company.competency(name)),
  );
  const first = await company.profile('First', [a!, b!]);
  const second = await company.profile('Second', [b!, c!]);
  const third = await company.profile('Third', [d!]);
  const ada = await company.member('Ada');
  const grace = await company.member('Grace');
  for (const department of [drilling, office]) await company.affiliate(ada, department);
  await company.affiliate(grace, drilling, 'Administration');
  await company.assign(ada, drilling, first, { isPrimary: true });
  await company.assign(ada, drilling, second);
  await company.assign(ada, drilling, third, { requiresCompliance: false });
  await company.assign(ada, office, second);
  await company.assign(grace, drilling, second);
  await company.standing(ada, a!, 'Validated');
  await company.standing(ada, b!, 'NotApplicable', { isValidated: true });
  await company.standing(ada, c!, 'NotApplicable', { isValidated: false });
  await company.standing(grace, b!, 'Validated', { expiresAt: '2026-11-21T10:00:00.000Z' });
  await company.standing(grace, c!, 'Submitted');
  return { company, drilling, office, ada, grace };
}

async function totals(companyId: number, measurement = 3) {
  const rows = await db().prisma.complianceSnapshot.findMany({
    where: { companyId, measurement },
    orderBy: [{ snapshotDate: 'asc' }, { profileCondition: 'asc' }, { departmentUuid: 'asc' }],
  });
  return rows.map(row => ({ ...row, snapshotDate: row.snapshotDate.toISOString().slice(0, 10) }));
}

const statistics = (companyId: number) =>
  db().prisma.monthlyStatistic.findMany({
    where: { companyId },
    orderBy: [{ month: 'asc' }, { memberNameFolded: 'asc' }, { itemNumber: 'asc' }],
  });

test('replaces concurrent snapshots of the organization', async () => {
  const { company } = await acme();
  const all = Array.from({ length: 4 }, () => takeSnapshot(db(), company.id, now));
  const size = { totals: 2 * 2 * 12, statistics: 4 };
  expect(await Promise.all(all)).toEqual(all.map(() => size));
  expect(await statistics(company.id)).toHaveLength(4);
});

test('writes the totals of departments for both profile conditions', async () => {
  const { company, drilling, office } = await acme();
  const written = await takeSnapshot(db(), company.id, now);
  expect(written).toEqual({ totals: 2 * 2 * 12, statistics: 4 });
  const rows = await totals(company.id);
  const total = (department: { uuid: string }, condition: string) => {
    const row = rows.find(
      ({ departmentUuid, profileCondition }) =>
        departmentUuid === department.uuid && profileCondition === condition,
    );
    return [row!.snapshotDate, row!.required, row!.satisfied];
  };
  expect(total(drilling, 'compliance')).toEqual(['2026-11-21', 5, 2]);
  expect(total(drilling, 'primary')).toEqual(['2026-11-21', 2, 2]);
  expect(total(office, 'compliance')).toEqual(['2026-11-21', 2, 1]);
  expect(total(office, 'primary')).toEqual(['2026-11-21', 0, 0]);
});

test('writes the statistics of facilities, with shared competencies counted for the primary profile', async () => {
  const { company, drilling, ada, grace } = await acme();
  await takeSnapshot(db(), company.id, now);
  const zero = {
    companyId: company.id,
    month: new Date('2026-11-01T00:00:00.000Z'),
    isImported: false,
    departmentUuid: drilling.uuid,
    companyName: 'acme',
    departmentName: 'Drilling',
    departmentNameFolded: 'drilling',
    required: 0,
    validated: 0,
    expired: 0,
    notCompleted: 0,
    notApplicable: 0,
    notApplicableValidated: 0,
    needsTraining: 0,
    selfAssessed: 0,
    submitted: 0,
    asAt: now,
  };
  const ofAda = {
    ...zero,
    memberUuid: ada.uuid,
    memberName: 'Ada',
    memberNameFolded: 'ada',
    departmentRole: 'Department',
  };
  const ofGrace = {
    ...zero,
    memberUuid: grace.uuid,
    memberName: 'Grace',
    memberNameFolded: 'grace',
    departmentRole: 'Administration',
  };
  expect(await statistics(company.id)).toEqual([
    {
      ...ofAda,
      itemNumber: 1,
      required: 2,
      validated: 1,
      notApplicable: 1,
      notApplicableValidated: 1,
    },
    { ...ofAda, itemNumber: 2, required: 1, notApplicable: 1 },
    { ...ofGrace, itemNumber: 1 },
    { ...ofGrace, itemNumber: 2, required: 2, expired: 1, submitted: 1 },
  ]);
});

test('replaces the snapshot of the same day, including people and departments that have left', async () => {
  const { company, drilling, office, ada, grace } = await acme();
  await takeSnapshot(db(), company.id, now);
  const { prisma } = db();
  await prisma.affiliation.deleteMany({ where: { departmentId: office.id } });
  await prisma.affiliation.deleteMany({ where: { memberId: ada.id } });
  const later = new Date('2026-11-21T23:59:59.999Z');
  expect(await takeSnapshot(db(), company.id, later)).toEqual({ totals: 24, statistics: 2 });
  const rows = await totals(company.id);
  expect(new Set(rows.map(row => row.departmentUuid))).toEqual(new Set([drilling.uuid]));
  const people = await statistics(company.id);
  expect(new Set(people.map(row => row.memberUuid))).toEqual(new Set([grace.uuid]));
  expect(people[0]!.asAt).toEqual(later);
});

test('uses days and months in UTC', async () => {
  const { company } = await acme();
  for (const at of [
    '2028-01-01T00:00:00.000Z',
    '2027-12-31T23:59:59.999Z',
    '2028-02-29T12:00:00.000Z',
    '2028-02-29T23:30:00.000-01:00',
  ])
    await takeSnapshot(db(), company.id, new Date(at));
  const days = (await totals(company.id)).map(row => row.snapshotDate);
  expect([...new Set(days)].sort()).toEqual([
    '2027-12-31',
    '2028-01-01',
    '2028-02-29',
    '2028-03-01',
  ]);
  const months = (await statistics(company.id)).map(({ month }) =>
    month.toISOString().slice(0, 10),
  );
  expect([...new Set(months)].sort()).toEqual([
    '2027-12-01',
    '2028-01-01',
    '2028-02-01',
    '2028-03-01',
  ]);
});

test('keeps the totals of earlier days and replaces the statistics of the month', async () => {
  const { company } = await acme();
  await takeSnapshot(db(), company.id, new Date('2026-11-14T02:00:00.000Z'));
  await takeSnapshot(db(), company.id, now);
  expect(new Set((await totals(company.id)).map(row => row.snapshotDate)).size).toBe(2);
  expect(new Set((await statistics(company.id)).map(row => row.asAt.getTime()))).toEqual(
    new Set([now.getTime()]),
  );
});

test('does not change a month with later statistics, unless they were imported', async () => {
  const { company } = await acme();
  await takeSnapshot(db(), company.id, now);
  const [before, totalsBefore] = [await statistics(company.id), await totals(company.id)];
  const earlier = new Date('2026-11-20T02:00:00.000Z');
  expect(await takeSnapshot(db(), company.id, earlier)).toEqual({ totals: 0, statistics: 0 });
  expect(await statistics(company.id)).toEqual(before);
  expect(await totals(company.id)).toEqual(totalsBefore);
  const where = { companyId: company.id };
  await db().prisma.monthlyStatistic.updateMany({ where, data: { isImported: true } });
  await takeSnapshot(db(), company.id, earlier);
  expect((await statistics(company.id))[0]!.asAt).toEqual(earlier);
});

test('does not change other organizations', async () => {
  const { company: other } = await acme();
  await takeSnapshot(db(), other.id, now);
  const [before, people] = [await totals(other.id), await statistics(other.id)];
  const { company } = await acme();
  await takeSnapshot(db(), company.id, now);
  await takeSnapshot(db(), company.id, now);
  expect(await totals(other.id)).toEqual(before);
  expect(await statistics(other.id)).toEqual(people);
});
