import readWorkbook from 'read-excel-file/node';
import { bearer } from '../../cast';
import { expectProblem } from '../../expect-problem';
import { sendJson } from '../../send-json';
import { startTestApp, type TestApp } from '../../start-test-app';
import { reportReader } from '../read-report';

const NOW = '2026-11-21T12:00:00.000Z';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_REPORTS: 'off' }, { clock: () => new Date(NOW) });
});
afterAll(() => app.close());

/** Ada and Grace in Drilling, and Grace also in Catering; riggers require H2S Alive and rigging. */
async function seedAcme() {
  const acme = await app.seed.company('acme');
  const drilling = await acme.department('Drilling', { code: 'D1' });
  const catering = await acme.department('Catering');
  const rigging = await acme.competency('Rigging', { number: '1.1' });
  const alive = await acme.achievement('H2S Alive');
  const spare = await acme.achievement('=1+1');
  const rigger = await acme.profile('Rigger', [rigging], { achievements: [alive] });
  const ada = await acme.member('Ada', { code: 'A-1', jobTitle: 'Rigger' });
  const grace = await acme.member('Grace');
  await acme.affiliate(ada, drilling);
  await acme.affiliate(grace, drilling);
  await acme.affiliate(grace, catering);
  await acme.assign(ada, drilling, rigger);
  const expiresAt = '2027-03-01T00:00:00.000Z';
  await acme.ticket(ada, alive, 'Valid', { isRequired: false, expiresAt });
  await acme.ticket(grace, spare, 'Valid', { isRequired: true, expiresAt: NOW });
  const operator = await app.seed.account('Operator', { isOperator: true, reportAccess: true });
  const secret = await app.seed.secret(operator, acme);
  const call = (body: object, format = 'json') =>
    sendJson(`${app.url}/reporting/matrix?format=${format}`, {
      ...{ method: 'POST', headers: bearer(secret), body },
    });
  return { acme, drilling, catering, rigging, alive, spare, rigger, ada, grace, secret, call };
}

const of = (measurement: number, name: string) => ({ key: measurement, name });

test('returns people by their requirements, with status and expiry', async () => {
  const { drilling, ada, grace, alive, spare, rigging, call } = await seedAcme();
  const departments = [drilling.uuid];
  const { status, body } = await call({ departments });
  const [certificates, critical] = [
    of(1, 'Time-Sensitive Safety Certificates'),
    of(3, 'Critical Competencies'),
  ];
  const cell = { isRequired: true, isSatisfied: false, heldSince: null, expiresAt: null };
  const department = { id: drilling.uuid, name: 'Drilling', code: 'D1' };
  const column = { kind: 'achievement', number: null, measurement: certificates, people: 1 };
  expect(status).toBe(200);
  expect(body).toEqual({
    asOf: '2026-11-21T12:00:00.000+00:00',
    summary: { people: 2, peopleLacking: 2, required: 3, satisfied: 1 },
    columns: [
      { ...column, index: 0, id: spare.uuid, name: '=1+1', lacking: 1 },
      { ...column, index: 1, id: alive.uuid, name: 'H2S Alive', lacking: 0 },
      {
        ...{ index: 2, kind: 'competency', id: rigging.uuid, number: '1.1', name: 'Rigging' },
        ...{ measurement: critical, people: 1, lacking: 1 },
      },
    ],
    columnsTotal: 3,
    items: [
      {
        member: { id: ada.uuid, name: 'Ada', code: 'A-1', jobTitle: 'Rigger' },
        departments: [department],
        ...{ required: 2, satisfied: 1 },
        cells: [
          {
            ...cell,
            ...{ column: 1, status: 'Valid', isSatisfied: true },
            ...{ expiresAt: '2027-03-01T00:00:00.000+00:00', daysLeft: 99 },
          },
          { ...cell, column: 2, status: 'Not Completed', daysLeft: null },
        ],
      },
      {
        member: { id: grace.uuid, name: 'Grace', code: null, jobTitle: null },
        departments: [department],
        ...{ required: 1, satisfied: 0 },
        cells: [
          {
            ...cell,
            ...{ column: 0, status: 'Expired', expiresAt: '2026-11-21T12:00:00.000+00:00' },
            daysLeft: 0,
          },
        ],
      },
    ],
    ...{ total: 2, page: 1, pageSize: 25 },
  });
});

test('filters people by profile, name and code, and has the summary on a page past the end', async () => {
  const { drilling, rigger, ada, call } = await seedAcme();
  const departments = [drilling.uuid];
  for (const filter of [{ profiles: [rigger.uuid] }, { q: 'ada' }, { q: 'a-1' }]) {
    const { body } = await call({ departments, ...filter });
    expect(body.items.map(({ member }: any) => member.id)).toEqual([ada.uuid]);
    expect(body.summary).toEqual({ people: 1, peopleLacking: 1, required: 2, satisfied: 1 });
  }
  const { body } = await call({ departments, page: 9 });
  expect(body).toMatchObject({ items: [], total: 2, columnsTotal: 3, summary: { people: 2 } });
  expect((await call({ departments, q: 'nobody' })).body).toMatchObject({
    ...{ items: [], columns: [], total: 0, columnsTotal: 0 },
    summary: { people: 0, peopleLacking: 0, required: 0, satisfied: 0 },
  });
});

test('must be narrowed like the summary, and rejects unknown IDs', async () => {
  const { ada, call } = await seedAcme();
  const globex = await app.seed.company('globex');
  const { uuid } = await globex.achievement('H2S Alive');
  expectProblem(await call({}), '400 Request not narrowed, request-not-narrowed');
  const members = [ada.uuid];
  expectProblem(await call({ members }), '400 Request not narrowed, request-not-narrowed');
  expect((await call({ members, measurements: [1] })).body).toMatchObject({ columnsTotal: 1 });
  for (const list of ['departments', 'profiles', 'achievements', 'competencies']) {
    const response = await call({ members, measurements: [1], [list]: [uuid] });
    expectProblem(response, '400 Invalid request, invalid-request');
    const message = `names ${uuid}, which does not belong to this organization`;
    expect(response.body.errors).toEqual([{ field: `${list}[0]`, message }]);
  }
  const halved = await call({ members, measurements: [1], columnsPage: 1.5 });
  expect(halved.body.detail).toBe('columnsPage must be a whole number.');
});

test('has a CSV row per person and a column per item, with status and day in each cell', async () => {
  const { drilling, ada, grace, call } = await seedAcme();
  const { text, headers } = await call({ departments: [drilling.uuid] }, 'csv');
  expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
    "memberId,memberName,memberCode,departments,jobTitle,required,satisfied,'=1+1,H2S Alive,1.1 Rigging",
    `${ada.uuid},Ada,A-1,Drilling,Rigger,2,1,,Valid until 2027-03-01,Not Completed`,
    `${grace.uuid},Grace,,Drilling,,1,0,Expired 2026-11-21,,`,
    '',
  ]);
  expect(headers['content-disposition']).toMatch(/filename="?matrix-acme-.+-2026-11-21\.csv/);
});

test('has an NDJSON line per person and item', async () => {
  const { drilling, ada, alive, call } = await seedAcme();
  const { text, headers } = await call({ departments: [drilling.uuid] }, 'ndjson');
  expect(headers['content-type']).toMatch(/^application\/x-ndjson/);
  const lines = text.trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    member: { id: ada.uuid, name: 'Ada', code: 'A-1', jobTitle: 'Rigger' },
    departments: [{ id: drilling.uuid, name: 'Drilling', code: 'D1' }],
    ...{ kind: 'achievement', id: alive.uuid, number: null, name: 'H2S Alive' },
    measurement: { key: 1, name: 'Time-Sensitive Safety Certificates' },
    ...{ status: 'Valid', isRequired: true, isSatisfied: true, heldSince: null, daysLeft: 99 },
    expiresAt: '2027-03-01T00:00:00.000+00:00',
  });
});

test('groups people by department in a workbook, in colours, with the list on a second sheet', async () => {
  const { drilling, catering, secret } = await seedAcme();
  const response = await fetch(`${app.url}/reporting/matrix?format=xlsx`, {
    method: 'POST',
    headers: { ...Object.fromEntries(bearer(secret)), 'Content-Type': 'application/json' },
    body: JSON.stringify({ departments: [drilling.uuid, catering.uuid] }),
  });
  const file = Buffer.from(await response.arrayBuffer());
  const [about, matrix, list] = await readWorkbook(file);
  expect([about, matrix, list].map(sheet => sheet!.sheet)).toEqual(['About', 'Matrix', 'List']);
  expect(matrix!.data.map(row => row.slice(0, 9))).toEqual([
    ['Member name', 'Member code', 'Departments', 'Job title', 'Required', 'Satisfied'].concat([
      '=1+1',
      'H2S Alive',
      '1.1 Rigging',
    ]),
    ['Catering', null, null, null, null, null, null, null, null],
    ['Grace', null, 'Catering; Drilling', null, 1, 0, 'Expired 2026-11-21', null, null],
    ['Drilling', null, null, null, null, null, null, null, null],
    ['Ada', 'A-1', 'Drilling', 'Rigger', 2, 1, null, 'Valid until 2027-03-01', 'Not Completed'],
  ]);
  expect(list!.data).toHaveLength(4);
  expect(about!.data.map(([first]) => first)).toContain('Submitted');
  expect(about!.data).toContainEqual(['Rows', '2']);
});

test('groups people with a profile by the first department that their rows show', async () => {
  const { acme, drilling, catering, rigger, secret } = await seedAcme();
  for (const [name, departments, assigned] of [
    ['Abe', [catering], catering],
    ['Zed', [catering, drilling], drilling],
  ] as const) {
    const member = await acme.member(name);
    for (const department of departments) await acme.affiliate(member, department);
    await acme.assign(member, assigned, rigger);
  }
  const response = await fetch(`${app.url}/reporting/matrix?format=xlsx`, {
    method: 'POST',
    headers: { ...Object.fromEntries(bearer(secret)), 'Content-Type': 'application/json' },
    body: JSON.stringify({
      departments: [drilling.uuid, catering.uuid],
      profiles: [rigger.uuid],
    }),
  });
  const [, matrix] = await readWorkbook(Buffer.from(await response.arrayBuffer()));
  expect(matrix!.data.slice(1).map(row => [row[0], row[2]])).toEqual([
    ['Catering', null],
    ['Abe', 'Catering'],
    ['Zed', 'Catering; Drilling'],
    ['Drilling', null],
    ['Ada', 'Drilling'],
  ]);
});

test('groups departments of the same name apart in a workbook', async () => {
  const { acme, rigger, secret } = await seedAcme();
  const yards = [await acme.department('Yard'), await acme.department('Yard')];
  for (const [index, name] of ['Abe', 'Zed'].entries()) {
    const member = await acme.member(name);
    await acme.affiliate(member, yards[index]!);
    await acme.assign(member, yards[index]!, rigger);
  }
  const response = await fetch(`${app.url}/reporting/matrix?format=xlsx`, {
    method: 'POST',
    headers: { ...Object.fromEntries(bearer(secret)), 'Content-Type': 'application/json' },
    body: JSON.stringify({ departments: yards.map(({ uuid }) => uuid) }),
  });
  const [, matrix] = await readWorkbook(Buffer.from(await response.arrayBuffer()));
  expect(
    matrix!.data
      .slice(1)
      .map(([first]) => first)
      .sort(),
  ).toEqual(['Abe', 'Yard', 'Yard', 'Zed']);
});

test('names in a workbook the filters that leave out people and columns', async () => {
  const { drilling, secret } = await seedAcme();
  const filtersOf = async (body: object) => {
    const response = await fetch(`${app.url}/reporting/matrix?format=xlsx`, {
      method: 'POST',
      headers: { ...Object.fromEntries(bearer(secret)), 'Content-Type': 'application/json' },
      body: JSON.stringify({ departments: [drilling.uuid], ...body }),
    });
    const [about] = await readWorkbook(Buffer.from(await response.arrayBuffer()));
    const names = ['Required only', 'Only who lacks something', 'Only what somebody lacks'];
    return names.map(name => about!.data.find(([first]) => first === name)?.[1]);
  };
  expect(await filtersOf({})).toEqual(['Yes', 'No', 'No']);
  const given = { requiredOnly: false, lackingOnly: true, columnsLackingOnly: true };
  expect(await filtersOf(given)).toEqual(['No', 'Yes', 'Yes']);
});

test('is limited to the departments of a scope', async () => {
  const { acme, drilling, catering, grace, call } = await seedAcme();
  const head = await acme.member('Head', {
    ...{ reportAccess: true, reportScope: 'departments', reportDepartments: [catering] },
  });
  const secret = await app.seed.secret(head.account, acme);
  const reader = await reportReader(app, acme);
  const scoped = (body: object) =>
    sendJson(`${app.url}/reporting/matrix`, { method: 'POST', headers: bearer(secret), body });
  const { body } = await scoped({});
  expect(body).toEqual(await reader.post('matrix', { departments: [catering.uuid] }));
  expect(body.items.map(({ member }: any) => member.id)).toEqual([grace.uuid]);
  const outside = await scoped({ departments: [drilling.uuid] });
  expectProblem(outside, '400 Invalid request, invalid-request');
  expect((await call({ departments: [drilling.uuid] })).body.total).toBe(2);
});
