import { randomUUID } from 'node:crypto';
import { hashPassword } from '@platform/auth/passwords';
import { hashSecret } from '@platform/auth/secret';
import { transaction } from '@platform/db';
import { createLog } from '@platform/http';
import { waitUntil } from '@platform/http/testing';
import type { JobRun } from '@platform/jobs';
import type { ParsedMail } from 'mailparser';
import { passwordResetsJob } from '../../../src/identity/sign-in/password-links';
import { composePasswordMails } from '../../../src/mail/password-mails';
import { sendMailsJob } from '../../../src/mail/send-mails';
import { createMailTransport } from '../../../src/mail/transport';
import { purge } from '../../../src/main/purge';
import { apiKey, bearer, castOf, type Headers, PASSWORD } from '../../cast';
import { expectProblem } from '../../expect-problem';
import { startSmtpServer } from '../../mail/smtp';
import type { Reply } from '../../send-json';
import { SERVICE_KEY, startTestApp, type TestApp } from '../../start-test-app';
import { cookiesOf } from '../sign-in-at';

const ADDRESS = 'https://reporting.example.org/base';
const ISSUER = 'https://sign-on.example.org';
const NEXT = 'eight lamps on a loud street';
const log = createLog({ service: 'test', level: 'silent' });

let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let service: TestApp;
let cast: ReturnType<typeof castOf>;
let operator: Headers;
beforeAll(async () => {
  smtp = await startSmtpServer();
  service = await startTestApp({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Reporting <reporting@example.org>',
    PUBLIC_URL: ADDRESS,
    OIDC_ISSUER: ISSUER,
    OIDC_CLIENT_ID: 'reporting',
    SERVICE_KEY,
    RATE_LIMIT_SIGN_IN: 'off',
    RATE_LIMIT_DEFAULT: 'off',
  });
  cast = castOf(service);
  operator = bearer((await cast.grace()).secret);
});
afterAll(async () => {
  await service.close();
  await smtp.close();
});

const post = (path: string, body: unknown, headers: Headers = []): Promise<Reply> =>
  cast.call(path, headers, { method: 'POST', body });
const reset = (email: string) => post('/auth/password-reset', { email });
const confirm = (token: string, chosen = NEXT) =>
  post('/auth/password-reset/confirm', { token, new: chosen });
const signIn = (email: string, password: string, headers: Headers = []) =>
  post('/auth/login', { email, password }, headers);

const work = (): JobRun<object> => ({
  data: {},
  db: service.context.db,
  log,
  signal: new AbortController().signal,
  enqueue: () => Promise.resolve(),
});

const minutesLater = (minutes: number) =>
  service.context.db.pool.query(
    'update reporting.mail set created_at = created_at - make_interval(mins => $1)',
    [minutes],
  );

/** Runs the jobs five minutes after the previous time, and returns the emails to an address. */
async function mailsTo(email: string): Promise<ParsedMail[]> {
  await minutesLater(5);
  const { enqueueMails } = service.context;
  await passwordResetsJob(enqueueMails!).run(work());
  const from = 'Reporting <reporting@example.org>';
  const transport = createMailTransport({ url: smtp.url, from, connections: 3 });
  const compose = composePasswordMails({ address: ADDRESS, issuer: ISSUER });
  await sendMailsJob({ transport, compose, count: () => undefined }).run(work());
  transport.close();
  return smtp.mails.filter(({ recipients }) => recipients.includes(email));
}

function tokenOf({ text }: Pick<ParsedMail, 'text'>): string {
  const [, token] =
    /https:\/\/reporting\.example\.org\/base\/console\/set-password#token=([\w-]{43})\n/.exec(
      text!,
    )!;
  return token!;
}

async function requestToken(email: string): Promise<string> {
  expect((await reset(email)).status).toBe(204);
  return tokenOf((await mailsTo(email)).at(-1)!);
}

const invite = (account: object = {}) =>
  post(
    '/security/accounts',
    { email: `${randomUUID()}@example.org`, name: 'Ada', ...account },
    operator,
  );

const until = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const linksOf = (accountId: number) =>
  service.context.db.prisma.passwordLink.findMany({ where: { accountId } });

describe('an invitation', () => {
  test('is sent to a new account, and its link sets the first password', async () => {
    const acme = await service.seed.company('Acme');
    const { status, body } = await invite({
      memberships: [{ company: acme.handle, isDeveloper: false, hasAccess: true }],
    });
    expect([status, body.isInvited]).toEqual([201, true]);
    const [mail, ...others] = await mailsTo(body.email);
    expect(others).toEqual([]);
    expect(mail!.subject).toBe('Acme: choose a password for your account');
    const token = tokenOf(mail!);
    expect(mail!.text).toBe(
      'Acme has created an account for you. Choose a password, then sign in with this e-mail address.\n\n' +
        `You can also use single sign-on: ${ADDRESS}/console/\n\n` +
        'The link can be used once and expires in seven days.\n\n' +
        `Choose a password:\n${ADDRESS}/console/set-password#token=${token}\n\n` +
        '-- \nYou are receiving this email because an operator created an account with this address.\n',
    );
    expect(mail!.headers.has('list-unsubscribe')).toBe(false);
    const [link] = await service.context.db.prisma.passwordLink.findMany({
      where: { account: { email: body.email } },
    });
    expect(Buffer.from(link!.hash)).toEqual(hashSecret(token));
    expect(link!.expiresAt.getTime()).toBeGreaterThan(until(7 * 24 * 60 - 2).getTime());
    expect(link!.expiresAt.getTime()).toBeLessThan(until(7 * 24 * 60 + 2).getTime());
    expect((await confirm(token)).status).toBe(204);
    expect((await signIn(body.email, NEXT)).status).toBe(204);
  });

  test('names the service if the account has no organization or several', async () => {
    const { body } = await invite();
    const [mail] = await mailsTo(body.email);
    expect(mail!.subject).toBe('Reporting: choose a password for your account');
  });

  test('cannot be extended with headers, lines or recipients by a name', async () => {
    const acme = await service.seed.company('acme');
    await service.context.db.prisma.company.update({
      where: { id: acme.id },
      data: { name: 'Acme\r\nBcc: eve@example.net\r\n\r\nGo to evil.example' },
    });
    const { body } = await invite({
      name: 'Ada Bcc: eve@example.net <b>evil.example</b>',
      memberships: [{ company: acme.handle, isDeveloper: false, hasAccess: true }],
    });
    const [mail] = await mailsTo(body.email);
    expect(mail!.headers.has('bcc')).toBe(false);
    expect(smtp.mails.at(-1)!.recipients).toEqual([body.email]);
    expect(mail!.text!.split('\n').filter(line => line.startsWith('Go to'))).toEqual([]);
    expect(`${mail!.text} ${String(mail!.html)}`).not.toContain('<b>evil');
  });

  test('is not sent once the account has a password', async () => {
    const { body } = await invite();
    const { url } = (await post(`/security/accounts/${body.id}/password-link`, undefined, operator))
      .body;
    expect((await confirm(url.split('=')[1])).status).toBe(204);
    expect(await mailsTo(body.email)).toEqual([]);
  });
});

describe('invitations of an organization', () => {
  test('are sent to members with access who cannot sign in, once a week, after a dry run', async () => {
    const acme = await service.seed.company('Acme');
    const { account } = await acme.member('Imported');
    await acme.member('Signs in', { password: NEXT });
    const linked = await acme.member('Signs on');
    const identities = [
      { issuer: ISSUER, subject: randomUUID(), accountId: linked.account.id },
      // Of a former provider.
      { issuer: 'https://former.example.org', subject: randomUUID(), accountId: account.id },
    ];
    await service.context.db.prisma.accountIdentity.createMany({ data: identities });
    await acme.member('Has no e-mail', { email: null });
    await acme.member('Has no access', { hasAccess: false });
    const inviteAll = (more: object = {}) =>
      post('/security/invitations', { company: acme.handle, ...more }, operator);
    const counts = {
      ...{ invited: 1, signIn: 2, invitedBefore: 0, withoutEmail: 1, withoutAccess: 1 },
    };
    expect(await inviteAll({ dryRun: true })).toMatchObject({ status: 200, body: counts });
    expect(await mailsTo(account.email)).toEqual([]);
    const both = await Promise.all([inviteAll(), inviteAll()]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const [mail, ...others] = await mailsTo(account.email);
    expect([mail!.subject, others]).toEqual(['Acme: choose a password for your account', []]);
    const again = { ...counts, invited: 0, invitedBefore: 1 };
    expect((await inviteAll()).body).toEqual(again);
    await service.context.db.pool.query(
      `update reporting.mail set finished_at = finished_at - interval '8 days' where account_id = $1`,
      [account.id],
    );
    expect((await inviteAll()).body).toEqual(counts);
    expect(await mailsTo(account.email)).toHaveLength(2);
    const { body } = await cast.call('/security/audit-events?kind=members-invited', operator);
    expect(body.items[0]).toMatchObject({
      ...{ companyId: acme.uuid, detail: { invited: 1 } },
      summary: expect.stringContaining('invited 1 members in Acme'),
    });
  });

  test('are rejected for an unknown organization and for anyone but operators in person', async () => {
    expectProblem(
      await post('/security/invitations', { company: 'nowhere' }, operator),
      '400 Unknown company, unknown-company',
    );
    expectProblem(
      await post('/security/invitations', { company: 'nowhere' }, apiKey(SERVICE_KEY)),
      '403 Operator required, operator-required',
    );
  });
});

describe('a reset', () => {
  test('is sent by email, sets the password, and ends sessions, links and known browsers', async () => {
    const { account, signIn: open } = await cast.ada();
    const session = await open();
    const device = cookiesOf(await signIn(account.email, PASSWORD));
    const [one, other] = [await requestToken(account.email), await requestToken(account.email)];
    const [mail] = await mailsTo(account.email);
    expect(mail!.subject).toBe('Reporting: choose a new password');
    expect(mail!.text).toBe(
      'The link can be used once and expires in an hour. A new password ends all sessions of the account.\n\n' +
        'If you did not request this, you can ignore this email: your password remains unchanged.\n\n' +
        `Choose a new password:\n${ADDRESS}/console/set-password#token=${one}\n\n` +
        '-- \nYou are receiving this email because a password reset was requested for the account with this address.\n',
    );
    const set = await confirm(other);
    expect([set.status, set.text, set.headers['set-cookie']]).toEqual([204, '', undefined]);
    expect((await cast.call('/auth/session', session)).status).toBe(401);
    expect((await cast.call('/auth/session', device)).status).toBe(401);
    expectProblem(await confirm(one), '404 Unknown password link, unknown-password-link');
    expect((await signIn(account.email, PASSWORD)).status).toBe(401);
    const known = String((await signIn(account.email, NEXT, device)).headers['set-cookie']);
    // A known browser keeps its ID in the new cookie.
    expect(deviceOf(known)).not.toBe(deviceOf(device[0][1]));
    const { body } = await cast.call(`/security/audit-events?account=${account.uuid}`, operator);
    const kinds = (body.items as { kind: string; summary: string }[]).reverse();
    expect(kinds.filter(({ kind }) => kind.startsWith('password'))).toMatchObject([
      { kind: 'password-reset-requested', summary: 'A password reset was requested for Ada' },
      { kind: 'password-reset-requested' },
      { kind: 'password-set', summary: 'Ada set their password with a link' },
    ]);
  });

  function deviceOf(cookies: string): string {
    const [, claims] = /reporting_device=[\w-]+\.([\w-]+)/.exec(cookies)!;
    return (JSON.parse(Buffer.from(claims!, 'base64url').toString()) as { id: string }).id;
  }

  test.each<[whose: string, prepare: () => Promise<string>]>([
    ['an account', async () => (await cast.ada()).account.email],
    ['an account in upper case', async () => (await cast.ada()).account.email.toUpperCase()],
    ['nobody', () => Promise.resolve(`${randomUUID()}@example.org`)],
    ['a disabled account', async () => (await disabled()).email],
    ['an account with only single sign-on', async () => (await signedOn()).email],
    ['an account that was only invited', async () => (await invite()).body.email as string],
  ])('for the address of %s has the same response as any other', async (_, prepare) => {
    const { status, text, headers } = await reset(await prepare());
    const { date: _date, 'x-request-id': _id, ...rest } = headers;
    const { headers: usual } = await reset(`${randomUUID()}@example.net`);
    const { date: _other, 'x-request-id': _others, ...expected } = usual;
    expect([status, text, rest]).toEqual([204, '', expected]);
  });

  async function disabled() {
    const { account } = await cast.ada();
    const data = { disabledAt: new Date() };
    await service.context.db.prisma.account.update({ where: { id: account.id }, data });
    return account;
  }

  async function signedOn() {
    const account = await service.seed.account('Ada');
    await service.context.db.prisma.accountIdentity.create({
      data: { issuer: ISSUER, subject: account.uuid, accountId: account.id },
    });
    return account;
  }

  test('of an account with only single sign-on explains it, without a link', async () => {
    const { email, id } = await signedOn();
    await reset(email);
    const [mail] = await mailsTo(email);
    expect(mail!.subject).toBe('Reporting: sign in with single sign-on');
    expect(mail!.text).toContain('Your account has no password. Sign in with single sign-on.');
    expect(mail!.text).not.toContain('token');
    expect(await linksOf(id)).toEqual([]);
  });

  test('of a disabled or unknown account sends nothing', async () => {
    const [{ email }, nobody] = [await disabled(), `${randomUUID()}@example.org`];
    await reset(email);
    await reset(nobody);
    expect([await mailsTo(email), await mailsTo(nobody)]).toEqual([[], []]);
    expect(await service.context.db.prisma.passwordResetRequest.count()).toBe(0);
  });

  test('requested repeatedly within five minutes sends one email', async () => {
    const { account } = await cast.ada();
    for (let n = 0; n < 3; n++) await reset(account.email);
    const { db, enqueueMails } = service.context;
    const decide = () => passwordResetsJob(enqueueMails!).run(work());
    const mails = () => db.prisma.mail.count({ where: { accountId: account.id } });
    await decide();
    await minutesLater(4);
    await reset(account.email);
    await decide();
    expect(await mails()).toBe(1);
    await minutesLater(1);
    await reset(account.email);
    await decide();
    expect(await mails()).toBe(2);
  });

  test('that is waiting is deleted with an erased person', async () => {
    const { account } = await cast.ada();
    await reset(account.email);
    const confirmed = { confirm: account.email };
    const path = `/security/accounts/${account.uuid}/erase`;
    expect((await post(path, confirmed, operator)).status).toBe(200);
    const { passwordResetRequest } = service.context.db.prisma;
    expect(await passwordResetRequest.count({ where: { email: account.email } })).toBe(0);
  });

  test.each(['nobody', 'a\u0000@example.org', '@'])('of %j is rejected', async email => {
    const { status, body } = await reset(email);
    expect([status, body.errors[0].field]).toEqual([400, 'email']);
  });
});

describe('a link', () => {
  test('sets the password of only one of four concurrent requests', async () => {
    const { account } = await cast.ada();
    const token = await requestToken(account.email);
    const chosen = Array.from({ length: 4 }, (_, n) => `${n} lamps on a quiet street`);
    const responses = await Promise.all(chosen.map(password => confirm(token, password)));
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    const winner = chosen[responses.findIndex(({ status }) => status === 204)]!;
    expect((await signIn(account.email, winner)).status).toBe(204);
  });

  test('remains valid if the password is rejected', async () => {
    const { account } = await cast.ada();
    const token = await requestToken(account.email);
    for (const chosen of ['short', 'passwordpassword', account.email]) {
      const { status, body } = await confirm(token, chosen);
      expect([status, body.errors[0].field]).toEqual([400, 'new']);
    }
    expect((await signIn(account.email, PASSWORD)).status).toBe(204);
    expect((await confirm(token)).status).toBe(204);
  });

  test.each<[end: string, work: (account: { id: number; uuid: string; email: string }) => unknown]>(
    [
      [
        'it has expired',
        ({ id: accountId }) =>
          service.context.db.prisma.passwordLink.updateMany({
            where: { accountId },
            data: { expiresAt: new Date(Date.now() - 1) },
          }),
      ],
      [
        'the password was changed',
        async ({ email }) => {
          const session = cookiesOf(await signIn(email, PASSWORD));
          const change = { current: PASSWORD, new: 'nine lamps on a long street' };
          expect((await post('/me/password', change, session)).status).toBe(204);
        },
      ],
      [
        'the e-mail was changed',
        ({ uuid }) => patch(uuid, { email: `${randomUUID()}@example.org` }),
      ],
      [
        'the e-mail was changed and changed back',
        async ({ uuid, email }) => {
          await patch(uuid, { email: `${randomUUID()}@example.org` });
          expect((await patch(uuid, { email })).body).toMatchObject({ email });
        },
      ],
      ['the account is disabled', ({ uuid }) => patch(uuid, { isDisabled: true })],
    ],
  )('does not work if %s', async (_, end) => {
    const [{ account }, { account: other }] = [await cast.ada(), await cast.ada()];
    const token = await requestToken(account.email);
    const ofOther = await requestToken(other.email);
    await end(account);
    expectProblem(await confirm(token), '404 Unknown password link, unknown-password-link');
    expect((await confirm(ofOther)).status).toBe(204);
    expect((await signIn(account.email, NEXT)).status).toBe(401);
  });

  const patch = (uuid: string, body: object) =>
    cast.call(`/security/accounts/${uuid}`, operator, { method: 'PATCH', body });

  test('is deleted once it has expired, and an unprocessed request after a day', async () => {
    const { account } = await cast.ada();
    await requestToken(account.email);
    const { passwordLink, passwordResetRequest } = service.context.db.prisma;
    await passwordLink.updateMany({ data: { expiresAt: new Date(0) } });
    await passwordResetRequest.createMany({
      data: [
        { email: 'old@example.org', createdAt: until(-25 * 60) },
        { email: 'new@example.org' },
      ],
    });
    await purge(service.context.db, service.context.config);
    expect(await passwordLink.count()).toBe(0);
    expect(await passwordResetRequest.findMany()).toMatchObject([{ email: 'new@example.org' }]);
    await passwordResetRequest.deleteMany();
  });
});

describe('a link created by an operator', () => {
  test('is returned once and audited, and appears in no table, log or event', async () => {
    const { account } = await cast.ada();
    const path = `/security/accounts/${account.uuid}/password-link`;
    const made = await post(path, undefined, operator);
    expect([made.status, made.headers['cache-control']]).toEqual([201, 'no-store']);
    const [address, token] = (made.body.url as string).split('#token=');
    expect(address).toBe(`${ADDRESS}/console/set-password`);
    const life = new Date(made.body.expiresAt as string).getTime() - Date.now();
    expect(Math.round(life / 60_000)).toBe(60);
    const { body } = await cast.call(`/security/audit-events?account=${account.uuid}`, operator);
    expect(body.items).toMatchObject([{ kind: 'password-link-created' }]);
    expect(JSON.stringify(body)).not.toContain(token);
    expect((await confirm(token!)).status).toBe(204);
    expect((await signIn(account.email, NEXT)).status).toBe(204);
  });

  test('is valid for an hour if the account receives its first password concurrently', async () => {
    const { body } = await invite();
    const passwordHash = await hashPassword(NEXT);
    const { made } = await transaction(service.context.db, async tx => {
      await tx.client.query('update reporting.account set password_hash = $1 where email = $2', [
        passwordHash,
        body.email,
      ]);
      const made = post(`/security/accounts/${body.id}/password-link`, undefined, operator);
      await waitUntil(isWaiting);
      return { made };
    });
    const life = new Date((await made).body.expiresAt as string).getTime() - Date.now();
    expect(Math.round(life / 60_000)).toBe(60);
  });

  /** Returns whether a statement is waiting for a lock. */
  async function isWaiting() {
    const { rowCount } = await service.context.db.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rowCount !== 0;
  }

  test('is not available to the service key', async () => {
    const { account } = await cast.ada();
    const path = `/security/accounts/${account.uuid}/password-link`;
    expectProblem(
      await post(path, undefined, apiKey(SERVICE_KEY)),
      '403 Operator required, operator-required',
    );
  });
});

describe('without a mail server', () => {
  let quiet: TestApp;
  beforeAll(async () => {
    quiet = await startTestApp({ RATE_LIMIT_SIGN_IN: '5/300', TRUST_PROXY: '1' });
  });
  afterAll(() => quiet.close());

  test('resets are rejected for every address, but links created by operators work', async () => {
    const theirs = castOf(quiet);
    const [{ account }, { secret }] = [await theirs.ada(), await theirs.grace()];
    const responses = await Promise.all(
      [account.email, 'nobody@example.org'].map(email =>
        theirs.call('/auth/password-reset', [], { method: 'POST', body: { email } }),
      ),
    );
    for (const response of responses) {
      expectProblem(response, '409 Mail not configured, mail-not-configured');
    }
    expect(responses[0]!.text).toBe(responses[1]!.text);
    const path = `/security/accounts/${account.uuid}/password-link`;
    const { body } = await theirs.call(path, bearer(secret), { method: 'POST' });
    expect(body.url.startsWith(`${quiet.url}/console/set-password#token=`)).toBe(true);
    const request = { method: 'POST', body: { token: body.url.split('=')[1], new: NEXT } };
    expect((await theirs.call('/auth/password-reset/confirm', [], request)).status).toBe(204);
  });

  test('invalid links are limited per address', async () => {
    const theirs = castOf(quiet);
    const attempt = (from: string) =>
      theirs.call('/auth/password-reset/confirm', [['X-Forwarded-For', from]], {
        method: 'POST',
        body: { token: randomUUID(), new: NEXT },
      });
    const responses = await Promise.all(Array.from({ length: 8 }, () => attempt('192.0.2.1')));
    expect(responses.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(5).fill(404),
      ...Array<number>(3).fill(429),
    ]);
    expect((await attempt('192.0.2.2')).status).toBe(404);
  });
});

test('resets are limited per address and per account, existing or not', async () => {
  const limited = await startTestApp({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'reporting@example.org',
    PUBLIC_URL: ADDRESS,
    TRUST_PROXY: '1',
    RATE_LIMIT_SIGN_IN: '40/300',
  });
  const theirs = castOf(limited);
  const { account } = await theirs.ada();
  const statuses = async (from: string, emails: readonly string[]) => {
    const requestReset = (email: string) =>
      theirs.call('/auth/password-reset', [['X-Forwarded-For', from]], {
        method: 'POST',
        body: { email },
      });
    return (await Promise.all(emails.map(requestReset))).map(({ status }) => status).sort();
  };
  const twentyOf25 = [...Array<number>(20).fill(204), ...Array<number>(5).fill(429)];
  expect(await statuses('192.0.2.1', Array(25).fill(account.email))).toEqual(twentyOf25);
  expect(await statuses('192.0.2.2', Array(25).fill('nobody@example.org'))).toEqual(twentyOf25);
  const many = Array.from({ length: 45 }, (_, n) => `${n}@example.org`);
  expect(await statuses('192.0.2.3', many)).toEqual([
    ...Array<number>(40).fill(204),
    ...Array<number>(5).fill(429),
  ]);
  await limited.close();
});

test('a page of a foreign origin can neither request a reset nor use a link', async () => {
  const foreign: Headers = [['Origin', 'https://evil.example']];
  for (const response of [
    await post('/auth/password-reset', { email: 'ada@example.org' }, foreign),
    await post('/auth/password-reset/confirm', { token: 'x', new: NEXT }, foreign),
  ]) {
    expectProblem(response, '403 Origin not allowed, origin-not-allowed');
  }
});
