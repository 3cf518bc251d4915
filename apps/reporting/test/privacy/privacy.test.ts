import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transaction } from '@platform/db';
import { waitUntil } from '@platform/http/testing';
import { strFromU8, unzipSync } from 'fflate';
import { takeSnapshot } from '../../src/compliance/snapshots/take-snapshot';
import { holdOffErasures } from '../../src/identity/accounts/operators';
import { erasePeople } from '../../src/privacy/erasure';
import { bearer, castOf, type Headers } from '../cast';
import { runReporting } from '../run-program';
import { SERVICE_KEY, startTestApp, type TestApp } from '../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
let grace: Awaited<ReturnType<ReturnType<typeof castOf>['grace']>>;
let operator: Headers;
beforeAll(async () => {
  service = await startTestApp({ SERVICE_KEY });
  cast = castOf(service);
  grace = await cast.grace();
  operator = bearer(grace.secret);
});
afterAll(() => service.close());

const BY_OPERATOR = {
  doneBy: { actor: 'operator', actorAccountId: null, address: null },
  wait: 1_000,
};

const erase = (id: string, body: object, headers = operator) =>
  cast.call(`/security/accounts/${id}/erase`, headers, { method: 'POST', body });

/** Returns the files in an archive. */
async function download(where: string, headers: Headers) {
  const response = await fetch(service.url + where, { headers: headers as [string, string][] });
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const text = (name: string) => strFromU8(files[name]!);
  return {
    response,
    names: Object.keys(files),
    text,
    json: (name: string) => JSON.parse(text(name)),
  };
}

async function person() {
  const { account, acme, secret, signIn } = await cast.ada();
  const department = await acme.department('=Drilling');
  const member = await service.context.db.prisma.member.findFirstOrThrow({
    where: { accountId: account.id },
  });
  await acme.affiliate(member, department);
  const achievement = await acme.achievement('First Aid');
  await acme.ticket(member, achievement, 'Valid', { issuedAt: '2026-01-15T00:00:00Z' });
  return { account, acme, secret, signIn, member, department, achievement };
}

/** Returns whether a statement is waiting for a lock. */
async function isWaiting() {
  const { rowCount } = await service.context.db.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rowCount !== 0;
}

test('an export has all data of the person as JSON and CSV, but no secrets', async () => {
  const { account, acme, secret } = await person();
  const { response, names, text, json } = await download(
    `/security/accounts/${account.uuid}/export`,
    operator,
  );
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toMatch(/person-[0-9a-f-]{36}-\d{4}-/);
  expect(names.filter(name => name.endsWith('.csv'))).toHaveLength(names.length / 2);
  expect(json('account.json')).toMatchObject([{ id: account.uuid, email: account.email }]);
  expect(json('memberships.json')).toMatchObject([{ company: acme.handle, isDeveloper: true }]);
  expect(json('tickets.json')).toMatchObject([
    { achievement: 'First Aid', status: 'Valid', issuedAt: '2026-01-15T00:00:00.000+00:00' },
  ]);
  expect(text('affiliations.csv')).toContain(`'=Drilling`);
  expect(json('secrets.json')).toMatchObject([{ kind: 'personal', prefix: secret.slice(0, 17) }]);
  expect(json('standings.json')).toEqual([]);
  for (const name of names) {
    expect(text(name)).not.toContain(secret);
    expect(text(name)).not.toContain(grace.account.email);
  }
  expect(json('audit.json')).toContainEqual(
    expect.objectContaining({ kind: 'account-exported', actor: 'an operator', account: 'you' }),
  );
});

test('an export has the monthly statistics of memberships that were deleted', async () => {
  const { account, acme, member } = await person();
  const { db } = service.context;
  await takeSnapshot(db, acme.id, new Date());
  await db.pool.query('delete from reporting.affiliation where member_id = $1', [member.id]);
  await db.pool.query('delete from reporting.ticket where member_id = $1', [member.id]);
  await db.pool.query('delete from reporting.member where id = $1', [member.id]);
  const { json } = await download(`/security/accounts/${account.uuid}/export`, operator);
  expect(json('memberships.json')).toEqual([]);
  expect(json('monthly-statistics.json')).toMatchObject(
    [1, 2].map(itemNumber => ({ company: acme.handle, department: '=Drilling', itemNumber })),
  );
});

test('an export of a person who is erased concurrently is 404', async () => {
  const { db } = service.context;
  const bare = await service.seed.account('Bare');
  const { signIn, account } = await cast.ada();
  const session = await signIn();
  const exportsOf = async (id: number, where: string, headers: Headers) =>
    transaction(db, async tx => {
      await tx.client.query('select from reporting.account where id = $1 for update', [id]);
      const response = cast.call(where, headers);
      await waitUntil(isWaiting);
      for (const table of ['session', 'personal_secret', 'audit_event', 'member']) {
        await tx.client.query(`delete from reporting.${table} where account_id = $1`, [id]);
      }
      await tx.client.query('delete from reporting.account where id = $1', [id]);
      return { response };
    });
  const ofOther = await exportsOf(bare.id, `/security/accounts/${bare.uuid}/export`, operator);
  expect((await ofOther.response).body).toMatchObject({ status: 404, code: 'unknown-account' });
  const own = await exportsOf(account.id, '/me/export', session);
  expect((await own.response).body).toMatchObject({ status: 401, code: 'session-invalid' });
});

test("an export does not name people who imported the person's data", async () => {
  const { account, acme } = await person();
  const done = { by: 'import', isDeveloper: true };
  await service.context.db.prisma.auditEvent.create({
    data: {
      kind: 'developer-role-changed',
      actor: grace.account.email,
      accountId: account.id,
      companyId: acme.id,
      detail: { ...done, startedBy: grace.account.email },
    },
  });
  const { text, json } = await download(`/security/accounts/${account.uuid}/export`, operator);
  expect(json('audit.json')).toContainEqual(
    expect.objectContaining({ actor: 'an operator', detail: done }),
  );
  expect(text('audit.csv')).not.toContain(grace.account.email);
});

test('an export is a consistent snapshot', async () => {
  const { account, signIn } = await person();
  const { db } = service.context;
  const session = await signIn();
  const { exported } = await transaction(db, async tx => {
    await tx.client.query('lock table reporting.achievement in access exclusive mode');
    const exported = download('/me/export', session);
    await waitUntil(isWaiting);
    await db.prisma.mail.create({
      data: { accountId: account.id, kind: 'test', reason: `during the export ${account.uuid}` },
    });
    return { exported };
  });
  const { json, text } = await exported;
  expect(json('tickets.json')).toHaveLength(1);
  expect([json('mails.json'), text('mails.csv').split('\r\n').length]).toEqual([[], 2]);
});

test('an export has nothing of others, and the columns of each statement match its CSV', async () => {
  const { account, signIn, acme, member, department, achievement } = await person();
  const { db } = service.context;
  const { prisma } = db;
  const bob = await acme.member('Bob', { reportAccess: true });
  await acme.affiliate(bob, department);
  await acme.ticket(bob, achievement, 'Valid');
  await cast.clientSecret(await service.seed.secret(bob.account, acme));
  const expiresAt = new Date(Date.now() + 3_600_000);
  await prisma.session.create({ data: { accountId: bob.account.id, expiresAt } });
  const competency = await acme.competency('Welding');
  const profile = await acme.profile('Welder', [competency]);
  for (const { id, uuid, accountId } of [member, { ...bob, accountId: bob.account.id }]) {
    await acme.assign({ id, uuid }, department, profile);
    await acme.standing({ id, uuid }, competency, 'Validated');
    await prisma.accountIdentity.create({
      data: { accountId, issuer: 'https://id.example.org', subject: uuid },
    });
    await prisma.mail.create({ data: { accountId, kind: 'test', reason: uuid } });
    const topic = { topic: 'reminders', targetUuid: acme.uuid } as const;
    await prisma.unsubscription.create({ data: { ...topic, accountId, companyId: acme.id } });
    await prisma.allowedRecipient.create({ data: { accountId, companyId: acme.id } });
    await prisma.reportSchedule.create({
      data: {
        ...{ companyId: acme.id, accountId, name: 'Weekly', report: 'expirations' },
        ...{ parameters: {}, format: 'csv', recurrence: {}, whenEmpty: 'send' },
        recipients: [uuid],
      },
    });
  }
  await takeSnapshot(db, acme.id, new Date());
  const { names, text, json } = await download('/me/export', await signIn());
  for (const name of names.filter(file => file.endsWith('.json'))) {
    const rows = json(name) as { memberName?: string }[];
    const isLog = ['audit.json', 'monthly-statistics.json'].includes(name);
    expect([name, rows.length]).toEqual([name, isLog ? expect.any(Number) : 1]);
    const others = rows.filter(({ memberName }) => (memberName ?? account.name) !== account.name);
    expect([name, others]).toEqual([name, []]);
    const header = text(name.replace('.json', '.csv')).split('\r\n')[0]!;
    expect([name, Object.keys(rows[0]!)]).toEqual([name, header.split(',')]);
  }
});

test('a session can only export its own account', async () => {
  const { account, secret, signIn } = await person();
  const { json } = await download('/me/export', await signIn());
  expect(json('account.json')).toMatchObject([{ id: account.uuid }]);
  const other = `/security/accounts/${grace.account.uuid}/export`;
  expect((await cast.call('/me/export', bearer(secret))).body.code).toBe('session-invalid');
  expect((await cast.call(other, bearer(secret))).body.code).toBe('operator-required');
  expect((await cast.call(other, [['X-Api-Key', SERVICE_KEY]])).body.code).toBe(
    'operator-required',
  );
});

test('the command writes the export to a new file that only its owner can read', async () => {
  const { account } = await person();
  const folder = await mkdtemp(path.join(tmpdir(), 'export-'));
  try {
    const file = path.join(folder, 'ada.zip');
    const args = ['accounts', 'export', '--email', account.email, '--output', file];
    const run = () => runReporting(args, { DATABASE_URL: service.databaseUrl });
    expect((await run()).stdout).toBe(`${file}\n`);
    const files = unzipSync(new Uint8Array(await readFile(file)));
    expect(JSON.parse(strFromU8(files['account.json']!))).toMatchObject([{ id: account.uuid }]);
    const again = await run();
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already exists')]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each([{}, { confirm: 'grace@example.org' }, { confirm: '' }, { dryRun: true, confirm: 'x' }])(
  'an unconfirmed erasure changes nothing: %j',
  async body => {
    const { account } = await person();
    const response = await erase(account.uuid, body);
    expect([response.status, response.body.errors[0].field]).toEqual([400, 'confirm']);
    expect(await service.context.db.prisma.account.count({ where: { id: account.id } })).toBe(1);
  },
);

test('a dry run returns the counts, and the erasure deletes them and invalidates all credentials', async () => {
  const { account, secret, signIn } = await person();
  const session = await signIn();
  const planned = await erase(account.uuid, { dryRun: true });
  expect(planned.body).toMatchObject({ accounts: 1, memberships: 1, tickets: 1, sessions: 1 });
  expect((await cast.call('/auth/session', session)).status).toBe(200);
  const { status, body } = await erase(account.uuid, { confirm: account.email.toUpperCase() });
  expect([status, body]).toEqual([200, { ...planned.body, auditEvents: expect.any(Number) }]);
  expect((await cast.call('/auth/session', session)).body.code).toBe('session-invalid');
  expect((await cast.call('/me/client-secret', bearer(secret))).body.code).toBe(
    'secret-unrecognized',
  );
  expect((await erase(account.uuid, { confirm: account.email })).body.code).toBe('unknown-account');
  const events = await cast.call(`/security/audit-events?account=${account.uuid}`, operator);
  expect(events.body.items[0]).toMatchObject({
    kind: 'account-erased',
    actor: grace.account.email,
    accountId: account.uuid,
    summary: 'Grace erased a person',
  });
  expect(events.text).not.toContain(account.email);
});

test('an erasure keeps the validators and withdrawn records of others', async () => {
  const { account, acme, member } = await person();
  const { prisma } = service.context.db;
  const [bob, carol] = [await acme.member('Bob'), await acme.member('Carol')];
  for (const validator of [member, carol])
    await acme.standing(bob, await acme.competency('Weld'), 'Validated', { validator });
  for (const { uuid: memberUuid } of [member, bob])
    await prisma.withdrawnRecord.create({ data: { memberUuid, recordUuid: randomUUID() } });
  await erasePeople(service.context.db, [account.uuid], BY_OPERATOR);
  const standings = await prisma.competencyStanding.findMany({
    where: { companyId: acme.id },
    orderBy: { competencyId: 'asc' },
  });
  expect(standings.map(({ validatorId }) => validatorId)).toEqual([null, carol.id]);
  expect(await prisma.withdrawnRecord.findMany()).toMatchObject([{ memberUuid: bob.uuid }]);
});

test('an erasure during an import fails without changing anything', async () => {
  const { account } = await person();
  const { db } = service.context;
  await transaction(db, async tx => {
    await holdOffErasures(tx);
    const response = await erase(account.uuid, { confirm: account.email });
    expect([response.status, response.body.code]).toEqual([503, 'busy']);
    expect(response.body.detail).toContain('Nothing was erased');
  });
  expect((await erase(account.uuid, { confirm: account.email })).status).toBe(200);
});

test('20 concurrent erasures of a person erase once', async () => {
  const { account } = await person();
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => erase(account.uuid, { confirm: account.email })),
  );
  const erased = responses.filter(({ status, body }) => status === 200 && body.accounts === 1);
  expect(erased).toHaveLength(1);
  const where = { kind: 'account-erased', erasedAccountUuid: account.uuid };
  expect(await service.context.db.prisma.auditEvent.count({ where })).toBe(1);
});

test('schedules of others that concern only the person are deleted, which is audited', async () => {
  const { account, acme, member } = await person();
  const { prisma } = service.context.db;
  await prisma.account.update({ where: { id: account.id }, data: { name: 'Ida Quellbach' } });
  const other = await acme.member('Bob Quellbacher');
  const add = (name: string, parameters: object) =>
    prisma.reportSchedule.create({
      data: {
        ...{ companyId: acme.id, accountId: grace.account.id, name, report: 'expirations' },
        ...{ parameters, format: 'csv', recurrence: {}, whenEmpty: 'send' },
        recipients: [other.uuid],
      },
    });
  const schedules = [
    await add('Of Ida', { memberId: member.uuid.toUpperCase() }),
    await add('Search of Ida', { q: 'IDA quellbach' }),
    await add('Search among Ida and Bob', {
      members: [other.uuid, member.uuid],
      q: 'Quellbach Ida',
    }),
    await add('Search of Ida and Bob', { q: 'quellbach' }),
    await add('Ida and Bob', { members: [other.uuid, member.uuid], days: 30 }),
  ];
  const own = { accountId: grace.account.id, companyId: acme.id, actor: grace.account.email };
  await prisma.auditEvent.createMany({
    data: schedules.map(({ uuid, name }) => ({
      ...own,
      kind: 'schedule-saved',
      detail: { id: uuid, name },
    })),
  });
  const { body } = await erase(account.uuid, { confirm: account.email });
  expect(body).toMatchObject({ schedules: 3 });
  const left = await prisma.reportSchedule.findMany({
    where: { companyId: acme.id },
    orderBy: { id: 'asc' },
  });
  expect(left).toMatchObject([
    { name: 'Search of Ida and Bob', parameters: { q: 'quellbach' } },
    { name: 'Schedule', parameters: { members: [other.uuid], days: 30 } },
  ]);
  const events = await cast.call(`/security/audit-events?account=${grace.account.uuid}`, operator);
  const summaries = (events.body.items as { kind: string; companyId: string; summary: string }[])
    .filter(({ kind, companyId }) => kind.startsWith('schedule-') && companyId === acme.uuid)
    .map(({ summary }) => summary);
  expect(summaries.toSorted()).toEqual([
    'Grace deleted a schedule in acme',
    'Grace deleted a schedule in acme',
    'Grace deleted a schedule in acme',
    'Grace scheduled "Schedule" (recipients: 1) in acme',
    'Grace scheduled "Schedule" (recipients: unknown) in acme',
    'Grace scheduled "Schedule" (recipients: unknown) in acme',
    'Grace scheduled "Schedule" (recipients: unknown) in acme',
    'Grace scheduled "Schedule" (recipients: unknown) in acme',
    'Grace scheduled "Search of Ida and Bob" (recipients: unknown) in acme',
  ]);
});

test('searches for the whole name or code of a person are deleted however they are written', async () => {
  const { account, acme, member } = await person();
  const { prisma } = service.context.db;
  await prisma.account.update({ where: { id: account.id }, data: { name: 'Zoë Łukasz' } });
  await prisma.member.update({ where: { id: member.id }, data: { code: 'ÄB-1' } });
  const other = await acme.member('Bob');
  const searches = ['zoe lukasz', 'ZOË ŁUKASZ', 'Łukasz  Zoë', 'Zoe\u0308 Łukasz', 'äb-1', 'bo'];
  for (const q of searches) {
    await prisma.reportSchedule.create({
      data: {
        ...{ companyId: acme.id, accountId: grace.account.id, name: 'Search', format: 'csv' },
        ...{ report: 'expirations', parameters: { q }, recurrence: {}, whenEmpty: 'send' },
        recipients: [other.uuid],
      },
    });
  }
  await erase(account.uuid, { confirm: account.email });
  const left = await prisma.reportSchedule.findMany({ where: { companyId: acme.id } });
  expect(left.map(({ parameters }) => parameters)).toEqual([{ q: 'bo' }]);
});

test('service accounts and list sources keep their names in the audit after their creator is erased', async () => {
  const home = await service.seed.company('home');
  const { account } = await home.member('Olga', { isOperator: true, reportAccess: true });
  const olga = bearer(await service.seed.secret(account, home));
  const body = { name: 'power-bi', company: home.handle };
  await cast.call('/security/service-accounts', olga, { method: 'POST', body });
  const source = { sheets: [{ sheet: null, kind: 'people', columns: { Nr: 'personCode' } }] };
  await cast.call('/records/sources/hr', olga, { method: 'PUT', body: source });
  await erasePeople(service.context.db, [account.uuid], BY_OPERATOR);
  const events = await cast.call(`/security/audit-events?account=${account.uuid}`, operator);
  expect(events.body.items.map(({ summary }: { summary: string }) => summary)).toEqual([
    expect.stringContaining('erased a person'),
    'Former member saved the list source hr in home',
    'Former member created the service account power-bi in home',
  ]);
});

test('an operator by single sign-on can erase people if there is no manually appointed one', async () => {
  const { account } = await person();
  const { db } = service.context;
  await db.prisma.account.updateMany({ data: { isOperator: false } });
  expect(await erasePeople(db, [account.uuid], BY_OPERATOR)).toMatchObject({ accounts: 1 });
  await db.prisma.account.update({ where: { id: grace.account.id }, data: { isOperator: true } });
});

test('the last operator cannot be erased, and only operators in person can erase', async () => {
  const { account, secret } = await person();
  const last = await erase(grace.account.uuid, { confirm: grace.account.email });
  expect([last.status, last.body.code]).toEqual([409, 'last-operator']);
  for (const headers of [bearer(secret), [['X-Api-Key', SERVICE_KEY]] as Headers]) {
    const { body } = await erase(account.uuid, { confirm: account.email }, headers);
    expect(body.code).toBe('operator-required');
  }
});

test('the command requires the e-mail as confirmation', async () => {
  const { account } = await person();
  const run = (...args: string[]) =>
    runReporting(['accounts', 'erase', '--email', account.email, ...args], {
      DATABASE_URL: service.databaseUrl,
    });
  const refused = await run();
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--dry-run')]);
  expect((await run('--dry-run')).stdout).toMatch(/Dry run; nothing was changed:\n +1 {2}accounts/);
  expect(JSON.parse((await run('--confirm', account.email, '--json')).stdout)).toMatchObject({
    accounts: 1,
  });
  expect((await run('--dry-run')).stderr).toContain('There is no account');
});
