import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hashPassword } from '@platform/auth/passwords';
import { transaction } from '@platform/db';
import { takeSnapshot } from '../../../src/compliance/snapshots/take-snapshot';
import { startSession } from '../../../src/identity/sign-in/sessions';
import type { ImportOptions } from '../../../src/import/import-options';
import { bearer, castOf, type Headers, xCompany } from '../../cast';
import { importHere } from '../../import/import-here';
import { exampleFolder } from '../../import/test-folder';
import { startTestApp, type TestApp } from '../../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
let operator: Headers;
let mails: string;
beforeAll(async () => {
  mails = await mkdtemp(path.join(tmpdir(), 'mails-'));
  service = await startTestApp({
    SMTP_URL: `file://${mails}`,
    MAIL_FROM: 'reporting@example.org',
    PUBLIC_URL: 'https://reporting.example.org',
  });
  cast = castOf(service);
  operator = bearer((await cast.grace()).secret);
});
afterAll(async () => {
  await service.close();
  await rm(mails, { recursive: true });
});

const post = (where: string, body: object, headers = operator) =>
  cast.call(where, headers, { method: 'POST', body });

/** Two people without an e-mail who have the same name and lack First Aid, and Ada, who reads reports. */
async function shopFloor() {
  const { acme, secret } = await cast.ada();
  const plant = await acme.department('Plant');
  const firstAid = await acme.achievement('First Aid');
  const facts = { email: null, isDeveloper: false, personType: 'Employee' };
  const bobs = [];
  for (const code of ['P-1', 'P-2']) {
    const bob = await acme.member('Bob Two', { ...facts, code });
    await acme.affiliate(bob, plant);
    await acme.ticket(bob, firstAid, 'Valid', {
      expiresAt: new Date(Date.now() + 864e6).toISOString(),
    });
    const muster = await acme.competency(`Muster ${code}`);
    await acme.standing(bob, muster, 'Validated');
    bobs.push(bob);
  }
  const lacking = await acme.achievement('H2S Alive');
  const [one, two] = bobs as [(typeof bobs)[0], (typeof bobs)[0]];
  return { acme, secret: bearer(secret), plant, lacking, one, two };
}

test('reports have a null e-mail, and find and distinguish people with the same name by code', async () => {
  const { secret, lacking, one, two } = await shopFloor();
  const read = async (report: string) => (await cast.call(`/reporting/${report}`, secret)).body;

  const directory = await read('directory-contacts');
  expect(directory.members).toEqual([
    { id: expect.any(String), name: 'Bob Two', email: null, code: expect.any(String) },
    { id: expect.any(String), name: 'Bob Two', email: null, code: expect.any(String) },
  ]);
  expect(new Set(directory.members.map(({ code }: { code: string }) => code))).toEqual(
    new Set(['P-1', 'P-2']),
  );
  const gaps = await read(`achievement-gaps?achievementId=${lacking.uuid}&q=p-2`);
  expect(gaps.items).toMatchObject([
    { learnerAccountId: two.account.uuid, email: null, personCode: 'P-2' },
  ]);
  const expiring = await read('expirations?requiredOnly=false&q=P-1');
  expect(expiring.items).toMatchObject([
    { memberId: one.uuid, memberEmail: null, memberCode: 'P-1' },
  ]);
  const validations = await read('competency-validations?q=P-2');
  expect(validations.items).toMatchObject([{ memberId: two.uuid, memberCode: 'P-2' }]);
  expect((await read(`people/${one.uuid}`)).member).toMatchObject({ email: null, code: 'P-1' });
  for (const report of ['expirations?requiredOnly=false&', 'competency-validations?']) {
    const { text } = await cast.call(`/reporting/${report}format=csv`, secret);
    expect(text.match(/,P-[12]\r\n/g)).toHaveLength(2);
  }
});

test('a compliance summary and monthly statistics include them', async () => {
  const { acme, secret, plant, two } = await shopFloor();
  await takeSnapshot(service.context.db, acme.id, new Date());
  const now = new Date();
  const month = `year=${now.getUTCFullYear()}&month=${now.getUTCMonth() + 1}`;
  const summary = await post(
    '/reporting/compliance-summaries',
    { departments: [plant.uuid] },
    secret,
  );
  expect(summary.body.map(({ member }: { member: { id: string } }) => member.id)).toContain(
    two.uuid,
  );
  const statistics = await cast.call(`/reporting/monthly-statistics?${month}&q=P-2`, secret);
  expect(new Set(statistics.body.map(({ memberId }: { memberId: string }) => memberId))).toEqual(
    new Set([two.uuid]),
  );
});

test('an account without an e-mail is created, found by code, and given an e-mail later', async () => {
  const acme = await service.seed.company('acme');
  const membership = { company: acme.handle, isDeveloper: false, hasAccess: true };
  const created = await post('/security/accounts', { name: 'Bob Two', memberships: [membership] });
  expect(created).toMatchObject({ status: 201, body: { email: null, isInvited: false } });
  const { id } = created.body;
  const put = {
    method: 'PUT',
    body: { hasAccess: true, isDeveloper: false, code: 'Ψ-77' },
  } as const;
  await cast.call(`/security/accounts/${id}/memberships/${acme.handle}`, operator, put);
  const found = await cast.call(`/security/accounts?q=${encodeURIComponent('ψ-77')}`, operator);
  expect(found.body.items).toMatchObject([{ id, email: null }]);

  const email = `${id}@example.org`;
  const patch = { method: 'PATCH', body: { email } } as const;
  expect(await cast.call(`/security/accounts/${id}`, operator, patch)).toMatchObject({
    status: 200,
    body: { id, email },
  });
  const empty = { method: 'PATCH', body: { email: null } } as const;
  expect(await cast.call(`/security/accounts/${id}`, operator, empty)).toMatchObject({
    status: 400,
  });
});

test('it cannot have a password link, a secret, emails or schedules sent to it', async () => {
  const { acme, one, secret } = await shopFloor();
  const { prisma } = service.context.db;
  const grants = { method: 'PUT', body: { reportAccess: true } } as const;
  await cast.call(`/security/accounts/${one.account.uuid}/grants`, operator, grants);
  const missing = { status: 409, body: { code: 'email-missing' } };
  expect(await post(`/security/accounts/${one.account.uuid}/password-link`, {})).toMatchObject(
    missing,
  );
  const token = await startSession(service.context, {
    accountId: one.account.id,
    accountUuid: one.account.uuid,
    email: null,
    isOperator: false,
    passwordHash: null,
    company: acme.handle,
    address: null,
    by: 'single sign-on',
  });
  const session: Headers = [
    ['Cookie', `__Host-reporting_session=${token}`],
    ...xCompany(acme.handle),
  ];
  expect(await post('/me/client-secret', {}, session)).toMatchObject(missing);
  expect(await post('/me/client-secrets', { name: 'export' }, session)).toMatchObject(missing);
  expect(await cast.call('/auth/session', session)).toMatchObject({
    status: 200,
    body: { account: { id: one.account.uuid, email: null } },
  });
  const options = await cast.call('/reporting/schedules/options', secret);
  expect(options.body.recipients).toHaveLength(1);
  const schedule = {
    name: 'Contacts',
    report: 'directory-contacts',
    parameters: {},
    format: 'csv',
    recurrence: { every: 'day', at: '07:00', timeZone: 'UTC' },
    recipients: [one.uuid],
    whenEmpty: 'send',
  };
  expect(await post('/reporting/schedules', schedule, secret)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'recipients[0]', message: `names ${one.uuid}, who has no e-mail` }] },
  });
  // Emails enqueued before the e-mail was removed are dropped.
  await transaction(service.context.db, async tx => {
    const mail = { kind: 'test', reason: `test ${one.uuid}`, companyId: acme.id, data: {} };
    await service.context.enqueueMails!(tx, [{ ...mail, accountId: one.account.id }]);
  });
  expect(await prisma.auditEvent.findFirst({ where: { actor: one.account.uuid } })).toMatchObject({
    kind: 'sign-in',
  });
  const events = await cast.call(
    `/security/audit-events?account=${one.account.uuid}&kind=sign-in`,
    operator,
  );
  expect(events.body.items).toMatchObject([
    {
      actor: one.account.uuid,
      summary: expect.stringMatching(/^Bob Two signed in with single sign-on/),
    },
  ]);
});

const folder = (email: string, name = 'Bob Two') => {
  const example = exampleFolder(path.join(__dirname, '../../../../../examples/import'));
  return {
    'companies.csv': example['companies.csv'],
    'accounts.csv': `id,email,name,isOperator,apiAccess,reportAccess\r\n${BOB},${email},${name},false,false,false\r\n`,
    'members.csv': `id,companyId,accountId,code,personType,jobTitle,hasAccess,isDeveloper\r\n${BOB_MEMBER},${
      example['companies.csv'].split('\r\n')[1]!.split(',')[0]
    },${BOB},P-9,Employee,Fitter,true,false\r\n`,
  };
};
const BOB = '4d3fb9f6-8a3e-4a0a-9f0e-51ad6f0b0c11';
const BOB_MEMBER = '4d3fb9f6-8a3e-4a0a-9f0e-51ad6f0b0c12';

const load = (files: Record<string, string>, options?: Partial<ImportOptions>) =>
  importHere(service, null, files, options);
const stored = () => service.context.db.prisma.account.findUnique({ where: { uuid: BOB } });

test('people can be imported without an e-mail and keep their account when it is added', async () => {
  expect(await load(folder(''))).toMatchObject({ status: 'succeeded', faultCount: 0 });
  expect(await stored()).toMatchObject({ email: null, name: 'Bob Two' });
  expect(await load(folder(''))).toMatchObject({ files: [{}, { unchanged: 1 }, { unchanged: 1 }] });
  const first = await stored();
  expect(await load(folder('bob@fx04.example'))).toMatchObject({ files: [{}, { updated: 1 }, {}] });
  expect(await stored()).toMatchObject({ id: first!.id, email: 'bob@fx04.example' });
  const { prisma } = service.context.db;
  const where = { kind: 'account-updated', accountId: first!.id };
  const { detail } = await prisma.auditEvent.findFirstOrThrow({ where });
  expect(detail).toMatchObject({
    before: { name: 'Bob Two', email: null },
    after: { name: 'Bob Two', email: 'bob@fx04.example' },
  });
  // An empty cell removes it only with updateAccounts, and only if it is not required.
  expect(await load(folder(''))).toMatchObject({ files: [{}, { unchanged: 1 }, {}] });
  await prisma.account.update({
    where: { uuid: BOB },
    data: { passwordHash: await hashPassword('a long password', 4) },
  });
  expect(await load(folder(''), { updateAccounts: true })).toMatchObject({
    status: 'refused',
    faults: [
      {
        file: 'accounts.csv',
        line: 2,
        column: 'email',
        expected: expect.stringContaining('password'),
      },
    ],
  });
  await prisma.account.update({ where: { uuid: BOB }, data: { passwordHash: null } });
  expect(await load(folder(''), { updateAccounts: true })).toMatchObject({ status: 'succeeded' });
  expect(await stored()).toMatchObject({ email: null });
});

test('an e-mail that would expose rights is only imported with updateAccounts', async () => {
  await load(folder(''), { updateAccounts: true });
  const { prisma } = service.context.db;
  await prisma.account.update({
    where: { uuid: BOB },
    data: { reportAccess: true, apiAccess: true },
  });
  await load(folder('mallory@fx04.example', 'Bob Three'));
  expect(await stored()).toMatchObject({ email: null, name: 'Bob Three' });
  await prisma.account.update({
    where: { uuid: BOB },
    data: { reportAccess: false, apiAccess: false },
  });
});

test('an e-mail in use is a fault, even for an account that has none yet', async () => {
  await load(folder(''), { updateAccounts: true });
  await service.seed.account('Ada', { email: 'taken@fx04.example' });
  expect(await load(folder('Taken@fx04.example'))).toMatchObject({
    status: 'refused',
    faults: [{ column: 'email', expected: expect.stringContaining('no other account') }],
  });
  expect(await load(folder('bo\u212a@fx04.example'))).toMatchObject({
    status: 'refused',
    faults: [{ column: 'email', expected: expect.stringContaining('only look like') }],
  });
  expect(await load({ 'accounts.csv': folder('not an address')['accounts.csv'] })).toMatchObject({
    status: 'refused',
  });
});

test('an erasure is confirmed by a code or, without one, by the name', async () => {
  const { acme, one, two } = await shopFloor();
  const erase = (uuid: string, body: object) => post(`/security/accounts/${uuid}/erase`, body);
  for (const confirm of [undefined, 'Bob Two', 'P-2', '']) {
    const { status, body } = await erase(one.account.uuid, { confirm });
    expect(status).toBe(400);
    if (confirm !== '')
      expect(body.errors).toEqual([
        {
          field: 'confirm',
          message: "must be a code of the account's memberships, since it has no e-mail",
        },
      ]);
  }
  expect(await erase(one.account.uuid, { dryRun: true })).toMatchObject({ status: 200 });
  expect(await erase(one.account.uuid, { confirm: ' p-1' })).toMatchObject({
    status: 200,
    body: { accounts: 1, tickets: 1 },
  });
  const carl = await acme.member('Carl Three', { email: null });
  expect(await erase(carl.account.uuid, { confirm: 'carl three' })).toMatchObject({ status: 200 });
  expect(await cast.call(`/security/accounts/${two.account.uuid}`, operator)).toMatchObject({
    status: 200,
  });
});

test('a schedule that searches for the code of an erased person is deleted', async () => {
  const { acme, secret, one, two } = await shopFloor();
  const { prisma } = service.context.db;
  const ada = await prisma.member.findFirstOrThrow({
    where: { companyId: acme.id, account: { name: 'Ada' } },
  });
  const schedule = (q: string) => ({
    name: `Of ${q}`,
    report: 'competency-validations',
    parameters: { q },
    format: 'csv',
    recurrence: { every: 'day', at: '07:00', timeZone: 'UTC' },
    recipients: [ada.uuid],
    whenEmpty: 'send',
  });
  for (const q of ['P-1', 'P-2', 'p-'])
    expect(await post('/reporting/schedules', schedule(q), secret)).toMatchObject({ status: 201 });
  await post(`/security/accounts/${one.account.uuid}/erase`, { confirm: 'P-1' });
  const { body } = await cast.call('/reporting/schedules', secret);
  expect(body.map(({ parameters }: { parameters: object }) => parameters)).toEqual([
    { q: 'p-' },
    { q: 'P-2' },
  ]);
  expect(two.account.uuid).toBeDefined();
});
