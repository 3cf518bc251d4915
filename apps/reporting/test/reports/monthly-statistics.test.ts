import { randomUUID } from 'node:crypto';
import readWorkbook from 'read-excel-file/node';
import { takeSnapshot } from '../../src/compliance/snapshots/take-snapshot';
import { startTestApp, type TestApp } from '../start-test-app';

const now = new Date('2026-11-15T02:00:00.000Z');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, { clock: () => now });
});
afterAll(() => app.close());

/** Ada's primary profile requires a, b and c; another one, which requires compliance, c and d. */
async function acme() {
  const company = await app.seed.company('acme');
  const ada = await company.member('Ada', { reportAccess: true });
  const drilling = await company.department('Drilling');
  const [a, b, c, d] = await Promise.all(
    ['a', 'b', 'c', 'd'].map(name => company.competency(name)),
  );
  await company.affiliate(ada, drilling);
  const first = await company.profile('First', [a!, b!, c!]);
  await company.assign(ada, drilling, first, { isPrimary: true });
  await company.assign(ada, drilling, await company.profile('Second', [c!, d!]));
  await company.standing(ada, a!, 'Validated');
  await company.standing(ada, b!, 'Expired');
  await company.standing(ada, d!, 'NotApplicable', { isValidated: true });
  await takeSnapshot(app.context.db, company.id, now);
  return { company, ada, drilling, secret: await app.seed.secret(ada.account, company) };
}

function get(query: string, secret: string, subpath = '') {
  return fetch(`${app.url}/reporting/monthly-statistics${subpath}?${query}`, {
    headers: { Authorization: `Bearer ${secret}` },
  });
}

async function statistics(query: string, secret: string) {
  const response = await get(query, secret);
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>[];
}

const november = 'year=2026&month=11';

test('has a row per member, department and category, in the order of the specification', async () => {
  const { company, ada, drilling, secret } = await acme();
  const rows = await statistics(november, secret);
  const common = {
    companyId: company.uuid,
    departmentId: drilling.uuid,
    memberId: ada.uuid,
    companyName: 'acme',
    departmentName: 'Drilling',
    departmentRole: 'Department',
    memberName: 'Ada',
    listDomain: 'Competency',
    listFolder: 'Compliance',
    tagCriticality: 'Critical',
    tagNecessity: 'Mandatory',
    needsTraining: 0,
    selfAssessed: 0,
    submitted: 0,
    asAt: '2026-11-15T02:00:00.000+00:00',
    id: expect.stringMatching(
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    ),
  };
  expect(rows).toEqual([
    {
      ...common,
      itemNumber: 1,
      itemName: 'Critical competencies, primary profile',
      tagPrimacy: 'Primary',
      required: 3,
      validated: 1,
      expired: 1,
      notCompleted: 1,
      notApplicable: 0,
      notApplicableValidated: 0,
      completed: 1,
      progress: 0.3333,
      score: 0.3333,
    },
    {
      ...common,
      itemNumber: 2,
      itemName: 'Critical competencies, secondary profiles',
      tagPrimacy: 'Secondary',
      required: 1,
      validated: 0,
      expired: 0,
      notCompleted: 0,
      notApplicable: 1,
      notApplicableValidated: 1,
      completed: 1,
      progress: 1,
      score: 1,
    },
  ]);
  expect(Object.keys(rows[0]!).join(' ')).toBe(
    'id companyId departmentId memberId companyName departmentName departmentRole memberName ' +
      'itemNumber itemName listDomain listFolder tagCriticality tagNecessity tagPrimacy ' +
      'required validated expired notCompleted notApplicable notApplicableValidated needsTraining ' +
      'selfAssessed submitted completed progress score asAt',
  );
});

test('legacy rows use the names of version 4 and omit counts of zero', async () => {
  const { company, ada, drilling, secret } = await acme();
  const [plain, ...rest] = await statistics(november, secret);
  const rows = await statistics(`${november}&legacy=true`, secret);
  const common = {
    CompanyIdentifier: company.uuid,
    DepartmentIdentifier: drilling.uuid,
    UserIdentifier: ada.uuid,
    CompanyName: 'acme',
    DepartmentName: 'Drilling',
    DepartmentRole: 'Department',
    UserName: 'Ada',
    ListDomain: 'Competency',
    ListFolder: 'Compliance',
    TagCriticality: 'Critical',
    TagNecessity: 'Mandatory',
    AsAt: '2026-11-15T02:00:00.000+00:00',
  };
  expect(rows).toEqual([
    {
      ...common,
      JoinIdentifier: plain!.id,
      ItemNumber: 1,
      ItemName: 'Critical competencies, primary profile',
      TagPrimacy: 'Primary',
      CountRQ: 3,
      CountVA: 1,
      CountEX: 1,
      CountNC: 1,
      CountCP: 1,
      Progress: 0.3333,
      Score: 0.3333,
    },
    {
      ...common,
      JoinIdentifier: rest[0]!.id,
      ItemNumber: 2,
      ItemName: 'Critical competencies, secondary profiles',
      TagPrimacy: 'Secondary',
      CountRQ: 1,
      CountNA: 1,
      CountVN: 1,
      CountCP: 1,
      Progress: 1,
      Score: 1,
    },
  ]);
});

test('legacy rows keep a score of zero, which is not a count', async () => {
  const { company, drilling, secret } = await acme();
  const grace = await company.member('Grace');
  await company.affiliate(grace, drilling);
  const profile = await company.profile('Third', [await company.competency('e')]);
  await company.assign(grace, drilling, profile, { isPrimary: true });
  await takeSnapshot(app.context.db, company.id, now);
  const rows = await statistics(`${november}&legacy=true`, secret);
  expect(rows[2]).toMatchObject({ UserName: 'Grace', CountRQ: 1, Progress: 0, Score: 0 });
  expect(rows[3]).toMatchObject({ UserName: 'Grace', Progress: 1, Score: 1 });
  expect(rows[3]).not.toHaveProperty('CountRQ');
});

test('legacy CSV has the legacy names and every column', async () => {
  const { secret } = await acme();
  const response = await get(`${november}&legacy=true&format=csv`, secret);
  const [header, first] = (await response.text()).split('\r\n');
  expect(header).toBe(
    'JoinIdentifier,CompanyIdentifier,DepartmentIdentifier,UserIdentifier,CompanyName,DepartmentName,' +
      'DepartmentRole,UserName,ItemNumber,ItemName,ListDomain,ListFolder,TagCriticality,TagNecessity,' +
      'TagPrimacy,CountRQ,CountVA,CountEX,CountNC,CountNA,CountVN,CountNT,CountSA,CountSV,CountCP,' +
      'Progress,Score,AsAt',
  );
  expect(first).toMatch(
    /,Critical,Mandatory,Primary,3,1,1,1,0,0,0,0,0,1,0\.3333,0\.3333,2026-11-15T02:00:00\.000\+00:00$/,
  );
});

test('IDs are stable when the snapshot is taken again, and differ between months', async () => {
  const { company, secret } = await acme();
  const ids = async (query: string) => (await statistics(query, secret)).map(({ id }) => id);
  const before = await ids(november);
  await takeSnapshot(app.context.db, company.id, new Date('2026-11-22T02:00:00.000Z'));
  expect(await ids(november)).toEqual(before);
  await takeSnapshot(app.context.db, company.id, new Date('2026-12-06T02:00:00.000Z'));
  const december = await ids('year=2026&month=12');
  expect(new Set([...before, ...december]).size).toBe(4);
});

test('names are those at the time of the snapshot', async () => {
  const { drilling, ada, company, secret } = await acme();
  const { prisma } = app.context.db;
  await prisma.department.update({ where: { id: drilling.id }, data: { name: 'Wells' } });
  await prisma.account.update({ where: { id: ada.account.id }, data: { name: 'Ada King' } });
  await prisma.company.update({ where: { id: company.id }, data: { name: 'Acme & Sons' } });
  const [row] = await statistics(november, secret);
  expect(row).toMatchObject({ departmentName: 'Drilling', memberName: 'Ada', companyName: 'acme' });
});

test('in a workbook, score and progress are empty if nothing is required', async () => {
  const { company, ada, drilling, secret } = await acme();
  const grace = await company.member('Grace');
  await company.affiliate(grace, drilling);
  await takeSnapshot(app.context.db, company.id, now);
  const response = await get(`${november}&format=xlsx`, secret);
  const [about, sheet] = await readWorkbook(Buffer.from(await response.arrayBuffer()));
  const [header, ...rows] = sheet!.data;
  const cell = (row: (typeof rows)[number], name: string) => row[header!.indexOf(name)];
  expect(
    rows.map(row => [cell(row, 'Member name'), cell(row, 'Progress'), cell(row, 'Score')]),
  ).toEqual([
    [ada.name, 0.3333, 0.3333],
    [ada.name, 1, 1],
    ['Grace', null, null],
    ['Grace', null, null],
  ]);
  const meaning = about!.data.find(([label]) => label === 'Score')![1];
  expect(meaning).toContain('Empty if nothing is required');
  const items = await statistics(november, secret);
  expect(items.map(({ score }) => score)).toEqual([0.3333, 1, 1, 1]);
});

test('a month without a snapshot is an empty list', async () => {
  const { secret } = await acme();
  expect(await statistics('year=2026&month=10', secret)).toEqual([]);
  expect(await statistics('year=1&month=1', secret)).toEqual([]);
  const csv = await get('year=2026&month=10&format=csv', secret);
  expect(csv.headers.get('content-disposition')).toMatch(
    /filename=monthly-statistics-.+-2026-10\.csv$/,
  );
  expect((await csv.text()).split('\r\n')).toHaveLength(2);
});

test('rows of a different organization with the same names never appear', async () => {
  const { company: other } = await acme();
  const { company, secret } = await acme();
  const rows = await statistics(november, secret);
  expect(new Set(rows.map(row => row.companyId))).toEqual(new Set([company.uuid]));
  expect(other.uuid).not.toBe(company.uuid);
});

test.each([
  ['month=11', 'year is required'],
  ['year=2026', 'month is required'],
  ['year=2026&month=13', 'month must be a whole number from 1 to 12'],
  ['year=2026&month=0', 'month must be a whole number from 1 to 12'],
  ['year=0&month=1', 'year must be a whole number from 1 to 9999'],
  ['year=10000&month=1', 'year must be a whole number from 1 to 9999'],
  ['year=2026&month=1.5', 'month must be a whole number from 1 to 12'],
  ['year=2026&month=11&legacy=yes', 'legacy must be true or false'],
  ['year=2026&month=11&format=xml', 'format must be one of json, csv, xlsx'],
  ['year=2026&month=', 'month must not be empty'],
])('%s is rejected: %s', async (query, detail) => {
  const { secret } = await acme();
  const response = await get(query, secret);
  expect(response.status).toBe(400);
  const body = (await response.json()) as {
    detail: string;
    errors: { field: string; message: string }[];
  };
  expect(body.detail).toContain(detail);
  const each = body.errors.map(({ field, message }) => `${field} ${message}`);
  expect(body.detail).toBe(`${each.join('; ')}.`);
});

test('filters by departments, names and requirements', async () => {
  const { company, drilling, secret } = await acme();
  const catering = await company.department('Catering');
  const grace = await company.member('Grace Hopper');
  await company.affiliate(grace, catering);
  await takeSnapshot(app.context.db, company.id, now);
  const of = async (query: string) =>
    (await statistics(`${november}&${query}`, secret)).map(({ memberName }) => memberName);
  expect(await of('')).toEqual(['Grace Hopper', 'Grace Hopper', 'Ada', 'Ada']);
  expect(await of(`departments=${drilling.uuid}`)).toEqual(['Ada', 'Ada']);
  expect(await of('q=hopper%20gra')).toEqual(['Grace Hopper', 'Grace Hopper']);
  expect(await of('requiredOnly=true')).toEqual(['Ada', 'Ada']);
});

test('unknown departments are rejected', async () => {
  const { secret } = await acme();
  const response = await get(`${november}&departments=${randomUUID()}`, secret);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [{ field: 'departments[0]' }] });
});

describe('GET /reporting/monthly-statistics/history', () => {
  const history = (query: string, secret: string) => get(query, secret, '/history');

  test('has the rows of every month with a snapshot, each with its month', async () => {
    const { company, secret } = await acme();
    await takeSnapshot(app.context.db, company.id, new Date('2026-12-01T02:00:00.000Z'));
    const november = await statistics('year=2026&month=11', secret);
    const december = await statistics('year=2026&month=12', secret);
    const first = await history('from=2026-01&to=2027-03', secret);
    const all = (await first.json()) as Record<string, unknown>[];
    expect(november).toHaveLength(2);
    expect(all).toEqual([
      ...november.map(row => ({ month: '2026-11', ...row })),
      ...december.map(row => ({ month: '2026-12', ...row })),
    ]);
    expect(await (await history('from=2026-12&to=2026-12', secret)).json()).toEqual(all.slice(2));
    const csv = await history('from=2026-11&to=2026-12&format=csv', secret);
    expect(csv.headers.get('Content-Disposition')).toContain('monthly-statistics-history-acme');
    expect(await csv.text()).toMatch(/^.?month,id,companyId,/);
  });

  test.each([
    ['from=2026-12&to=2026-11', 'to must not be before from'],
    ['from=2026-13&to=2026-11', 'from must be a month, YYYY-MM'],
    ['to=2026-11', 'from is required'],
  ])('%s is 400', async (query, detail) => {
    const { secret } = await acme();
    const response = await history(query, secret);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { detail: string }).detail).toContain(detail);
  });
});
