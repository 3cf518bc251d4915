import { startTestApp, type TestApp } from '../../start-test-app';

const now = new Date('2026-11-21T10:00:00.000Z');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ SERVICE_KEY: 'k'.repeat(32) }, { clock: () => now });
});
afterAll(() => app.close());

const path = '/reporting/compliance-summaries';

async function acme() {
  const company = await app.seed.company('acme');
  const ada = await company.member('=Ada', { code: 'A-1', reportAccess: true });
  const drilling = await company.department('Drilling');
  await company.affiliate(ada, drilling);
  const muster = await company.competency('Muster');
  const operator = await company.profile('Operator', [muster]);
  await company.assign(ada, drilling, operator, { isPrimary: true });
  await company.standing(ada, muster, 'Validated');
  return { company, ada, drilling, operator, secret: await app.seed.secret(ada.account, company) };
}

function send(body: unknown, secret: string, query = '') {
  return fetch(app.url + path + query, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

test('has a row per member, department and measurement', async () => {
  const { drilling, ada, operator, secret } = await acme();
  const response = await send({ departments: [drilling.uuid], measurements: [3] }, secret);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(await response.json()).toEqual([
    {
      department: { id: drilling.uuid, name: 'Drilling', code: null },
      member: { id: ada.uuid, name: '=Ada', code: 'A-1' },
      primaryProfile: { id: operator.uuid, name: 'Operator', code: null },
      measurement: {
        key: 3,
        name: 'Critical Competencies',
        score: 1,
        required: 1,
        satisfied: 1,
        expired: 0,
        notCompleted: 0,
        notApplicable: 0,
        needsTraining: 0,
        selfAssessed: 0,
        submitted: 0,
        validated: 1,
      },
    },
  ]);
});

test('CSV is a dated file with the same rows and escaped formulas', async () => {
  const { drilling, ada, operator, secret } = await acme();
  const request = { departments: [drilling.uuid], measurements: [4, 3] };
  const response = await send(request, secret, '?format=csv');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename=compliance-summaries-acme-.+-2026-11-21\.csv$/,
  );
  const who = `${drilling.uuid},Drilling,,${ada.uuid},'=Ada,A-1,${operator.uuid},Operator,`;
  // `text()` would drop the byte order mark.
  expect(Buffer.from(await response.arrayBuffer()).toString()).toBe(
    '\uFEFFdepartmentId,departmentName,departmentCode,memberId,memberName,memberCode,' +
      'primaryProfileId,primaryProfileName,primaryProfileCode,measurementKey,measurementName,score,' +
      'required,satisfied,expired,notCompleted,notApplicable,needsTraining,selfAssessed,submitted,validated,memberEmail\r\n' +
      `${who},3,Critical Competencies,1,1,1,0,0,0,0,0,0,1,${ada.account.email}\r\n` +
      `${who},4,Non-Critical Competencies,1,0,0,0,0,0,0,0,0,0,${ada.account.email}\r\n`,
  );
});

test('XLSX is a workbook', async () => {
  const { drilling, secret } = await acme();
  const response = await send({ departments: [drilling.uuid] }, secret, '?format=xlsx');
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 2)).toBe('PK');
});

test.each([
  [{}, '', 'request-not-narrowed', 'department'],
  [{ departments: ['nonsense'] }, '', 'invalid-request', 'departments[0]'],
  [{ departments: [7] }, '', 'invalid-request', 'departments[0]'],
  [{ measurements: [0] }, '', 'invalid-request', 'measurements[0]'],
  [{ measurements: [13] }, '', 'invalid-request', 'measurements[0]'],
  [{ measurements: ['3'] }, '', 'invalid-request', 'measurements[0]'],
  [{ measurements: [1.5] }, '', 'invalid-request', 'measurements[0]'],
  [{ functions: ['Boss'] }, '', 'invalid-request', 'functions[0]'],
  [{ emptyScore: 'none' }, '', 'invalid-request', 'emptyScore'],
  [{ profileCondition: 'secondary' }, '', 'invalid-request', 'profileCondition'],
  [{ memberMustHaveProfile: 'yes' }, '', 'invalid-request', 'memberMustHaveProfile'],
  [{ department: [] }, '', 'invalid-request', 'department'],
  [{ measurements: [3] }, '?format=pdf', 'invalid-request', 'json, csv, xlsx'],
  [{ measurements: [3] }, '?page=1', 'invalid-request', 'page'],
])('%j%s is rejected: %s names %s', async (body, query, code, named) => {
  const { secret } = await acme();
  const response = await send(body, secret, query);
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  const problem = (await response.json()) as { detail: string };
  expect(problem).toMatchObject({ code });
  expect(problem.detail).toContain(named);
});

test('null and empty lists are ignored', async () => {
  const { drilling, secret } = await acme();
  const none = { members: null, measurements: [], functions: null };
  const response = await send({ departments: [drilling.uuid], ...none }, secret);
  expect(await response.json()).toHaveLength(12);
});

test('an ID of a different organization is reported as unknown', async () => {
  const { secret } = await acme();
  const { drilling } = await acme();
  const response = await send({ departments: [drilling.uuid] }, secret);
  expect(response.status).toBe(400);
  expect(((await response.json()) as { detail: string }).detail).toBe(
    `departments[0] names ${drilling.uuid}, which does not belong to this organization.`,
  );
});

test('fails with 403 without report access, and works for any organization with the service key', async () => {
  const { company, drilling } = await acme();
  const grace = await company.member('Grace', { apiAccess: true });
  const secret = await app.seed.secret(grace.account, company);
  const request = { departments: [drilling.uuid], measurements: [1] };
  expect(await (await send(request, secret)).json()).toMatchObject({
    status: 403,
    code: 'report-access-required',
  });
  const response = await fetch(`${app.url}${path}?companyId=${company.uuid}`, {
    method: 'POST',
    headers: { 'X-Api-Key': 'k'.repeat(32), 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  });
  expect(response.status).toBe(200);
});

test('lists the twelve measurements in order, also without report access', async () => {
  const { company } = await acme();
  const grace = await company.member('Grace', { apiAccess: true });
  const secret = await app.seed.secret(grace.account, company);
  const response = await fetch(`${app.url}${path}/measurements`, {
    headers: { 'X-Api-Key': secret },
  });
  const measurements = (await response.json()) as { key: number; name: string }[];
  expect(measurements.map(({ key }) => key)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(measurements[2]).toEqual({ key: 3, name: 'Critical Competencies' });
});

test('an empty list of members is rejected instead of selecting everybody', async () => {
  const { drilling, secret } = await acme();
  const departments = [drilling.uuid];
  const response = await send({ departments, members: [], measurements: [] }, secret);
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({
      errors: [
        {
          field: 'members',
          message: 'is empty; name members, or omit it for everybody in the departments',
        },
      ],
    }),
  ]);
  expect((await send({ departments, members: null }, secret)).status).toBe(200);
});
