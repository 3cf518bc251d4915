import { bearer, castOf, type Headers, xCompany } from '../cast';
import { SERVICE_KEY, startTestApp, type TestApp } from '../start-test-app';
import { signInAt } from './sign-in-at';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
let grace: Awaited<ReturnType<ReturnType<typeof castOf>['grace']>>;
let operator: Headers;
beforeAll(async () => {
  service = await startTestApp({ SERVICE_KEY });
  cast = castOf(service);
  grace = await cast.grace();
  const session = await service.seed.account('Operator', {
    ...{ isOperator: true, reportAccess: true },
    password: 'seven lamps on a quiet street',
  });
  operator = [
    await signInAt(service.url, {
      email: session.email,
      password: 'seven lamps on a quiet street',
    }),
  ];
});
afterAll(() => service.close());

const PATH = '/security/service-accounts';
const post = (where: string, body: object, headers = operator) =>
  cast.call(where, headers, { method: 'POST', body });

/** An organization with two departments, a member in each, and a service account. */
async function program(access: object = {}) {
  const acme = await service.seed.company('acme');
  const [plant, office] = [await acme.department('Plant'), await acme.department('Office')];
  await acme.affiliate(await acme.member('Ada'), plant);
  await acme.affiliate(await acme.member('Linus'), office);
  const made = await post(PATH, { name: 'power-bi', company: acme.handle, ...access });
  expect(made).toMatchObject({ status: 201, body: { name: 'power-bi', company: acme.handle } });
  const { id } = made.body;
  const issued = await post(`${PATH}/${id}/secrets`, { name: 'gateway' });
  expect(issued).toMatchObject({ status: 201, body: { name: 'gateway' } });
  return { acme, plant, office, id, secret: bearer(issued.body.secret), secretId: issued.body.id };
}

const namesIn = async (secret: Headers) =>
  (await cast.call('/reporting/directory-contacts', secret)).body.members?.map(
    ({ name }: { name: string }) => name,
  );

test('a service account can only read reports of its organization', async () => {
  const { acme, secret } = await program();
  expect(await namesIn(secret)).toEqual(['Ada', 'Linus']);
  expect(
    await cast.call('/reporting/compliance-overview', [...secret, ...xCompany(acme.handle)]),
  ).toMatchObject({
    status: 200,
  });
  const globex = await service.seed.company('globex');
  const refusals: [path: string, code: string, request?: object][] = [
    ['/me/client-secret', 'account-required'],
    ['/me/compliance', 'account-required'],
    ['/reporting/schedules', 'account-required'],
    ['/security/accounts', 'operator-required'],
    [PATH, 'operator-required'],
    ['/sync/export', 'operator-required'],
    ['/records/export', 'record-keeper-required'],
  ];
  for (const [path, code] of refusals)
    expect(await cast.call(path, secret)).toMatchObject({ status: 403, body: { code } });
  expect(await cast.call('/auth/session', secret)).toMatchObject({
    status: 401,
    body: { code: 'session-invalid' },
  });
  const other = [...secret, ...xCompany(globex.handle)];
  expect(await cast.call('/reporting/compliance-overview', other)).toMatchObject({
    status: 403,
    body: { code: 'no-company-access' },
  });
  expect(
    await cast.call('/reporting/compliance-overview', [...secret, ...xCompany('nowhere')]),
  ).toMatchObject({
    body: { code: 'unknown-company' },
  });
  const { total } = (await cast.call('/security/accounts?q=power-bi', bearer(grace.secret))).body;
  expect(total).toBe(0);
});

test('departments limit its reports from the next call on', async () => {
  const { plant, office, id, secret } = await program();
  const change = (body: object) => cast.call(`${PATH}/${id}`, operator, { method: 'PATCH', body });
  const scope = (...departments: { uuid: string }[]) => ({
    reportScope: 'departments',
    reportDepartments: departments.map(({ uuid }) => uuid),
  });
  expect(await change(scope(plant))).toMatchObject({ status: 200, body: scope(plant) });
  expect(await namesIn(secret)).toEqual(['Ada']);
  const outside = `/reporting/expirations?departments=${office.uuid}`;
  expect(await cast.call(outside, secret)).toMatchObject({ status: 400 });
  const foreign = await (await service.seed.company('globex')).department('Plant');
  expect(await change(scope(foreign))).toMatchObject({ status: 400 });
  expect(await change({ reportScope: 'departments' })).toMatchObject({ status: 400 });
  expect(await change({ name: 'bi' })).toMatchObject({ body: { name: 'bi', ...scope(plant) } });
  expect(await change({ reportScope: 'organization' })).toMatchObject({
    body: { reportDepartments: [] },
  });
  expect(await namesIn(secret)).toEqual(['Ada', 'Linus']);
});

test('secrets are rejected once they are revoked or expire, or their account is deleted', async () => {
  const { id, secret, secretId } = await program();
  const other = await program();
  const remove = (path: string, of = id) =>
    cast.call(`${PATH}/${of}${path}`, operator, { method: 'DELETE' });
  const second = bearer((await post(`${PATH}/${id}/secrets`, { name: 'second' })).body.secret);
  expect(await namesIn(second)).toEqual(['Ada', 'Linus']);
  const listed = await cast.call(`${PATH}/${id}/secrets`, operator);
  expect(listed.body).toMatchObject([
    { name: 'gateway', lastUsedAt: null },
    { name: 'second', lastUsedAt: expect.any(String) },
  ]);
  expect(await remove(`/secrets/${secretId}`, other.id)).toMatchObject({ status: 404 });
  expect(await remove(`/secrets/${secretId}`)).toMatchObject({ status: 204 });
  expect(await remove(`/secrets/${secretId}`)).toMatchObject({ status: 404 });
  expect(await cast.call('/reporting/compliance-overview', secret)).toMatchObject({
    status: 401,
    body: { code: 'secret-unrecognized' },
  });
  await service.context.db.prisma.serviceAccount.update({
    where: { uuid: id },
    data: { expiresAt: new Date(Date.now() - 1) },
  });
  expect(await cast.call('/reporting/compliance-overview', second)).toMatchObject({
    body: { code: 'secret-expired' },
  });
  expect(await remove('/secrets')).toMatchObject({ status: 204 });
  expect((await cast.call(`${PATH}/${id}/secrets`, operator)).body).toEqual([]);
  expect(await remove('')).toMatchObject({ status: 204 });
  expect(await remove('')).toMatchObject({
    status: 404,
    body: { code: 'unknown-service-account' },
  });
  expect(await namesIn(other.secret)).toEqual(['Ada', 'Linus']);
});

test('it has at most ten secrets, names are unique, and errors name the field', async () => {
  const { acme, id } = await program();
  const tries = Array.from({ length: 12 }, (_, n) =>
    post(`${PATH}/${id}/secrets`, { name: `s${n}` }),
  );
  const codes = (await Promise.all(tries)).map(({ status }) => status);
  expect(codes.filter(status => status === 201)).toHaveLength(9);
  const make = (body: object) => post(PATH, { name: 'x', company: acme.handle, ...body });
  expect(await make({ name: 'Power-BI' })).toMatchObject({
    status: 409,
    body: { code: 'name-taken' },
  });
  for (const name of [
    ...['', ' x', 'x ', 'a\u00a0b', 'a\u200bb', 'a\u2011b'],
    ...['\u0001a', '\u200ba', '\u200b', 'a\u3000b', 'a\u2010b', 'a\u2014b'],
    ...['power\u034f-bi', 'power-bi\ufe0f', '\u3164', '\u2800'],
  ])
    expect(await make({ name })).toMatchObject({ status: 400 });
  expect(await make({ company: 'nowhere' })).toMatchObject({ status: 400 });
  expect(await make({ expiresAt: '2020-01-01T00:00:00Z' })).toMatchObject({ status: 400 });
  expect(await make({ reportScope: 'administered' })).toMatchObject({ status: 400 });
  const globex = await service.seed.company('globex');
  expect(await make({ name: 'power-bi', company: globex.handle })).toMatchObject({ status: 201 });
});

test('its name is unique regardless of Unicode composition', async () => {
  const acme = await service.seed.company('acme');
  const make = (name: string) => post(PATH, { name, company: acme.handle });
  expect(await make('Cafe\u0301')).toMatchObject({ status: 201, body: { name: 'Caf\u00e9' } });
  expect(await make('\u0958'.repeat(100))).toMatchObject({ status: 400 });
  expect(await make('CAF\u00c9')).toMatchObject({ status: 409, body: { code: 'name-taken' } });
});

test('secrets cannot issue secrets, and changes are audited with its name', async () => {
  const { acme, id, secret } = await program();
  expect(await post(`${PATH}/${id}/secrets`, { name: 'x' }, bearer(grace.secret))).toMatchObject({
    status: 403,
    body: { code: 'session-required' },
  });
  await namesIn(secret);
  const events = await service.context.db.prisma.auditEvent.findMany({
    where: { companyId: acme.id },
    orderBy: { id: 'asc' },
  });
  expect(events.map(({ kind, actor }) => [kind, actor.replace(/.*@.*/, 'operator')])).toEqual([
    ['service-account-created', 'operator'],
    ['secret-generated', 'operator'],
    ['report-run', 'service account power-bi'],
  ]);
  const { body } = await cast.call('/security/audit-events?kind=report-run', operator);
  expect(body.items[0].summary).toBe(
    `The service account power-bi ran the report /reporting/directory-contacts in ${acme.name}`,
  );
  const made = await cast.call('/security/audit-events?kind=secret-generated', operator);
  expect(made.body.items[0].summary).toBe(
    `Operator generated the secret "gateway" of the service account power-bi in ${acme.name}`,
  );
});

test('it remains when the person who created it is erased', async () => {
  const { id, secret } = await program();
  const erased = await service.context.db.prisma.auditEvent.findFirstOrThrow({
    where: { kind: 'service-account-created' },
    orderBy: { id: 'desc' },
  });
  expect(erased.detail).toMatchObject({ id });
  const creator = await service.context.db.prisma.account.findUniqueOrThrow({
    where: { id: erased.actorAccountId! },
  });
  expect(
    await post(
      `/security/accounts/${creator.uuid}/erase`,
      { confirm: creator.email },
      bearer(grace.secret),
    ),
  ).toMatchObject({ status: 200 });
  expect(await namesIn(secret)).toEqual(['Ada', 'Linus']);
});
