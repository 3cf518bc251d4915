import { randomUUID } from 'node:crypto';
import { bearer, type Headers, xCompany } from '../cast';
import { expectProblem } from '../expect-problem';
import { MONDAY, type Scheduling, startScheduling } from '../schedules/schedule-cast';
import type { SmtpReply } from './smtp';

let scheduling: Scheduling;
let respond: (recipient: string) => SmtpReply;
beforeAll(async () => {
  scheduling = await startScheduling({}, { respond: recipient => respond(recipient) });
});
beforeEach(async () => {
  respond = () => null;
  scheduling.setTime(MONDAY.toISOString());
  scheduling.smtp.mails.length = 0;
  const { prisma } = scheduling.service.context.db;
  await prisma.reportSchedule.deleteMany();
  await prisma.mail.deleteMany();
});
afterAll(() => scheduling.close());

/** Runs a schedule of acme, whose deliveries an operator can read. */
async function sendReports() {
  const acme = await scheduling.acme();
  await acme.add();
  scheduling.setTime('2026-11-23T06:00:00.000Z');
  await scheduling.run();
  await scheduling.send();
  const { secret } = await scheduling.cast.grace();
  const operator: Headers = [...bearer(secret), ...xCompany(acme.company.handle)];
  const call = (path = '', method = 'GET', headers = operator) =>
    scheduling.cast.call(`/notification/deliveries${path}`, headers, { method });
  return { acme, call };
}

test('GET /notification/deliveries returns recipients, kinds, times and outcomes, newest first', async () => {
  respond = recipient =>
    recipient.startsWith('bad') ? { code: 550, text: 'no such mailbox' } : null;
  const { acme, call } = await sendReports();
  const { body } = await call();
  expect(body).toMatchObject({ total: 2, isTotalExact: true, page: 1, pageSize: 25 });
  expect(body.items[1]).toEqual({
    id: expect.any(String),
    kind: 'schedule',
    recipient: {
      accountId: acme.account.uuid,
      name: 'Ada',
      email: acme.account.email,
    },
    createdAt: expect.stringMatching(/\+00:00$/),
    outcome: 'sent',
    finishedAt: expect.stringMatching(/\+00:00$/),
    nextAttemptAt: null,
    attempts: 1,
    error: null,
  });
  expect(scheduling.smtp.mails.map(({ messageId }) => messageId)).toContain(
    `<${body.items[1].id}@example.org>`,
  );
});

test('a page counts at most 10,000 emails, and indicates it', async () => {
  const { acme, call } = await sendReports();
  const add = (count: number) =>
    scheduling.service.context.db.pool.query(
      `insert into reporting.mail (account_id, company_id, kind, reason)
      select $1, $2, 'test', gen_random_uuid() from generate_series(1, $3)`,
      [acme.account.id, acme.company.id, count],
    );
  await add(9_998);
  expect((await call('?page=400')).body).toMatchObject({ total: 10_000, isTotalExact: true });
  await add(1);
  const { body } = await call('?page=401');
  expect(body).toMatchObject({ total: 10_000, isTotalExact: false });
  expect(body.items).toHaveLength(1);
});

test('it never returns the content of an email', async () => {
  const { acme, call } = await sendReports();
  const { text } = await call();
  for (const content of [acme.firstAid.uuid, 'First Aid', 'Monday', 'runId']) {
    expect(text).not.toContain(content);
  }
});

test('it filters by outcome and recipient, and pages', async () => {
  const { acme, call } = await sendReports();
  await scheduling.service.context.db.prisma.mail.create({
    data: {
      ...{ accountId: acme.account.id, companyId: null, kind: 'test', reason: randomUUID() },
    },
  });
  const idsOf = async (query: string) => {
    const { body } = await call(query);
    return body.items.map(({ kind, recipient }: never) => [
      kind,
      (recipient as { name: string }).name,
    ]);
  };
  expect(await idsOf('?outcome=waiting')).toEqual([['test', 'Ada']]);
  expect(await idsOf('?outcome=sent&q=grace')).toEqual([['schedule', 'Grace']]);
  expect(await idsOf(`?q=${acme.grace.account.email.toUpperCase()}`)).toEqual([
    ['schedule', 'Grace'],
  ]);
  expect(await idsOf('?page=2&pageSize=2')).toEqual([['schedule', 'Ada']]);
  expect((await call('?outcome=lost')).body.errors).toMatchObject([{ field: 'outcome' }]);
});

test('it finds an e-mail regardless of case', async () => {
  const { acme, call } = await sendReports();
  await scheduling.service.context.db.prisma.account.update({
    where: { id: acme.account.id },
    data: { email: 'müller@example.org' },
  });
  expect((await call('?q=M%C3%9CLLER@')).body).toMatchObject({ total: 1 });
});

test('a permanently rejected email is resent on request, with the same Message-ID', async () => {
  respond = () => ({ code: 550, text: 'no such mailbox' });
  const { call } = await sendReports();
  const [failed, other] = (await call('?outcome=failed')).body.items;
  expect(failed.error).toContain('550');
  respond = () => null;
  expect((await call(`/${failed.id}/retry`, 'POST')).status).toBe(202);
  await scheduling.send();
  expect(scheduling.smtp.mails.map(({ messageId }) => messageId)).toEqual([
    `<${failed.id}@example.org>`,
  ]);
  expect(scheduling.smtp.mails[0]!.attachments).toHaveLength(1);
  expect((await call('?outcome=failed')).body.items).toMatchObject([{ id: other.id }]);
  expectProblem(
    await call(`/${failed.id}/retry`, 'POST'),
    '409 Delivery not failed, delivery-not-failed',
  );
});

test('resending an email that is being sent does not wait for the mail server', async () => {
  const { acme, call } = await sendReports();
  const { pool, prisma } = scheduling.service.context.db;
  const { uuid } = await prisma.mail.create({
    data: { accountId: acme.account.id, kind: 'test', reason: randomUUID() },
  });
  const sender = await pool.connect();
  try {
    await sender.query('begin');
    await sender.query('select from reporting.mail where uuid = $1 for update', [uuid]);
    expectProblem(
      await call(`/${uuid}/retry`, 'POST'),
      '409 Delivery not failed, delivery-not-failed',
    );
  } finally {
    await sender.query('rollback');
    sender.release();
  }
});

test('a report whose file no longer exists is sent as a link', async () => {
  respond = () => ({ code: 550, text: 'no such mailbox' });
  const { call } = await sendReports();
  await scheduling.run();
  const [failed] = (await call()).body.items;
  respond = () => null;
  await call(`/${failed.id}/retry`, 'POST');
  await scheduling.send();
  const [mail] = scheduling.smtp.mails;
  expect(mail!.attachments).toEqual([]);
  expect(mail!.text).toContain('The file is not attached');
});

test('a failed report can be resent after later runs, until its delivery is deleted', async () => {
  respond = () => ({ code: 550, text: 'no such mailbox' });
  const { call } = await sendReports();
  const [failed] = (await call()).body.items;
  respond = () => null;
  const { prisma } = scheduling.service.context.db;
  const runOf = (time: string) => {
    scheduling.setTime(time);
    return scheduling.run();
  };
  await runOf('2026-11-30T06:00:00.000Z');
  expect((await call(`/${failed.id}/retry`, 'POST')).status).toBe(202);
  await scheduling.send();
  expect(scheduling.smtp.mails.map(({ messageId }) => messageId)).toContain(
    `<${failed.id}@example.org>`,
  );
  expect(await prisma.scheduleRun.count()).toBe(2);
  await prisma.mail.deleteMany();
  await runOf('2026-12-07T06:00:00.000Z');
  expect(await prisma.scheduleRun.count()).toBe(1);
});

test('a resent email is retried for another 24 hours', async () => {
  respond = () => ({ code: 550, text: 'no such mailbox' });
  const { call } = await sendReports();
  const { prisma } = scheduling.service.context.db;
  await prisma.mail.updateMany({ data: { retriedAt: new Date(Date.now() - 48 * 3_600_000) } });
  const [failed] = (await call()).body.items;
  respond = () => ({ code: 451, text: 'greylisted' });
  await call(`/${failed.id}/retry`, 'POST');
  await scheduling.send();
  const stored = await prisma.mail.findUniqueOrThrow({ where: { uuid: failed.id } });
  expect(stored).toMatchObject({ outcome: null, attempts: 2 });
});

test('deliveries of other organizations are unknown, and only operators see any', async () => {
  const { acme, call } = await sendReports();
  const [mail] = (await call()).body.items;
  const { secret } = await scheduling.cast.grace();
  const other = await scheduling.service.seed.company('other');
  const elsewhere: Headers = [...bearer(secret), ...xCompany(other.handle)];
  expect((await call('', 'GET', elsewhere)).body).toMatchObject({ items: [], total: 0 });
  expectProblem(
    await call(`/${mail.id}/retry`, 'POST', elsewhere),
    '404 Unknown delivery, unknown-delivery',
  );
  expectProblem(
    await call('', 'GET', bearer(acme.secret)),
    '403 Operator required, operator-required',
  );
});
