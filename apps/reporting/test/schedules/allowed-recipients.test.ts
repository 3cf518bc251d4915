import { bearer, type Headers, xCompany } from '../cast';
import { expectProblem } from '../expect-problem';
import { type Scheduling, startScheduling } from './schedule-cast';

let scheduling: Scheduling;
beforeAll(async () => {
  scheduling = await startScheduling({ RATE_LIMIT_REPORTS: 'off' });
});
afterAll(() => scheduling.close());

let number = 0;
/** Acme, an operator, and the chair of the board, who has no account. */
async function acmeAndChair() {
  const acme = await scheduling.acme();
  const { secret } = await scheduling.cast.grace();
  const operator: Headers = [...bearer(secret), ...xCompany(acme.company.handle)];
  const email = `chair-${++number}@board.example`;
  const call = (method: string, path = '', body?: unknown, headers = operator) =>
    scheduling.cast.call(`/notification/recipients${path}`, headers, {
      method,
      ...(body !== undefined && { body }),
    });
  const allow = () => call('POST', '', { email, name: 'Katherine Johnson' });
  const add = async () => {
    const { id } = (await allow()).body;
    return { id, schedule: await acme.add({ recipients: [id] }) };
  };
  const mailsOf = (to = email) =>
    scheduling.smtp.mails.filter(mail => JSON.stringify(mail.to).includes(to));
  return { acme, email, call, allow, add, mailsOf };
}

async function runAndSend() {
  await scheduling.run();
  await scheduling.send();
}

test('an address without an account receives the file, but no link to the console', async () => {
  scheduling.setTime('2026-11-23T05:00:00.000Z');
  const { acme, add, mailsOf } = await acmeAndChair();
  const { schedule } = await add();
  await acme.call('POST', `/${schedule}/run`);
  await runAndSend();
  const [mail] = mailsOf();
  expect(mail!.attachments).toHaveLength(1);
  expect(mail!.text).toContain('because Ada has scheduled this report for you');
  expect(mail!.text).not.toContain('/console/');
  expect((await acme.call('GET', `/${schedule}`)).body.lastRun).toMatchObject({
    outcome: 'sent',
    sentTo: 1,
    leftOut: [],
  });
});

test('an allowed person with report access to another organization receives no link to the console', async () => {
  scheduling.setTime('2026-11-23T05:00:00.000Z');
  const { acme, call, mailsOf } = await acmeAndChair();
  const globex = await scheduling.service.seed.company('globex');
  const { account } = await globex.member('Katherine Johnson', { reportAccess: true });
  const { id } = (await call('POST', '', { email: account.email, name: account.name })).body;
  await acme.call('POST', `/${await acme.add({ recipients: [id] })}/run`);
  await runAndSend();
  const [mail] = mailsOf(account.email);
  expect(mail!.attachments).toHaveLength(1);
  expect(mail!.text).not.toContain('/console/');
});

test('the link in the email unsubscribes a recipient without an account', async () => {
  const { acme, add, mailsOf } = await acmeAndChair();
  const { id, schedule } = await add();
  await acme.call('POST', `/${schedule}/run`);
  await runAndSend();
  const [, path] = /Unsubscribe: https:\/\/reports\.example\.org(\S+)/.exec(mailsOf()[0]!.text!)!;
  const form = { 'List-Unsubscribe': 'One-Click' };
  const body = new URLSearchParams(form);
  expect((await fetch(scheduling.service.url + path!, { method: 'POST', body })).status).toBe(200);
  await acme.call('POST', `/${schedule}/run`);
  await runAndSend();
  expect(mailsOf()).toHaveLength(1);
  expect((await acme.call('GET', `/${schedule}`)).body.lastRun.leftOut).toEqual([
    { memberId: id, reason: 'unsubscribed' },
  ]);
});

test('the name of a new account is trimmed, like those of other accounts', async () => {
  const { call, email } = await acmeAndChair();
  const { body } = await call('POST', '', { email, name: '  Katherine Johnson ' });
  expect(body.name).toBe('Katherine Johnson');
});

test('a revoked address receives no emails, not even waiting ones', async () => {
  const { acme, call, add, mailsOf } = await acmeAndChair();
  const { id, schedule } = await add();
  await acme.call('POST', `/${schedule}/run`);
  await scheduling.run();
  expect((await call('DELETE', `/${id}`)).status).toBe(204);
  await scheduling.send();
  expect(mailsOf()).toEqual([]);
  expectProblem(await call('DELETE', `/${id}`), '404 Unknown recipient, unknown-recipient');
  const refused = await acme.call('POST', '', { ...acme.schedule, recipients: [id] });
  expect(refused.body.errors).toMatchObject([{ field: 'recipients[0]' }]);
});

test('allowing an address twice has no effect; the list and the schedule options include it', async () => {
  const { acme, email, call, allow } = await acmeAndChair();
  const [first, again] = [await allow(), await allow()];
  expect([first.status, again.body]).toEqual([201, first.body]);
  const { id } = first.body;
  expect((await call('GET')).body).toMatchObject({
    total: 1,
    items: [{ id, email, name: 'Katherine Johnson' }],
  });
  const { recipients } = (await acme.call('GET', '/options?q=katherine')).body;
  expect(recipients).toContainEqual({
    ...{ memberId: id, name: 'Katherine Johnson', email },
    ...{ isCaller: false, isAllowed: true },
  });
});

test('ten concurrent requests allow an account once', async () => {
  const { acme, call } = await acmeAndChair();
  const { account } = await acme.company.member('Linus');
  const body = { email: account.email, name: 'Linus' };
  const responses = await Promise.all(Array.from({ length: 10 }, () => call('POST', '', body)));
  const { items } = (await call('GET')).body;
  expect(items).toHaveLength(1);
  expect(responses.map(({ body: allowed }) => allowed)).toEqual(Array(10).fill(items[0]));
  const { db } = scheduling.service.context;
  const events = db.prisma.auditEvent.count({
    where: { kind: 'recipient-allowed', accountId: account.id },
  });
  expect(await events).toBe(1);
});

test('ten concurrent requests create one account for a new address', async () => {
  const { allow, call } = await acmeAndChair();
  const responses = await Promise.all(Array.from({ length: 10 }, allow));
  const { items } = (await call('GET')).body;
  expect(items).toHaveLength(1);
  expect(responses.map(({ body: allowed }) => allowed)).toEqual(Array(10).fill(items[0]));
});

test('a member without report access receives a schedule if the address is allowed', async () => {
  const { acme, call } = await acmeAndChair();
  const { account } = await acme.company.member('Linus');
  const { id } = (await call('POST', '', { email: account.email, name: 'Other' })).body;
  const schedule = await acme.add({ recipients: [id] });
  await acme.call('POST', `/${schedule}/run`);
  await scheduling.run();
  expect((await acme.call('GET', `/${schedule}`)).body.lastRun).toMatchObject({ sentTo: 1 });
});

test('an account that is a member and an allowed recipient counts once', async () => {
  const { acme, call } = await acmeAndChair();
  const { grace } = acme;
  const { id } = (await call('POST', '', { email: grace.account.email, name: 'Grace' })).body;
  const schedule = await acme.add({ recipients: [grace.uuid, id] });
  await acme.call('POST', `/${schedule}/run`);
  await runAndSend();
  const received = scheduling.smtp.mails.flatMap(mail => mail.recipients);
  expect(received.filter(address => address === grace.account.email)).toHaveLength(1);
  expect((await acme.call('GET', `/${schedule}`)).body.lastRun).toMatchObject({ sentTo: 1 });
});

test('other organizations cannot use the address, and only operators can allow one', async () => {
  const { acme, call, allow } = await acmeAndChair();
  const { id } = (await allow()).body;
  const other = await scheduling.acme();
  const refused = await other.call('POST', '', { ...other.schedule, recipients: [id] });
  expect(refused.status).toBe(400);
  const body = { email: 'x@board.example', name: 'X' };
  const response = await call('POST', '', body, bearer(acme.secret));
  expect(response.status).toBe(403);
});

test.each([
  [{ email: 'nobody', name: 'X' }, 'body.email'],
  [{ email: 'x@board.example', name: ' ' }, 'body.name'],
])('%j is rejected naming %s', async (body, field) => {
  const { call } = await acmeAndChair();
  const { status, body: problem } = await call('POST', '', body);
  expect([status, JSON.stringify(problem.errors)]).toEqual([
    400,
    expect.stringContaining(field.split('.')[1]!),
  ]);
});
