import { holdSlots } from '@platform/http/testing';
import { summarize } from '../../src/audit/summarize';
import { type Reply, type RequestOptions, sendJson } from '../send-json';
import { SERVICE_KEY, startTestApp, type TestApp } from '../start-test-app';

const password = 'seven lamps on a quiet street';
const GRACE = 'grace@example.org';

let service: TestApp;
let operator: Headers;
beforeAll(async () => {
  service = await startTestApp({ SERVICE_KEY, RATE_LIMIT_SIGN_IN: 'off' });
  const home = await service.seed.company('home');
  const { account } = await home.member('Grace', {
    email: GRACE,
    isOperator: true,
    reportAccess: true,
  });
  operator = [['X-Api-Key', await service.seed.secret(account, home)]];
});
afterAll(() => service.close());

type Headers = NonNullable<RequestOptions['headers']>;

async function ada() {
  const acme = await service.seed.company('acme');
  const { account } = await acme.member('Ada', { password, reportAccess: true });
  const secret = await service.seed.secret(account, acme);
  const session = async (): Promise<Headers> => {
    const signedIn = await call('POST', '/auth/login', [], { email: account.email, password });
    return [...cookieOf(signedIn), ['X-Company', acme.handle]];
  };
  return { acme, account, secret, headers: [['X-Api-Key', secret]] as Headers, session };
}

const call = (method: string, path: string, headers: Headers = [], body?: unknown) =>
  sendJson(service.url + path, { method, headers, body });

/** Returns the events of an account, oldest first. */
async function recorded(account: { uuid: string }, query = '') {
  const { body } = await call(
    'GET',
    `/security/audit-events?account=${account.uuid}${query}`,
    operator,
  );
  return (body.items as { kind: string; [field: string]: unknown }[]).reverse();
}

const kinds = async (account: { uuid: string }) =>
  (await recorded(account)).map(({ kind }) => kind);

const cookieOf = ({ headers }: Reply): Headers => [
  ['Cookie', String(headers['set-cookie']).split(';')[0]!],
];

test('sign-ins, including failed ones, and sign-outs are recorded with the organization of the session', async () => {
  const { acme, account } = await ada();
  const { email } = account;
  await call('POST', '/auth/login', [], { email, password: 'wrong' });
  const signedIn = await call('POST', '/auth/login', [], { email, password });
  await call('POST', '/auth/logout', cookieOf(signedIn));
  const events = await recorded(account);
  expect(events.map(({ kind, companyId }) => [kind, companyId])).toEqual([
    ['sign-in-failed', null],
    ['sign-in', acme.uuid],
    ['sign-out', acme.uuid],
  ]);
  for (const event of events) {
    expect(event).toMatchObject({ actor: email, accountId: account.uuid, address: '127.0.0.1' });
  }
});

test('unknown e-mails are not stored, because people type passwords into the wrong field', async () => {
  await call('POST', '/auth/login', [], { email: 'my secret password', password });
  const { body } = await call('GET', '/security/audit-events?kind=sign-in-failed', operator);
  expect(body.items[0]).toMatchObject({ actor: 'unknown account', accountId: null });
  expect(JSON.stringify(body)).not.toContain('my secret password');
});

test('generated and revoked secrets are recorded by prefix', async () => {
  const { acme, account, session } = await ada();
  const headers = await session();
  const made = await call('POST', '/me/client-secrets', headers, { name: 'export' });
  await call('DELETE', `/me/client-secrets/${made.body.id}`, headers);
  const replaced = await call('POST', '/me/client-secret', headers);
  await call('DELETE', `/security/accounts/${account.uuid}/client-secret`, operator);
  const events = await recorded(account);
  expect(events).toMatchObject([
    { kind: 'sign-in' },
    { kind: 'secret-generated', detail: { prefix: made.body.prefix, name: 'export' } },
    { kind: 'secret-revoked', detail: { prefix: made.body.prefix, name: 'export' } },
    { kind: 'secret-generated', detail: { prefix: replaced.body.prefix } },
    { kind: 'secret-revoked', actor: 'grace@example.org' },
  ]);
  expect(events.every(({ companyId }) => companyId === acme.uuid)).toBe(true);
});

test('changes of grants are recorded with their actor, unless nothing changes', async () => {
  const { account } = await ada();
  const path = `/security/accounts/${account.uuid}/grants`;
  const withdrawn = await call('PUT', path, operator, { apiAccess: false });
  expect([withdrawn.status, withdrawn.body]).toEqual([
    200,
    { apiAccess: false, reportAccess: false },
  ]);
  await call('PUT', path, operator, { apiAccess: false });
  const granted = await call('PUT', path, operator, { reportAccess: true });
  expect(granted.body).toEqual({ apiAccess: true, reportAccess: true });
  expect(await recorded(account)).toMatchObject([
    { kind: 'grants-changed', actor: 'grace@example.org', detail: { apiAccess: false } },
    { kind: 'grants-changed', detail: { apiAccess: true, reportAccess: true } },
  ]);
});

test('summaries contain the names of those involved', async () => {
  const { account, headers, session } = await ada();
  const path = `/security/accounts/${account.uuid}/grants`;
  await call('PUT', path, operator, { reportAccess: false });
  await call('PUT', path, operator, { reportAccess: true });
  await call('POST', '/me/client-secrets', await session(), { name: 'export' });
  await call('POST', '/auth/login', [], { email: account.email, password: 'wrong' });
  await call('GET', '/security/accounts', headers);
  // As left by an erasure of the actor.
  const erased = { kind: 'account-updated', actor: 'Former member', accountId: account.id };
  await service.context.db.prisma.auditEvent.create({ data: erased });
  expect((await recorded(account)).map(({ summary }) => summary)).toEqual([
    'Grace withdrew report access from Ada',
    'Grace gave Ada report access',
    'Ada signed in with password in acme',
    'Ada generated the client secret "export" in acme',
    'A sign-in of Ada failed',
    'Ada was denied GET /security/accounts in acme: Operator required',
    'Former member changed details of the account of Ada',
  ]);
});

test('a page counts at most 10,000 events, and indicates it', async () => {
  await service.context.db.pool.query(
    `insert into reporting.audit_event (kind, actor)
    select 'account-enabled', 'old' from generate_series(1, 10000)`,
  );
  const page = async () =>
    (await call('GET', '/security/audit-events?kind=account-enabled&pageSize=1', operator)).body;
  expect(await page()).toMatchObject({ total: 10_000, isTotalExact: true });
  await service.context.db.prisma.auditEvent.create({
    data: { kind: 'account-enabled', actor: 'one more' },
  });
  expect(await page()).toMatchObject({
    items: [{ actor: 'one more' }],
    total: 10_000,
    isTotalExact: false,
  });
});

test('a page is ordered by time, then by ID', async () => {
  const events = [
    ['third', '2020-01-02'],
    ['first', '2020-01-01'],
    ['second', '2020-01-01'],
    ['too late', '2020-01-03'],
  ];
  for (const [actor = '', day] of events) {
    await service.context.db.prisma.auditEvent.create({
      data: { kind: 'account-disabled', actor, at: new Date(`${day}T00:00:00Z`) },
    });
  }
  const period = 'from=2020-01-01T00:00:00Z&to=2020-01-03T00:00:00Z';
  const { body } = await call('GET', `/security/audit-events?${period}`, operator);
  expect(body.items.map(({ actor }: never) => actor)).toEqual(['third', 'second', 'first']);
});

test('denials for missing rights are recorded, but no other errors', async () => {
  const { account, headers } = await ada();
  await call('GET', '/security/accounts', headers);
  await call('GET', '/me/client-secret?page=1', headers);
  expect(await recorded(account)).toMatchObject([
    { kind: 'refused', detail: { code: 'operator-required' } },
  ]);
});

test('each report run is recorded before it is read, unless it is invalid', async () => {
  const { acme, account, headers } = await ada();
  await call('GET', '/reporting/directory-contacts', headers);
  await call('GET', '/reporting/directory-contacts?page=1', headers);
  await call('GET', '/reporting/achievement-gaps/person-types', headers);
  expect(await recorded(account)).toMatchObject([
    {
      kind: 'report-run',
      companyId: acme.uuid,
      detail: { route: '/reporting/directory-contacts', isAcrossOrganizations: false },
    },
  ]);
});

test('a report rejected because too many are running is not recorded', async () => {
  const { account, headers } = await ada();
  const release = holdSlots(service.context.slots.reports);
  for (const path of ['directory-contacts', 'monthly-statistics?year=2026&month=10']) {
    expect((await call('GET', `/reporting/${path}`, headers)).body.code).toBe('busy');
  }
  await release();
  expect(await kinds(account)).toEqual([]);
});

test('reads by operators and the service key in foreign organizations are recorded', async () => {
  const { acme } = await ada();
  const path = `/reporting/achievement-gaps/person-types?companyId=${acme.uuid}`;
  await call('GET', path, operator);
  await call('GET', path, [['X-Api-Key', SERVICE_KEY]]);
  const { body } = await call('GET', '/security/audit-events?kind=organization-read', operator);
  expect(body.items).toMatchObject([
    { actor: 'service key', companyId: acme.uuid },
    { actor: 'grace@example.org', companyId: acme.uuid },
  ]);
});

test('reads of single records and list sources in foreign organizations are recorded', async () => {
  const { acme } = await ada();
  const bob = await acme.member('Bob');
  const weld = await acme.competency('Weld');
  await acme.standing(bob, weld, 'Validated');
  const ticket = await acme.ticket(bob, await acme.achievement('First Aid'), 'Valid');
  const source = { sheets: [{ sheet: null, kind: 'people', columns: { Nr: 'personCode' } }] };
  const query = `?companyId=${acme.uuid}`;
  await call('PUT', `/records/sources/hr${query}`, operator, source);
  const paths = [
    `tickets/${ticket}`,
    `standings/${bob.uuid}/${weld.uuid}`,
    'sources',
    'sources/hr',
  ].map(path => `/records/${path}${query}`);
  for (const path of paths) {
    for (const headers of [operator, [['X-Api-Key', SERVICE_KEY]] as Headers]) {
      expect((await call('GET', path, headers)).status).toBe(200);
    }
  }
  const read = await service.context.db.prisma.auditEvent.findMany({
    where: { companyId: acme.id, kind: 'organization-read' },
    orderBy: { id: 'asc' },
  });
  expect(read.map(({ actor, detail }) => [actor, (detail as { route: string }).route])).toEqual(
    [
      '/records/tickets/{id}',
      '/records/standings/{memberId}/{competencyId}',
      '/records/sources',
      '/records/sources/{name}',
    ].flatMap(route => [
      [GRACE, route],
      ['service key', route],
    ]),
  );
});

test('reads of accounts, organizations and the audit log itself are recorded', async () => {
  for (const [path, kind] of [
    ['/security/accounts', 'organization-read'],
    ['/security/companies', 'organization-read'],
    ['/security/audit-events', 'audit-read'],
    ['/security/audit-events?after=0', 'audit-read'],
  ] as const) {
    const route = path.split('?')[0];
    await call('GET', path, operator);
    const { body } = await call('GET', '/security/audit-events?pageSize=2', operator);
    expect(body.items[1]).toMatchObject({
      kind,
      actor: 'grace@example.org',
      companyId: null,
      detail: { route, isAcrossOrganizations: true },
    });
  }
});

test('events are found by their actor and by their subject', async () => {
  const { account, session: open } = await ada();
  await call('POST', '/me/client-secret', await open());
  const doer = await service.seed.company('doer');
  const grace = await doer.member('Hedy', { password, isOperator: true });
  const session = await call('POST', '/auth/login', [], { email: grace.account.email, password });
  await call('PUT', `/security/accounts/${account.uuid}/grants`, cookieOf(session), {
    reportAccess: false,
  });
  await call('DELETE', `/security/accounts/${account.uuid}/client-secret`, cookieOf(session));
  const done = ['grants-changed', 'secret-revoked'];
  expect(await kinds(grace.account)).toEqual(['sign-in', ...done]);
  expect(await kinds(account)).toEqual(['sign-in', 'secret-generated', ...done]);
});

test('events are paged, newest first, and filtered by account, kind and time', async () => {
  const { account } = await ada();
  for (const reportAccess of [false, true, false]) {
    await call('PUT', `/security/accounts/${account.uuid}/grants`, operator, { reportAccess });
  }
  const all = await recorded(account);
  const [first, second, third] = all.map(({ at }) => encodeURIComponent(String(at)));
  const page = await call(
    'GET',
    `/security/audit-events?account=${account.uuid}&kind=grants-changed&page=2&pageSize=2`,
    operator,
  );
  expect(page.body).toEqual({
    items: [all[0]],
    total: 3,
    isTotalExact: true,
    page: 2,
    pageSize: 2,
  });
  const pastEnd = await call(
    'GET',
    `/security/audit-events?account=${account.uuid}&page=9`,
    operator,
  );
  expect(pastEnd.body).toEqual({
    items: [],
    total: 3,
    isTotalExact: true,
    page: 9,
    pageSize: 25,
  });
  expect(await recorded(account, `&from=${first}&to=${third}`)).toEqual(all.slice(0, 2));
  expect(await recorded(account, `&from=${second}`)).toEqual(all.slice(1));
  expect(await recorded(account, '&kind=sign-in')).toEqual([]);
});

test.each([
  'from=yesterday',
  'from=9999-12-31T23:59:59-23:59',
  'account=ada',
  'kind=Sign%20In',
  'kind=sign-on',
  'page=one',
  'user=ada',
])('listing events by %s is rejected', async query => {
  const { status, body } = await call('GET', `/security/audit-events?${query}`, operator);
  expect([status, body.code]).toEqual([400, 'invalid-request']);
  expect(body.errors[0].field).toBe(query.split('=')[0]);
});

test('the audit log is for operators and the service key', async () => {
  const { account, headers } = await ada();
  expect((await call('GET', '/security/audit-events', headers)).status).toBe(403);
  const byKey = await call('GET', '/security/audit-events', [['X-Api-Key', SERVICE_KEY]]);
  expect(byKey.status).toBe(200);
  expect(await kinds(account)).toEqual(['refused']);
});

test("the caller's own reads are omitted on request, but not those of others", async () => {
  const { account, headers, acme } = await ada();
  await call('GET', '/reporting/directory-contacts', headers);
  await call('GET', `/reporting/directory-contacts?companyId=${acme.uuid}`, operator);
  const read = ['report-run', 'organization-read', 'audit-read'];
  const others = await recorded(account, '&hideOwnReads=true');
  expect(others.map(({ kind }) => kind)).toContain('report-run');
  const { body } = await call('GET', '/security/audit-events?hideOwnReads=true', operator);
  const shown = body.items as { kind: string; actor: string }[];
  expect(shown.filter(({ kind, actor }) => read.includes(kind) && actor === GRACE)).toEqual([]);
  const { body: all } = await call('GET', '/security/audit-events', operator);
  expect((all.items as typeof shown)[0]).toMatchObject({ kind: 'audit-read', actor: GRACE });
  const refused = await call('GET', '/security/audit-events?after=0&hideOwnReads=true', operator);
  expect(refused.status).toBe(400);
});

test('a schedule without a name, whose owner was erased, is a report in the summary', () => {
  const event = { kind: 'schedule-saved', actor: 'x', detail: { recipients: '2' } } as const;
  const involved = { actorName: null, accountName: null, companyName: 'acme', isOwn: true };
  expect(summarize(event, involved)).toBe('x scheduled a report (recipients: 2) in acme');
});
