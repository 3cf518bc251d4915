import { takeSnapshot } from '../../../src/compliance/snapshots/take-snapshot';
import { startTestApp, type TestApp } from '../../start-test-app';
import { summarize } from './summarize';

let now = new Date('2026-11-21T10:00:00.000Z');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, { clock: () => now });
});
beforeEach(() => {
  now = new Date('2026-11-21T10:00:00.000Z');
});
afterAll(() => app.close());

async function acme() {
  const company = await app.seed.company('acme');
  const ada = await company.member('Ada', { reportAccess: true });
  const drilling = await company.department('Drilling', { code: 'D1' });
  return { company, ada, drilling, secret: await app.seed.secret(ada.account, company) };
}

type Total = [date: string, required: number, satisfied: number];

async function snapshots(
  companyId: number,
  departmentUuid: string,
  totals: readonly Total[],
  {
    measurement = 3,
    profileCondition = 'compliance',
  }: { measurement?: number; profileCondition?: 'compliance' | 'primary' } = {},
) {
  await app.context.db.prisma.complianceSnapshot.createMany({
    data: totals.map(([date, required, satisfied]) => ({
      companyId,
      departmentUuid,
      measurement,
      profileCondition,
      snapshotDate: new Date(`${date}T00:00:00.000Z`),
      required,
      satisfied,
    })),
  });
}

function send(body: unknown, secret: string, query = '') {
  return fetch(`${app.url}/reporting/compliance-trends${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

interface Trend {
  department: { name: string };
  measurement: { key: number };
  month: string;
  snapshotDate: string;
  required: number;
  satisfied: number;
  score: number | null;
}

async function trends(body: unknown, secret: string): Promise<Trend[]> {
  const response = await send(body, secret);
  expect(response.status).toBe(200);
  return (await response.json()) as Trend[];
}

test('a month has the rows of its last snapshot, or none without a snapshot', async () => {
  const { company, drilling, secret } = await acme();
  await snapshots(company.id, drilling.uuid, [
    ['2026-09-06', 4, 4],
    ['2026-10-01', 8, 2],
    ['2026-10-25', 10, 1],
    ['2026-10-31', 32, 1],
    ['2026-11-01', 0, 0],
    ['2026-08-31', 3, 2],
  ]);
  const measurement = { key: 3, name: 'Critical Competencies' };
  const department = { id: drilling.uuid, name: 'Drilling', code: 'D1' };
  const month = (
    name: string,
    snapshotDate: string,
    required: number,
    satisfied: number,
    score: number | null,
  ) => ({ department, measurement, month: name, snapshotDate, required, satisfied, score });
  expect(await trends({}, secret)).toEqual([
    month('2026-08', '2026-08-31', 3, 2, 0.6667),
    month('2026-09', '2026-09-06', 4, 4, 1),
    month('2026-10', '2026-10-31', 32, 1, 0.0313),
    month('2026-11', '2026-11-01', 0, 0, null),
  ]);
});

test('a department that was not in the last snapshot of a month has no row in it', async () => {
  const { company, drilling, secret } = await acme();
  const office = await company.department('Office');
  await snapshots(company.id, drilling.uuid, [
    ['2026-10-04', 5, 5],
    ['2026-10-25', 4, 1],
  ]);
  await snapshots(company.id, office.uuid, [['2026-10-18', 9, 9]]);
  await snapshots(company.id, drilling.uuid, [['2026-10-18', 3, 3]], { measurement: 11 });
  const found = await trends({}, secret);
  expect(found.map(row => [row.department.name, row.measurement.key, row.snapshotDate])).toEqual([
    ['Drilling', 3, '2026-10-25'],
  ]);
  expect(await trends({ measurements: [11] }, secret)).toEqual([]);
});

test.each([
  [12, '2028-02-29T23:59:59.999Z', ['2027-03-01', '2028-02-29']],
  [24, '2028-02-29T23:59:59.999Z', ['2026-03-01', '2027-02-28', '2027-03-01', '2028-02-29']],
  [12, '2028-03-01T00:00:00.000Z', ['2028-02-29', '2028-03-01']],
  [12, '2027-01-01T00:00:00.000Z', ['2026-02-28', '2026-03-01']],
  [12, '2027-01-31T23:59:59.999Z', ['2026-02-28', '2026-03-01']],
  [12, '2027-02-01T00:00:00.000Z', ['2026-03-01', '2027-02-28']],
])('%i months at %s are calendar months of UTC up to the current', async (months, at, days) => {
  const { company, drilling, secret } = await acme();
  const all = ['2026-02-28', '2026-03-01', '2027-02-28', '2027-03-01', '2028-02-29', '2028-03-01'];
  await snapshots(
    company.id,
    drilling.uuid,
    all.map(day => [day, 1, 1]),
  );
  now = new Date(at);
  const found = await trends({ months }, secret);
  expect(found.map(({ snapshotDate }) => snapshotDate)).toEqual(days);
});

test('filters by condition, departments and measurements', async () => {
  const { company, drilling, secret } = await acme();
  const office = await company.department('Office');
  const day: Total[] = [['2026-11-15', 4, 1]];
  await snapshots(company.id, drilling.uuid, day);
  await snapshots(company.id, drilling.uuid, [['2026-11-15', 2, 1]], {
    profileCondition: 'primary',
  });
  await snapshots(company.id, drilling.uuid, day, { measurement: 11 });
  await snapshots(company.id, office.uuid, day);
  const said = async (body: unknown) =>
    (await trends(body, secret)).map(
      ({ department, measurement, required }) =>
        `${department.name} ${measurement.key} ${required}`,
    );
  expect(await said({})).toEqual(['Drilling 3 4', 'Drilling 11 4', 'Office 3 4']);
  expect(await said({ profileCondition: 'primary' })).toEqual(['Drilling 3 2']);
  expect(await said({ departments: [office.uuid] })).toEqual(['Office 3 4']);
  expect(await said({ measurements: [11, 12] })).toEqual(['Drilling 11 4']);
  expect(await said({ departments: [], measurements: null })).toHaveLength(3);
});

test('a renamed department has its history with the current name, a deleted one has none', async () => {
  const { company, drilling, secret } = await acme();
  const office = await company.department('Office');
  await snapshots(company.id, drilling.uuid, [['2026-11-15', 4, 1]]);
  await snapshots(company.id, office.uuid, [['2026-11-15', 4, 1]]);
  const { department } = app.context.db.prisma;
  await department.update({ where: { id: drilling.id }, data: { name: 'Wells' } });
  await department.delete({ where: { id: office.id } });
  const found = await trends({}, secret);
  expect(found.map(trend => trend.department.name)).toEqual(['Wells']);
});

test('right after a snapshot, trends are the sums of the summary', async () => {
  const { company, ada, drilling, secret } = await acme();
  const grace = await company.member('Grace');
  const profile = await company.profile('Operator', [
    await company.competency('Muster'),
    await company.competency('Radio', { criticality: 'NonCritical' }),
  ]);
  const h2s = await company.achievement('H2S');
  for (const member of [ada, grace]) {
    await company.affiliate(member, drilling);
    await company.assign(member, drilling, profile);
    await company.ticket(member, h2s, member === ada ? 'Valid' : 'Pending');
  }
  await takeSnapshot(app.context.db, company.id, now);
  const rows = await summarize(app, company, { departments: [drilling.uuid] });
  const sum = (key: number, count: 'required' | 'satisfied') =>
    rows.filter(row => row.measurementKey === key).reduce((total, row) => total + row[count], 0);
  const found = await trends({}, secret);
  expect(found).toHaveLength(12);
  for (const { measurement, required, satisfied } of found) {
    expect(required).toBe(sum(measurement.key, 'required'));
    expect(satisfied).toBe(sum(measurement.key, 'satisfied'));
  }
  expect(found[0]).toMatchObject({ required: 2, satisfied: 1, score: 0.5 });
});

test('CSV has the columns in order, with empty cells for null', async () => {
  const { company, drilling, secret } = await acme();
  await snapshots(company.id, drilling.uuid, [
    ['2026-10-25', 3, 1],
    ['2026-11-15', 0, 0],
  ]);
  const response = await send({}, secret, '?format=csv');
  const named = `${drilling.uuid},Drilling,D1,3,Critical Competencies`;
  expect(Buffer.from(await response.arrayBuffer()).toString()).toBe(
    '\uFEFFdepartmentId,departmentName,departmentCode,measurementKey,measurementName,' +
      'month,snapshotDate,required,satisfied,score\r\n' +
      `${named},2026-10,2026-10-25,3,1,0.3333\r\n` +
      `${named},2026-11,2026-11-15,0,0,\r\n`,
  );
});

test('from and to can be any months, both inclusive', async () => {
  const { company, drilling, secret } = await acme();
  await snapshots(company.id, drilling.uuid, [
    ['2020-01-26', 1, 1],
    ['2020-02-02', 2, 1],
    ['2020-03-29', 3, 1],
    ['2020-04-05', 4, 1],
  ]);
  const found = await trends({ from: '2020-02', to: '2020-03' }, secret);
  expect(found.map(({ month }) => month)).toEqual(['2020-02', '2020-03']);
  expect(await trends({ from: '0001-01', to: '9999-12' }, secret)).toHaveLength(4);
});

test('rows of a different organization with the same departments never appear', async () => {
  const { company: other, drilling: theirs } = await acme();
  await snapshots(other.id, theirs.uuid, [['2026-11-15', 9, 9]]);
  const { company, drilling, secret } = await acme();
  await snapshots(company.id, drilling.uuid, [['2026-11-15', 4, 1]]);
  // A row with a department of a different organization must not show its name.
  await snapshots(company.id, theirs.uuid, [['2026-11-15', 5, 5]]);
  expect((await trends({}, secret)).map(({ required }) => required)).toEqual([4]);
  const refused = await send({ departments: [theirs.uuid] }, secret);
  expect(refused.status).toBe(400);
  expect(((await refused.json()) as { detail: string }).detail).toContain(theirs.uuid);
});

test.each([
  [{ months: 13 }, 'months must be 12 or 24'],
  [{ months: '12' }, 'months must be 12 or 24'],
  [{ months: 12, from: '2026-01', to: '2026-02' }, 'months cannot be combined with from and to'],
  [{ from: '2026-01' }, 'to is required with from'],
  [{ from: '2026-02', to: '2026-01' }, 'to must not be before from'],
  [{ from: '2026-1', to: '2026-01' }, 'from must be a month, YYYY-MM'],
  [{ profileCondition: 'all' }, 'profileCondition must be one of compliance, primary'],
  [{ measurements: [0] }, 'measurements[0]'],
  [{ departments: ['x'] }, 'departments[0] must be a UUID'],
  [{ year: 2026 }, 'year is not a known property'],
])('%j is rejected: %s', async (body, detail) => {
  const { secret } = await acme();
  const response = await send(body, secret);
  expect(response.status).toBe(400);
  expect(((await response.json()) as { detail: string }).detail).toContain(detail);
});
