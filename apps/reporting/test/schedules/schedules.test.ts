import { randomUUID } from 'node:crypto';
import { bearer, castOf } from '../cast';
import { expectProblem } from '../expect-problem';
import { startTestApp } from '../start-test-app';
import { type Scheduling, startScheduling } from './schedule-cast';

let scheduling: Scheduling;
beforeAll(async () => {
  scheduling = await startScheduling({ RATE_LIMIT_DEFAULT: 'off', RATE_LIMIT_REPORTS: 'off' });
});
afterAll(() => scheduling.close());

test('POST /reporting/schedules returns 201 with the next run, in local time', async () => {
  const { schedule, call } = await scheduling.acme();
  const added = await call('POST', '', schedule);
  expect(added.status).toBe(201);
  expect(added.body).toEqual({
    ...schedule,
    id: expect.any(String),
    whenEmpty: 'send',
    isPaused: false,
    pauseReason: null,
    nextRunAt: '2026-11-23T06:00:00.000+00:00',
    lastRun: null,
  });
  expect((await call('GET', `/${added.body.id}`)).body).toEqual(added.body);
  expect((await call('GET')).body).toEqual([added.body]);
});

test('a schedule is validated by its report even under the base path /reporting', async () => {
  const prefixed = await startScheduling({ BASE_PATH: '/reporting' });
  try {
    const { schedule, secret } = await prefixed.acme();
    const path = '/reporting/reporting/schedules';
    const added = await prefixed.cast.call(path, bearer(secret), {
      method: 'POST',
      body: schedule,
    });
    expect(added.status).toBe(201);
  } finally {
    await prefixed.close();
  }
});

test('PUT replaces a schedule, which has no next run while paused, and makes up none when resumed', async () => {
  const { schedule, call, add } = await scheduling.acme();
  const id = await add();
  const paused = await call('PUT', `/${id}`, { ...schedule, isPaused: true });
  expect(paused.body).toMatchObject({ id, isPaused: true, pauseReason: 'owner', nextRunAt: null });
  const monthly = {
    ...schedule,
    name: 'Monthly',
    recurrence: { every: 'month', on: 'last', at: '23:30', timeZone: 'America/New_York' },
    whenEmpty: 'skip',
  };
  const changed = await call('PUT', `/${id}`, monthly);
  expect(changed.body).toMatchObject({
    ...monthly,
    pauseReason: null,
    nextRunAt: '2026-12-01T04:30:00.000+00:00',
  });
});

test('PUT keeps a due run unless it changes the recurrence', async () => {
  const { schedule, call, add } = await scheduling.acme();
  const id = await add();
  scheduling.setTime('2026-11-23T06:00:20.000Z');
  const due = '2026-11-23T06:00:00.000+00:00';
  const renamed = await call('PUT', `/${id}`, { ...schedule, name: 'Renamed' });
  expect(renamed.body).toMatchObject({ name: 'Renamed', nextRunAt: due });
  const recurrence = { ...schedule.recurrence, at: '08:00' };
  const moved = await call('PUT', `/${id}`, { ...schedule, recurrence });
  expect(moved.body.nextRunAt).toBe('2026-11-23T07:00:00.000+00:00');
});

test('DELETE deletes a schedule, which is then unknown', async () => {
  const { schedule, call, add } = await scheduling.acme();
  const id = await add();
  expect((await call('DELETE', `/${id}`)).status).toBe(204);
  expect((await call('GET')).body).toEqual([]);
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PUT', '', schedule],
    ['DELETE', '', undefined],
    ['POST', '/run', undefined],
  ] as const) {
    expectProblem(
      await call(method, `/${id}${path}`, body),
      '404 Unknown schedule, unknown-schedule',
    );
  }
});

test('schedules are unknown to other members, and to the owner in other organizations', async () => {
  const { company, account, schedule, grace, add } = await scheduling.acme();
  const id = await add();
  const { call } = scheduling.cast;
  const other = await scheduling.service.seed.company('other');
  await other.member('Ada', { account });
  const graces = bearer(await scheduling.service.seed.secret(grace.account, company));
  const otherSecret = bearer(await scheduling.service.seed.secret(account, other));
  for (const credential of [graces, otherSecret]) {
    expect((await call('/reporting/schedules', credential)).body).toEqual([]);
    const path = `/reporting/schedules/${id}`;
    for (const request of [{}, { method: 'DELETE' }, { method: 'PUT', body: schedule }]) {
      expectProblem(
        await call(path, credential, request),
        '404 Unknown schedule, unknown-schedule',
      );
    }
  }
});

test('GET /reporting/schedules/options lists members with report access, by name', async () => {
  const { company, account, ada, grace, call } = await scheduling.acme();
  await company.member('Linus');
  await company.member('Eve', { reportAccess: true, hasAccess: false });
  const { body } = await call('GET', '/options');
  expect(body).toEqual({
    isMailConfigured: true,
    recipients: [
      { memberId: ada.uuid, name: 'Ada', email: account.email, isCaller: true, isAllowed: false },
      {
        memberId: grace.uuid,
        name: 'Grace',
        email: grace.account.email,
        isCaller: false,
        isAllowed: false,
      },
    ],
  });
});

test('options are found by words of the name or by e-mail, in addition to the caller and requested members', async () => {
  const { company, grace, call } = await scheduling.acme();
  const rights = { reportAccess: true };
  const jurgen = await company.member('Jürgen Zuse', rights);
  await company.member('Zelda', rights);
  const linus = await company.member('Linus');
  const names = async (query: string) =>
    (await call('GET', `/options?${query}`)).body.recipients.map(({ name }: never) => name);
  expect(await names('q=zuse+jurgen')).toEqual(['Ada', 'Jürgen Zuse']);
  const email = encodeURIComponent(jurgen.account.email.toUpperCase());
  expect(await names(`q=${email}`)).toEqual(['Ada', 'Jürgen Zuse']);
  expect(await names('limit=1')).toEqual(['Ada']);
  expect(await names('limit=3')).toEqual(['Ada', 'Grace', 'Jürgen Zuse']);
  const selected = `recipients=${grace.uuid}&recipients=${linus.uuid}`;
  expect(await names(`q=zelda&${selected}`)).toEqual(['Ada', 'Grace', 'Zelda']);
});

test.each(['limit=0', 'limit=201', 'q=%00', 'recipients=Ada'])('options reject %s', async query => {
  const { call } = await scheduling.acme();
  const { status, body } = await call('GET', `/options?${query}`);
  expect([status, body.code]).toEqual([400, 'invalid-request']);
});

test('a schedule requires report access and an account', async () => {
  const { company, schedule } = await scheduling.acme();
  const linus = await company.member('Linus', { apiAccess: true });
  const secret = bearer(await scheduling.service.seed.secret(linus.account, company));
  const request = { method: 'POST', body: schedule };
  expectProblem(
    await scheduling.cast.call('/reporting/schedules', secret, request),
    '403 Report access required, report-access-required',
  );
});

test.each([
  ['a name without letters', { name: '  ' }, 'name'],
  ['a name with a line separator', { name: 'Gaps\u2028urgent' }, 'name'],
  ['a name with a control character', { name: 'Gaps\u0085urgent' }, 'name'],
  ['a name with a right-to-left override', { name: 'Gaps \u202Efdp.exe' }, 'name'],
  ['a name with a directional isolate', { name: 'Gaps \u2067of First Aid' }, 'name'],
  ['an unknown report', { report: 'secrets' }, 'report'],
  ['another format', { format: 'json' }, 'format'],
  [
    'a time past 23:59',
    { recurrence: { every: 'day', at: '24:00', timeZone: 'UTC' } },
    'recurrence.at',
  ],
  [
    'an offset as time zone',
    { recurrence: { every: 'day', at: '07:00', timeZone: '+02:00' } },
    'recurrence.timeZone',
  ],
  [
    'an unknown time zone',
    { recurrence: { every: 'day', at: '07:00', timeZone: 'Mars/Olympus' } },
    'recurrence.timeZone',
  ],
  [
    'a week without a day',
    { recurrence: { every: 'week', at: '07:00', timeZone: 'UTC' } },
    'recurrence.on',
  ],
  [
    'an eighth day',
    { recurrence: { every: 'week', on: 8, at: '07:00', timeZone: 'UTC' } },
    'recurrence.on',
  ],
  [
    'the 29th of each month',
    { recurrence: { every: 'month', on: 29, at: '07:00', timeZone: 'UTC' } },
    'recurrence.on',
  ],
  [
    'a day in a daily recurrence',
    { recurrence: { every: 'day', on: 1, at: '07:00', timeZone: 'UTC' } },
    'recurrence.on',
  ],
  ['no recipient', { recipients: [] }, 'recipients'],
  ['101 recipients', { recipients: Array.from({ length: 101 }, () => randomUUID()) }, 'recipients'],
  ['an unknown recipient', { recipients: [randomUUID()] }, 'recipients[0]'],
])('%s is 400 naming the field', async (_, change, field) => {
  const { schedule, call } = await scheduling.acme();
  const response = await call('POST', '', { ...schedule, ...change });
  expectProblem(response, '400 Invalid request, invalid-request');
  expect(response.body.errors[0].field).toContain(field);
  expect((await call('GET')).body).toEqual([]);
});

test.each([null, 'first'])(
  '%j as the day of a recurrence is 400 with what it must be',
  async on => {
    const { schedule, call } = await scheduling.acme();
    const recurrence = { ...schedule.recurrence, on };
    const response = await call('POST', '', { ...schedule, recurrence });
    expect(response.body.errors).toEqual([
      { field: 'recurrence.on', message: 'must be omitted, a whole number, or last' },
    ]);
  },
);

test('a recipient who is foreign, repeated or without report access is 400 naming it', async () => {
  const { company, ada, schedule, call } = await scheduling.acme();
  const other = await (await scheduling.service.seed.company('other')).member('Eve', {
    reportAccess: true,
  });
  const linus = await company.member('Linus');
  const recipients = [ada.uuid, other.uuid, linus.uuid, ada.uuid];
  const response = await call('POST', '', { ...schedule, recipients });
  expect(response.body.errors).toEqual([
    { field: 'recipients[3]', message: 'must not be repeated' },
    {
      field: 'recipients[1]',
      message: `names ${other.uuid}, which does not belong to this organization`,
    },
    {
      field: 'recipients[2]',
      message: `names ${linus.uuid}, who has no report access to this organization`,
    },
  ]);
});

test('a recipient whose account is disabled is 400 naming it', async () => {
  const { company, schedule, call } = await scheduling.acme();
  const linus = await company.member('Linus', { reportAccess: true });
  await scheduling.service.context.db.prisma.account.update({
    where: { id: linus.account.id },
    data: { disabledAt: new Date() },
  });
  const response = await call('POST', '', { ...schedule, recipients: [linus.uuid] });
  expect(response.body.errors).toEqual([
    {
      field: 'recipients[0]',
      message: `names ${linus.uuid}, who has no report access to this organization`,
    },
  ]);
});

test('a recipient who lost report access does not prevent changes of the schedule', async () => {
  const { schedule, grace, call, add } = await scheduling.acme();
  const id = await add();
  await scheduling.service.context.db.prisma.account.update({
    where: { id: grace.account.id },
    data: { reportAccess: false },
  });
  const changed = await call('PUT', `/${id}`, { ...schedule, name: 'Other' });
  expect(changed.status).toBe(200);
});

test.each([
  [
    'achievement-gaps',
    { sort: 'height' },
    '400 Invalid request, invalid-request',
    'parameters.sort',
  ],
  ['achievement-gaps', { hue: 'red' }, '400 Invalid request, invalid-request', 'parameters.hue'],
  [
    'achievement-gaps',
    { personTypes: ['Astronaut'] },
    '400 Invalid request, invalid-request',
    'parameters.personTypes[0]',
  ],
  ['achievement-gaps', { q: { a: 1 } }, '400 Invalid request, invalid-request', 'parameters.q'],
  [
    'achievement-gaps',
    { format: 'csv' },
    '400 Invalid request, invalid-request',
    'parameters.format',
  ],
  [
    'achievement-gaps',
    { companyId: randomUUID() },
    '400 Invalid request, invalid-request',
    'parameters.companyId',
  ],
  [
    'achievement-gaps',
    { achievementId: randomUUID() },
    '404 Unknown achievement, unknown-achievement',
    null,
  ],
  ['compliance-summaries', {}, '400 Request not narrowed, request-not-narrowed', null],
  [
    'compliance-summaries',
    { departments: ['x'] },
    '400 Invalid request, invalid-request',
    'parameters.departments',
  ],
  [
    'compliance-trends',
    { months: 13 },
    '400 Invalid request, invalid-request',
    'parameters.months',
  ],
  ['expirations', { days: 400 }, '400 Invalid request, invalid-request', 'parameters.days'],
  [
    'expirations',
    { days: { toString: 1 } },
    '400 Invalid request, invalid-request',
    'parameters.days',
  ],
  [
    'expirations',
    { kinds: [{ toString: 1 }] },
    '400 Invalid request, invalid-request',
    'parameters.kinds',
  ],
  ['people', {}, '400 Invalid request, invalid-request', 'parameters.memberId'],
  [
    'expirations',
    { period: 'next-week' },
    '400 Invalid request, invalid-request',
    'parameters.period',
  ],
  [
    'expirations',
    { period: 'next-month', days: 30 },
    '400 Invalid request, invalid-request',
    'parameters.period',
  ],
  [
    'compliance-trends',
    { period: 'next-month' },
    '400 Invalid request, invalid-request',
    'parameters.period',
  ],
  [
    'monthly-statistics',
    { period: 'last-quarter' },
    '400 Invalid request, invalid-request',
    'parameters.period',
  ],
  [
    'directory-contacts',
    { period: 'last-month' },
    '400 Invalid request, invalid-request',
    'parameters.period',
  ],
  ['people', { memberId: randomUUID() }, '404 Unknown member, unknown-member', null],
  ...['__proto__', 'toString'].flatMap(name =>
    ['expirations', 'compliance-trends'].map(
      report =>
        [
          report,
          { [name]: 'x' },
          '400 Invalid request, invalid-request',
          `parameters.${name}`,
        ] as const,
    ),
  ),
] as const)('%s with %j is rejected like by the report', async (report, change, line, field) => {
  const { firstAid, schedule, call } = await scheduling.acme();
  const base = report === 'achievement-gaps' ? { achievementId: firstAid.uuid } : {};
  const response = await call('POST', '', {
    ...schedule,
    report,
    parameters: { ...base, ...change },
  });
  expectProblem(response, line);
  if (field !== null) expect(response.body.errors[0].field).toContain(field);
  expect((await call('GET')).body).toEqual([]);
});

test.each([
  ['compliance-overview', () => ({ profileCondition: 'primary' })],
  [
    'compliance-summaries',
    (department: string) => ({ departments: [department], emptyScore: 'notScored' }),
  ],
  ['compliance-trends', () => ({ months: 24 })],
  ['competency-validations', (department: string) => ({ departments: [department], q: 'ada' })],
  ['directory-contacts', () => ({ functions: ['Department', 'Employee'] })],
  ['expirations', () => ({ days: 30, requiredOnly: false, kinds: ['achievement'] })],
  ['monthly-statistics', () => ({})],
  ['monthly-statistics', () => ({ year: 2026, month: 10 })],
  ['people', (_: string, member: string) => ({ memberId: member })],
])('%s can be scheduled', async (report, parametersOf) => {
  const { company, ada, schedule, call } = await scheduling.acme();
  const department = await company.department('Drilling');
  await company.affiliate(ada, department);
  const parameters = parametersOf(department.uuid, ada.uuid);
  const response = await call('POST', '', { ...schedule, report, parameters });
  expect(response.body).toMatchObject({ report, parameters });
});

test('an account has at most 50 schedules, even with concurrent requests', async () => {
  const { schedule, call } = await scheduling.acme();
  const directory = { ...schedule, report: 'directory-contacts', parameters: {} };
  const { prisma } = scheduling.service.context.db;
  const first = await call('POST', '', directory);
  const row = await prisma.reportSchedule.findUniqueOrThrow({ where: { uuid: first.body.id } });
  const { id: _id, uuid: _uuid, parameters: _parameters, recurrence, ...copy } = row;
  const data = { ...copy, parameters: {}, recurrence: recurrence! };
  await prisma.reportSchedule.createMany({ data: Array.from({ length: 48 }, () => data) });
  const responses = await Promise.all(Array.from({ length: 6 }, () => call('POST', '', directory)));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  expectProblem(
    responses.find(({ status }) => status === 409)!,
    '409 Too many schedules, too-many-schedules',
  );
  expect((await call('GET')).body).toHaveLength(50);
});

test('parameters that PostgreSQL cannot store as JSON are rejected and named', async () => {
  const { schedule, firstAid, call } = await scheduling.acme();
  const parameters = { achievementId: firstAid.uuid, q: 'a\ud800' };
  const response = await call('POST', '', { ...schedule, parameters });
  expectProblem(response, '400 Invalid request, invalid-request');
  expect(response.body.errors[0].field).toBe('parameters.q');
});

test('POST …/run is limited to ten calls per hour and account', async () => {
  const { call, add } = await scheduling.acme();
  const id = await add();
  for (let n = 0; n < 10; n++) expect((await call('POST', `/${id}/run`)).status).toBe(202);
  expectProblem(await call('POST', `/${id}/run`), '429 Too many requests, rate-limited');
});

test('without a mail server, operations that would send are 409', async () => {
  const service = await startTestApp();
  const company = await service.seed.company('acme');
  const ada = await company.member('Ada', { reportAccess: true });
  const secret = bearer(await service.seed.secret(ada.account, company));
  const { call } = castOf(service);
  const body = {
    ...{ name: 'Directory', report: 'directory-contacts', parameters: {}, format: 'csv' },
    recurrence: { every: 'day', at: '07:00', timeZone: 'UTC' },
    recipients: [ada.uuid],
  };
  const path = '/reporting/schedules';
  for (const [method, place] of [
    ['POST', path],
    ['POST', `${path}/${randomUUID()}/run`],
  ] as const) {
    const request = place === path ? { method, body } : { method };
    expectProblem(
      await call(place, secret, request),
      '409 Mail not configured, mail-not-configured',
    );
  }
  expect((await call(path, secret)).body).toEqual([]);
  await service.close();
});
