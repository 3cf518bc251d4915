import { randomUUID } from 'node:crypto';
import { bearer, castOf, type Headers, xCompany } from '../../cast';
import { importHere } from '../../import/import-here';
import type { SeededMember } from '../../seed';
import { SERVICE_KEY, startTestApp, type TestApp } from '../../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
let operator: Headers;
beforeAll(async () => {
  service = await startTestApp({ SERVICE_KEY });
  cast = castOf(service);
  operator = bearer((await cast.grace()).secret);
});
afterAll(() => service.close());

type Company = Awaited<ReturnType<typeof service.seed.company>>;

/** Gives a member of an organization what leaving ends, besides secrets, and a ticket. */
async function involve(company: Company, member: SeededMember) {
  const plant = await company.department('Plant');
  await company.affiliate(member, plant);
  await company.assign(member, plant, await company.profile('Fitter', []));
  await company.ticket(member, await company.achievement('First Aid'), 'Valid');
  await service.context.db.prisma.reportSchedule.create({
    data: {
      ...{ companyId: company.id, accountId: member.account.id, name: 'Weekly' },
      ...{ report: 'expirations', parameters: {}, format: 'csv', recurrence: {} },
      ...{ whenEmpty: 'send', recipients: [member.uuid] },
      nextRunAt: new Date(Date.now() + 3_600_000),
    },
  });
}

/** Ada with everything that can end, and Ken, a record keeper with the same. */
async function people() {
  const { acme, account, secret } = await cast.ada({ keepsRecords: true });
  const { prisma } = service.context.db;
  const member = await prisma.member.update({
    where: { accountId_companyId: { accountId: account.id, companyId: acme.id } },
    data: { providerAccess: true, providerDeveloper: true },
  });
  await involve(acme, { ...member, name: account.name, account });
  await cast.clientSecret(secret);
  const facts = { apiAccess: true, keepsRecords: true, isDeveloper: false };
  const ken = await acme.member('Ken', facts);
  await involve(acme, ken);
  const keeper = bearer(await service.seed.secret(ken.account, acme));
  const path = `/security/accounts/${account.uuid}/memberships/${acme.handle}`;
  return { acme, account, member, secret: bearer(secret), keeper, path };
}

const post = (path: string, headers: Headers) => cast.call(path, headers, { method: 'POST' });
const NOTHING = {
  ...{ access: false, developerRole: false, recordKeeping: false },
  ...{ affiliations: 0, assignments: 0, schedules: 0, secrets: 0 },
};

test.each(['an operator', 'a record keeper'])(
  '%s ends everything at once; repeating it has no effect',
  async who => {
    const { acme, account, member, secret, keeper, path } = await people();
    const as = who === 'an operator' ? operator : keeper;
    expect(await post(`${path}/leave`, as)).toMatchObject({
      status: 200,
      body: {
        ...{ access: true, developerRole: true, recordKeeping: true },
        ...{ affiliations: 1, assignments: 1, schedules: 1, secrets: 2 },
      },
    });
    expect((await post(`${path}/leave`, as)).body).toEqual(NOTHING);
    expect(await cast.call('/reporting/directory-contacts', secret)).toMatchObject({ status: 401 });
    const { prisma } = service.context.db;
    expect(await prisma.ticket.count({ where: { memberId: member.id } })).toBe(1);
    expect(await prisma.member.findUnique({ where: { id: member.id } })).toMatchObject({
      ...{ hasAccess: false, isDeveloper: false, keepsRecords: false },
      ...{ providerAccess: false, providerDeveloper: false },
    });
    expect(
      await prisma.reportSchedule.findFirst({ where: { accountId: account.id } }),
    ).toMatchObject({ nextRunAt: null, pauseReason: 'left' });
    const events = await prisma.auditEvent.findMany({
      where: { accountId: account.id, companyId: acme.id },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ kind }) => kind).toSorted()).toEqual([
      'developer-role-changed',
      'member-left',
      'organization-access-changed',
      'record-keeping-changed',
      'schedule-paused',
      'secret-generated',
      'secret-revoked',
      'secret-revoked',
    ]);
  },
);

test("the person's other organizations are unchanged", async () => {
  const { acme, account, path } = await people();
  const globex = await service.seed.company('globex');
  await involve(globex, await globex.member('Ada', { account }));
  const personal = await service.seed.secret(account, globex);
  const client = await cast.clientSecret(personal, 'other');
  expect((await post(`${path}/leave`, operator)).body).toMatchObject({
    ...{ affiliations: 1, assignments: 1, schedules: 1, secrets: 1 },
  });
  for (const secret of [personal, client.secret])
    expect(await cast.call('/reporting/directory-contacts', bearer(secret))).toMatchObject({
      status: 200,
    });
  expect(acme.handle).not.toBe(globex.handle);
});

test('only an operator restores access that an operator withdrew', async () => {
  const { keeper, path, member } = await people();
  await post(`${path}/leave`, operator);
  expect(await post(`${path}/return`, keeper)).toMatchObject({
    status: 403,
    body: { code: 'operator-required' },
  });
  expect((await post(`${path}/return`, operator)).body).toEqual({ access: true });
  expect((await post(`${path}/return`, operator)).body).toEqual({ access: false });
  await post(`${path}/leave`, keeper);
  expect((await post(`${path}/return`, keeper)).body).toEqual({ access: true });
  const { prisma } = service.context.db;
  expect(await prisma.member.findUnique({ where: { id: member.id } })).toMatchObject({
    ...{ hasAccess: true, isDeveloper: false, keepsRecords: false, leftByKeeper: false },
  });
  expect(await prisma.affiliation.count({ where: { memberId: member.id } })).toBe(0);
});

test('record keepers only reach members of their organization, and programs reach nobody', async () => {
  const { acme, account, keeper, path } = await people();
  const globex = await service.seed.company('globex');
  const carl = await globex.member('Carl');
  const leavePath = (uuid: string, handle: string) =>
    `/security/accounts/${uuid}/memberships/${handle}/leave`;
  const foreign: [uuid: string, handle: string][] = [
    [carl.account.uuid, acme.handle],
    [randomUUID(), acme.handle],
    [carl.account.uuid, globex.handle],
    [account.uuid, globex.handle],
    [account.uuid, 'nowhere'],
  ];
  for (const [uuid, handle] of foreign)
    expect(await post(leavePath(uuid, handle), keeper)).toMatchObject({
      status: 404,
      body: { code: 'unknown-account' },
    });
  expect(await post(leavePath(carl.account.uuid, acme.handle), operator)).toMatchObject({
    status: 404,
    body: { code: 'unknown-member' },
  });
  const key: Headers = [['X-Api-Key', SERVICE_KEY], ...xCompany(acme.handle)];
  expect(await post(`${path}/leave`, key)).toMatchObject({ body: { code: 'account-required' } });
});

test('after leaving, changing rights and issuing secrets concurrently, no secret remains', async () => {
  const { account, acme, path } = await people();
  const put = { method: 'PUT', body: { hasAccess: true, isDeveloper: true } } as const;
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      n % 3 === 0
        ? cast.call(path, operator, put)
        : post(`${path}/${n % 3 === 1 ? 'leave' : 'return'}`, operator),
    ),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  await post(`${path}/leave`, operator);
  const where = { accountId: account.id, companyId: acme.id };
  expect(await service.context.db.prisma.personalSecret.count({ where })).toBe(0);
});

const HEADER = 'id,companyId,accountId,code,personType,jobTitle,hasAccess,isDeveloper';

/** Imports a member like a record keeper. */
function importMember(acme: Parameters<typeof importHere>[1], row: readonly unknown[]) {
  const files = { 'members.csv': [HEADER, row.join(',')].join('\r\n') };
  return importHere(service, acme, files, { isKeeper: true, mayGrant: false });
}

test('hasAccess=false in a file also revokes secrets and pauses schedules', async () => {
  const { acme, account, member, secret } = await people();
  const { prisma } = service.context.db;
  await prisma.member.update({ where: { id: member.id }, data: { isDeveloper: false } });
  const row = (hasAccess: boolean) => [
    member.uuid,
    acme.uuid,
    account.uuid,
    '',
    '',
    '',
    hasAccess,
    false,
  ];
  expect(await importMember(acme, row(false))).toMatchObject({ status: 'succeeded' });
  expect(await cast.call('/reporting/directory-contacts', secret)).toMatchObject({ status: 401 });
  expect(await prisma.reportSchedule.findFirst({ where: { accountId: account.id } })).toMatchObject(
    { nextRunAt: null },
  );
  expect(await importMember(acme, row(true))).toMatchObject({ status: 'succeeded' });
  await post(`/security/accounts/${account.uuid}/memberships/${acme.handle}/leave`, operator);
  expect(await importMember(acme, row(true))).toMatchObject({
    status: 'refused',
    faults: [{ line: 2, column: 'hasAccess' }],
  });
});

test('a code that reappears with a different ID is rejected naming the ID to keep', async () => {
  const { acme } = await people();
  const bob = await acme.member('Bob', { email: null, isDeveloper: false, code: 'P-1001' });
  const row = [randomUUID(), acme.uuid, bob.account.uuid, 'P-1001', '', '', true, false];
  const { status, faults } = await importMember(acme, row);
  expect(status).toBe('refused');
  expect(faults).toContainEqual(
    expect.objectContaining({
      column: 'id',
      expected: `the id that this person has: P-1001 is ${bob.uuid}; keep that id, or give the other member another code first`,
    }),
  );
});
