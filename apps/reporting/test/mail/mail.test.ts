import { EventEmitter, once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { transaction } from '@platform/db';
import { createLog } from '@platform/http';
import { waitUntil } from '@platform/http/testing';
import { simpleParser } from 'mailparser';
import { makePrivateFolder } from '../../src/mail/outbox/private-folder';
import { type ComposeMail, MAILS_AT_ONCE, sendMailsJob } from '../../src/mail/send-mails';
import { createMailTransport } from '../../src/mail/transport';
import type { NewMail } from '../../src/mail-queue/enqueue-mails';
import { createMailQueue } from '../../src/mail-queue/enqueue-mails';
import { purge } from '../../src/main/purge';
import { bearer, castOf } from '../cast';
import { startTestApp, type TestApp } from '../start-test-app';
import { startSmtpServer } from './smtp';

const log = createLog({ service: 'test', level: 'silent' });
const FROM = 'Reporting <reporting@example.org>';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() =>
  app.context.db.pool.query(`
    delete from reporting.mail;
    drop function if exists public.fail cascade;
    drop sequence if exists public.failure;`),
);
afterAll(() => app.close());

const greet: ComposeMail = (_tx, { name, data }) =>
  Promise.resolve({
    subject: (data as { subject?: string }).subject ?? `Hello ${name}`,
    paragraphs: ['A & B <b>'],
    tables: [{ headings: ['Who', 'When'], rows: [['Ada', '2026-12-01']] }],
    link: { label: 'Open', url: 'https://example.org/console/?a=1&b=2' },
    footer: 'You are receiving this email because of a test.',
    unsubscribeUrl: 'https://example.org/unsubscribe/t',
  });

/** Enqueues emails without the job queue, and sends them like the job. */
const post = (mails: readonly NewMail[]) =>
  transaction(app.context.db, tx => createMailQueue(() => Promise.resolve())(tx, mails));

async function send(
  url: string,
  compose: ComposeMail = greet,
  signal = new AbortController().signal,
) {
  const transport = createMailTransport({ url, from: FROM, connections: 3 });
  const job = sendMailsJob({ transport, compose: { greet: compose }, count: () => undefined });
  try {
    const { db } = app.context;
    return await job.run({ data: {}, db, log, signal, enqueue: () => Promise.resolve() });
  } finally {
    transport.close();
  }
}

async function greetings(count: number, data: object = {}): Promise<NewMail[]> {
  const accounts = Array.from({ length: count }, (_, index) => app.seed.account(`Person ${index}`));
  return (await Promise.all(accounts)).map(({ id }) => ({
    kind: 'greet',
    reason: `greet ${id}`,
    accountId: id,
    companyId: null,
    data,
  }));
}

const stored = () =>
  app.context.db.prisma.mail.findMany({
    select: { outcome: true, attempts: true, error: true, data: true },
    orderBy: { id: 'asc' },
  });

const dueNow = () =>
  app.context.db.prisma.mail.updateMany({ data: { nextAttemptAt: new Date(0) } });

const aDayPasses = () => app.context.db.prisma.$executeRaw`
  update reporting.mail
  set
    created_at = created_at - interval '25 hours',
    retried_at = retried_at - interval '25 hours',
    next_attempt_at = 'epoch'`;

test('sends an email once, as text and HTML with the same words', async () => {
  const smtp = await startSmtpServer();
  const [mail] = await greetings(1);
  expect(await post([mail!])).toBe(1);
  expect(await post([mail!])).toBe(0);
  await send(smtp.url);
  await send(smtp.url);
  const [received, ...others] = smtp.mails;
  expect(others).toEqual([]);
  const { uuid } = await app.context.db.prisma.mail.findFirstOrThrow();
  expect(received!.messageId).toBe(`<${uuid}@example.org>`);
  expect(received!.from!.text).toBe('"Reporting" <reporting@example.org>');
  expect(received!.subject).toBe('Hello Person 0');
  expect(received!.text).toBe(
    'A & B <b>\n\nWho  When\nAda  2026-12-01\n\nOpen:\nhttps://example.org/console/?a=1&b=2\n\n' +
      '-- \nYou are receiving this email because of a test.\n\nUnsubscribe: https://example.org/unsubscribe/t\n',
  );
  expect(received!.html).toContain('<p>A &amp; B &lt;b&gt;</p>');
  expect(received!.html).toContain('<td>Ada</td><td>2026-12-01</td>');
  expect(received!.html).toContain('href="https://example.org/console/?a=1&amp;b=2"');
  expect(received!.headers.get('list')).toMatchObject({
    unsubscribe: { url: 'https://example.org/unsubscribe/t' },
    'unsubscribe-post': { name: 'List-Unsubscribe=One-Click' },
  });
  expect(await stored()).toEqual([{ outcome: 'sent', attempts: 1, error: null, data: {} }]);
  await smtp.close();
});

test('an email is due in the millisecond in which it is enqueued', async () => {
  const mails = await greetings(20);
  for (const { kind, reason, accountId } of mails) {
    const { rows } = await app.context.db.pool.query(
      `insert into reporting.mail (kind, reason, account_id) values ($1, $2, $3)
       returning next_attempt_at <= now() as "isDue"`,
      [kind, reason, accountId],
    );
    expect(rows).toEqual([{ isDue: true }]);
  }
});

test('authenticates using STARTTLS if the server requires it', async () => {
  const smtp = await startSmtpServer({
    authOptional: false,
    onAuth: ({ username, password }, _session, callback) =>
      password === 'p@ss' ? callback(null, { user: username! }) : callback(new Error('no')),
  });
  await post(await greetings(1));
  const url = smtp.url.replace('//', '//mailer:p%40ss@') + '?tls.rejectUnauthorized=false';
  await send(url);
  expect(smtp.mails).toMatchObject([{ isEncrypted: true, user: 'mailer' }]);
  await smtp.close();
});

test.each([
  ['Acme: Reports, EU <reporting@example.org>', 'Acme: Reports, EU'],
  ['"Acme; Reports" <reporting@example.org>', 'Acme; Reports'],
  ['Acme (EU) <reporting@example.org>', 'Acme (EU)'],
  ['reporting@example.org', ''],
])('an email from %s has the whole name and one address', async (from, name) => {
  const smtp = await startSmtpServer();
  const to = { name: 'Ada', email: 'ada@example.org', language: 'en', messageId: 'm' } as const;
  const transport = createMailTransport({ url: smtp.url, from, connections: 1 });
  await transport.send(to, { subject: 'Hello', paragraphs: [], footer: '' });
  transport.close();
  await smtp.close();
  expect(smtp.mails[0]!.from?.value).toEqual([{ name, address: 'reporting@example.org' }]);
});

test('prevents names and subjects with line breaks from adding headers', async () => {
  const smtp = await startSmtpServer();
  const account = await app.seed.account('Ada\r\nBcc: eve@example.net');
  await post([
    {
      kind: 'greet',
      reason: 'injection',
      accountId: account.id,
      companyId: null,
      data: { subject: 'Hello\r\nBcc: eve@example.net\r\n\r\nbody' },
    },
  ]);
  await send(smtp.url);
  const [received] = smtp.mails;
  expect(received!.recipients).toEqual([account.email]);
  expect(received!.bcc).toBeUndefined();
  expect(received!.headers.has('bcc')).toBe(false);
  await smtp.close();
});

test('removes line breaks and direction marks from stored names and subjects', async () => {
  const smtp = await startSmtpServer();
  const account = await app.seed.account('\u2067Ada\u2028Lovelace\u200F');
  const subject = 'Acme\u2029Energy: \u202Efdp.exe\u202C\u061C\u0085gaps';
  await post([
    { kind: 'greet', reason: 'marks', accountId: account.id, companyId: null, data: { subject } },
  ]);
  await send(smtp.url);
  const [received] = smtp.mails;
  expect(received!.subject).toBe('Acme Energy: fdp.exe gaps');
  expect(received!.to).toMatchObject({ value: [{ name: 'Ada Lovelace', address: account.email }] });
  expect(received!.html).toContain('<title>Acme Energy: fdp.exe gaps</title>');
  await smtp.close();
});

test('retries temporarily rejected emails with the same Message-ID', async () => {
  const smtp = await startSmtpServer({
    respond: (_, attempt) => (attempt < 3 ? { code: 451, text: 'greylisted' } : null),
  });
  await post(await greetings(1));
  for (let attempt = 0; attempt < 3; attempt++) {
    await send(smtp.url);
    await dueNow();
  }
  expect(smtp.mails).toHaveLength(1);
  expect(await stored()).toMatchObject([{ outcome: 'sent', attempts: 3 }]);
  await smtp.close();
});

test('gives up after 24 hours of rejections', async () => {
  const smtp = await startSmtpServer({ respond: () => ({ code: 451, text: 'greylisted' }) });
  await post(await greetings(1));
  await send(smtp.url);
  expect(await stored()).toMatchObject([{ outcome: null, attempts: 1 }]);
  await aDayPasses();
  await send(smtp.url);
  expect(await stored()).toMatchObject([{ outcome: 'failed', attempts: 2 }]);
  await smtp.close();
});

test('retries rejected emails for 24 hours after an outage, however long it lasted', async () => {
  const smtp = await startSmtpServer({ respond: () => ({ code: 451, text: 'greylisted' }) });
  await post(await greetings(1));
  await send(smtp.url);
  await aDayPasses();
  await expect(send('smtp://127.0.0.1:1')).rejects.toThrow('cannot be used');
  await aDayPasses();
  await send(smtp.url);
  expect(await stored()).toMatchObject([{ outcome: null, attempts: 3 }]);
  await aDayPasses();
  await send(smtp.url);
  expect(await stored()).toMatchObject([{ outcome: 'failed', attempts: 4 }]);
  await smtp.close();
});

test('marks a permanently rejected address as failing until an email reaches it', async () => {
  const smtp = await startSmtpServer({
    respond: (_, attempt) => (attempt === 1 ? { code: 550, text: 'no such mailbox' } : null),
  });
  const [mail] = await greetings(1);
  await post([mail!]);
  await send(smtp.url);
  const failing = async () =>
    (await app.context.db.prisma.account.findUniqueOrThrow({ where: { id: mail!.accountId } }))
      .mailFailingSince;
  expect(await failing()).toBeInstanceOf(Date);
  expect(await stored()).toMatchObject([
    { outcome: 'failed', error: expect.stringContaining('550') },
  ]);
  await post([{ ...mail!, reason: 'another' }]);
  await send(smtp.url);
  expect(await failing()).toBeNull();
  await smtp.close();
});

test('does not mark an address as failing for temporary rejections', async () => {
  let code = 451;
  const smtp = await startSmtpServer({ respond: () => ({ code, text: 'refused' }) });
  const [mail] = await greetings(1);
  const giveUp = async (reason: string) => {
    await post([{ ...mail!, reason }]);
    await send(smtp.url);
    await aDayPasses();
    await send(smtp.url);
    const where = { id: mail!.accountId };
    return (await app.context.db.prisma.account.findUniqueOrThrow({ where })).mailFailingSince;
  };
  expect(await giveUp('for now')).toBeNull();
  code = 550;
  const since = await giveUp('for good');
  expect(since).toBeInstanceOf(Date);
  code = 451;
  expect(await giveUp('for now, again')).toEqual(since);
  expect(await stored()).toMatchObject(Array.from({ length: 3 }, () => ({ outcome: 'failed' })));
  await smtp.close();
});

test('rejects an email with the response of the server if the password in the URL has an unencoded percent sign', async () => {
  const smtp = await startSmtpServer({
    onAuth: (_auth, _session, callback) => callback(null, { user: 'reporting' }),
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    respond: () => ({ code: 550, text: 'no such mailbox, 100%secret' }),
  });
  await post(await greetings(1));
  await send(smtp.url.replace('//', '//reporting:100%secret@')).catch(() => undefined);
  await smtp.close();
  expect(await stored()).toMatchObject([
    { outcome: 'failed', error: expect.stringMatching(/550 no such mailbox, \*\*\*$/) },
  ]);
});

test.each([
  [553, 'sender not allowed'],
  [530, 'authentication required'],
])('keeps all emails while the server rejects the sender with %i', async (responseCode, text) => {
  const refusing = await startSmtpServer({
    onMailFrom: (_address, _session, callback) =>
      callback(Object.assign(new Error(text), { responseCode })),
  });
  const [mail] = await greetings(1);
  await post([mail!]);
  await expect(send(refusing.url)).rejects.toThrow('The mail server cannot be used: ');
  await refusing.close();
  expect(await stored()).toMatchObject([{ outcome: null, attempts: 1 }]);
  const { mailFailingSince } = await app.context.db.prisma.account.findUniqueOrThrow({
    where: { id: mail!.accountId },
  });
  expect(mailFailingSince).toBeNull();
});

test('leaves emails of a kind that only a newer release knows', async () => {
  const smtp = await startSmtpServer();
  const [newer, known] = await greetings(2, { subject: 'Hello' });
  await post([{ ...newer!, kind: 'newer' }, known!]);
  await send(smtp.url);
  expect(await stored()).toMatchObject([
    { outcome: null, attempts: 0, data: { subject: 'Hello' } },
    { outcome: 'sent' },
  ]);
  await smtp.close();
});

/** Makes recording fail a number of times, as after a deadlock. */
const failRecords = (times: number) =>
  app.context.db.pool.query(`
    create sequence public.failure;
    create function public.fail() returns trigger language plpgsql as $$
      begin
        if nextval('public.failure') <= ${times} then
          raise exception 'deadlock detected' using errcode = 'deadlock_detected';
        end if;
        return new;
      end
    $$;
    create trigger fail before update of finished_at on reporting.mail
      for each row execute function public.fail();`);

test('sends an email once if recording it fails temporarily', async () => {
  const smtp = await startSmtpServer();
  await post(await greetings(1));
  await failRecords(2);
  await send(smtp.url);
  await send(smtp.url);
  expect(smtp.mails).toHaveLength(1);
  expect(await stored()).toMatchObject([{ outcome: 'sent', attempts: 1, error: null }]);
  await smtp.close();
});

test('repeats an email that could not be recorded, without treating it as an outage', async () => {
  const smtp = await startSmtpServer();
  await post(await greetings(1));
  await failRecords(3);
  expect(await send(smtp.url)).toEqual({ mails: 1 });
  expect(await stored()).toMatchObject([
    { outcome: null, attempts: 1, error: 'The email could not be recorded.' },
  ]);
  await dueNow();
  await send(smtp.url);
  const [first, second] = smtp.mails;
  expect(second!.messageId).toBe(first!.messageId);
  expect(await stored()).toMatchObject([{ outcome: 'sent', attempts: 2 }]);
  await smtp.close();
});

test('ends an aborted run once the emails that it has taken are sent', async () => {
  const smtp = await startSmtpServer();
  const [unwanted, slow] = await greetings(2);
  await post([unwanted!, slow!]);
  const stop = new AbortController();
  const taken = new EventEmitter();
  const bothTaken = once(taken, 'slow');
  const compose: ComposeMail = async (tx, mail) => {
    if (mail.accountId === slow!.accountId) {
      taken.emit('slow');
      await once(stop.signal, 'abort');
      return greet(tx, mail);
    }
    await bothTaken;
    stop.abort();
    return null;
  };
  await expect(send(smtp.url, compose, stop.signal)).rejects.toThrow();
  expect(await stored()).toMatchObject([{ outcome: 'dropped' }, { outcome: 'sent' }]);
  await smtp.close();
});

test('keeps all emails while the server is unavailable or hangs', async () => {
  const sockets = new Set<{ destroy(): void }>();
  const silent: Server = createServer(socket => sockets.add(socket));
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  await post(await greetings(2));
  await expect(send('smtp://127.0.0.1:1')).rejects.toThrow('The mail server cannot be used: ');
  await dueNow();
  await expect(send(`smtp://127.0.0.1:${port}?greetingTimeout=200`)).rejects.toThrow(
    'The mail server cannot be used: ',
  );
  for (const socket of sockets) socket.destroy();
  silent.close();
  const smtp = await startSmtpServer();
  await dueNow();
  await send(smtp.url);
  expect(smtp.mails).toHaveLength(2);
  await smtp.close();
});

test('sends a password to another host only over TLS, unless the URL says otherwise', async () => {
  const passwords: unknown[] = [];
  const smtp = await startSmtpServer({
    onAuth({ password }, _session, callback) {
      passwords.push(password);
      callback(null, { user: 'reporting' });
    },
    hideSTARTTLS: true,
    allowInsecureAuth: true,
  });
  await post(await greetings(1));
  // Any address but a loopback one.
  const url = smtp.url.replace('//127.0.0.1', '//reporting:p@0.0.0.0');
  await expect(send(url)).rejects.toThrow('The mail server cannot be used');
  expect([passwords, smtp.mails]).toEqual([[], []]);
  await dueNow();
  await send(`${url}/?requireTLS=false`);
  expect(passwords).toEqual(['p']);
  await smtp.close();
});

/** The credentials as AUTH PLAIN sends them. */
const SENT = Buffer.from('\0reporting\0secret-of-smtp').toString('base64');

test('stores the response of a server that rejects the sender, on one line and without the password', async () => {
  const smtp = await startSmtpServer({
    onMailFrom(_address, _session, callback) {
      const text = `secret-of-smtp may not\u2028send as this sender: ${SENT}`;
      callback(Object.assign(new Error(text), { responseCode: 550 }));
    },
    onAuth: (_auth, _session, callback) => callback(null, { user: 'reporting' }),
    hideSTARTTLS: true,
    allowInsecureAuth: true,
  });
  await post(await greetings(1));
  const url = smtp.url.replace('//', '//reporting:secret-of-smtp@');
  const failure: unknown = await send(url).catch((error: unknown) => error);
  expect(inspect(failure)).toContain('550 *** may not send as this sender: ***');
  expect(inspect(failure)).not.toMatch(new RegExp(`secret-of-smtp|${SENT}`));
  expect(await stored()).toMatchObject([
    {
      outcome: null,
      error: expect.stringMatching(
        /^The mail server cannot be used: .*: 550 \*\*\* may not send as this sender: \*\*\*$/,
      ),
    },
  ]);
  await smtp.close();
});

test('sends emails that users are waiting for before earlier ones', async () => {
  const smtp = await startSmtpServer();
  const transport = createMailTransport({ url: smtp.url, from: FROM, connections: 3 });
  const composed: string[] = [];
  const note: ComposeMail = (tx, mail) => {
    composed.push(mail.kind);
    return greet(tx, mail);
  };
  const compose = { greet: note, 'password-reset': note };
  const mails = await greetings(9);
  await post(mails);
  await dueNow();
  await post([{ ...mails[0]!, kind: 'password-reset', reason: 'reset' }]);
  const job = sendMailsJob({ transport, compose, count: () => undefined });
  const { signal } = new AbortController();
  await job.run({ data: {}, db: app.context.db, log, signal, enqueue: () => Promise.resolve() });
  transport.close();
  expect(composed).toHaveLength(10);
  expect(composed.indexOf('password-reset')).toBeLessThan(MAILS_AT_ONCE);
  await smtp.close();
});

test('sends each email once if two replicas send concurrently', async () => {
  const smtp = await startSmtpServer();
  await post(await greetings(60));
  await Promise.all([send(smtp.url), send(smtp.url)]);
  const recipients = smtp.mails.flatMap(mail => mail.recipients);
  expect(new Set(recipients).size).toBe(60);
  expect(recipients).toHaveLength(60);
  await smtp.close();
});

test('sends the others if one cannot be composed', async () => {
  const smtp = await startSmtpServer();
  const [broken, fine] = await greetings(2);
  await post([broken!, fine!]);
  const compose: ComposeMail = (tx, mail) => {
    if (mail.accountId === broken!.accountId) throw new Error('no such template');
    return greet(tx, mail);
  };
  await send(smtp.url, compose);
  expect(smtp.mails).toHaveLength(1);
  expect(await stored()).toMatchObject([{ outcome: null, attempts: 1 }, { outcome: 'sent' }]);
  await smtp.close();
});

test('gives up after 24 hours on emails that cannot be composed, without marking the address', async () => {
  const smtp = await startSmtpServer();
  const [mail] = await greetings(1);
  await post([mail!]);
  const compose: ComposeMail = () => Promise.reject(new Error('no such template'));
  await send(smtp.url, compose);
  expect(await stored()).toMatchObject([{ outcome: null, attempts: 1 }]);
  await aDayPasses();
  await send(smtp.url, compose);
  expect(await stored()).toMatchObject([
    { outcome: 'failed', attempts: 2, error: 'The email could not be composed.' },
  ]);
  const where = { id: mail!.accountId };
  expect(await app.context.db.prisma.account.findUnique({ where })).toMatchObject({
    mailFailingSince: null,
  });
  await smtp.close();
});

test('drops emails to disabled accounts, and those no longer needed', async () => {
  const smtp = await startSmtpServer();
  const [disabled, unwanted] = await greetings(2);
  await post([disabled!, unwanted!]);
  await app.context.db.prisma.account.update({
    where: { id: disabled!.accountId },
    data: { disabledAt: new Date() },
  });
  await send(smtp.url, () => Promise.resolve(null));
  expect(smtp.mails).toEqual([]);
  expect(await stored()).toMatchObject([{ outcome: 'dropped' }, { outcome: 'dropped' }]);
  await smtp.close();
});

test('deletes emails 90 days after they finished, but no waiting ones', async () => {
  const [old, recent, waiting] = await greetings(3);
  await post([old!, recent!, waiting!]);
  const { db } = app.context;
  const age = (mail: NewMail | undefined, days: number, isFinished: boolean) => {
    const at = new Date(Date.now() - days * 86_400_000);
    const finished = isFinished ? { finishedAt: at, outcome: 'sent' as const } : {};
    return db.prisma.mail.update({
      where: { reason: mail!.reason },
      data: { createdAt: at, ...finished },
    });
  };
  await Promise.all([age(old, 91, true), age(recent, 89, true), age(waiting, 91, false)]);
  expect(await purge(db, app.context.config)).toBe(1);
  const left = await db.prisma.mail.findMany({ orderBy: { id: 'asc' } });
  expect(left.map(({ reason }) => reason)).toEqual([recent!.reason, waiting!.reason]);
});

test('writes emails as files if SMTP_URL is a folder', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'outbox-'));
  await post(await greetings(1));
  await send(pathToFileURL(folder).href);
  const [file] = await readdir(folder);
  expect((await simpleParser(await readFile(path.join(folder, file!)))).subject).toBe(
    'Hello Person 0',
  );
  await rm(folder, { recursive: true });
});

test('a folder that cannot be created is an error, not an endless attempt', async () => {
  await expect(makePrivateFolder('/proc/nowhere/outbox')).rejects.toThrow('ENOENT');
});

describe('with a mail server', () => {
  /** Starts a service with background jobs, and an operator who requests a test email. */
  async function requestTestMail(url: string, env: Record<string, string> = {}) {
    const service = await startTestApp({
      SMTP_URL: url,
      MAIL_FROM: FROM,
      PUBLIC_URL: 'https://example.org/reporting',
      ...env,
    });
    service.context.startBackgroundJobs();
    const { call, grace } = castOf(service);
    const { secret, account } = await grace();
    const { db } = service.context;
    const schedule = "select from reporting_jobs_12.schedule where name = 'earlier-queue'";
    const isScheduled = () =>
      db.pool.query(schedule).then(
        ({ rows }) => rows.length === 1,
        () => false,
      );
    await waitUntil(isScheduled);
    const response = await call('/notification/test', bearer(secret), { method: 'POST' });
    expect(response.status).toBe(202);
    return { service, account };
  }

  test('POST /notification/test sends the operator an email', async () => {
    const smtp = await startSmtpServer();
    const { service, account } = await requestTestMail(smtp.url);
    const [mail] = await smtp.received(1);
    expect(mail).toMatchObject({ recipients: [account.email], subject: 'Reporting: test email' });
    await service.close();
    await smtp.close();
  });

  test('a service stops while the server does not accept an email', async () => {
    const mails = new EventEmitter();
    const arrived = once(mails, 'mail');
    const smtp = await startSmtpServer({ onData: () => mails.emit('mail') });
    const { service } = await requestTestMail(smtp.url, { SHUTDOWN_GRACE: '100ms' });
    await arrived;
    await service.close();
    await smtp.close();
  });
});

test('POST /notification/test is 409 without a mail server', async () => {
  const { call, grace } = castOf(app);
  const { secret } = await grace();
  const response = await call('/notification/test', bearer(secret), { method: 'POST' });
  expect([response.status, response.body.code]).toEqual([409, 'mail-not-configured']);
});
