import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMailTransport } from '../../src/mail/transport';
import { bearer, castOf } from '../cast';
import { expectProblem } from '../expect-problem';
import { startTestApp, type TestApp } from '../start-test-app';

const FROM = 'Reporting <reporting@example.org>';
const ID = '0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01';

let folder: string;
let app: TestApp;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outbox-'));
  const url = pathToFileURL(path.join(folder, 'mails')).href;
  app = await startTestApp({ SMTP_URL: url, MAIL_FROM: FROM });
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function callOf(service: TestApp) {
  const cast = castOf(service);
  const headers = bearer((await cast.grace()).secret);
  return (address = '') => cast.call(`/notification/outbox${address}`, headers);
}

async function writeMail(messageId: string, subject: string) {
  const url = pathToFileURL(path.join(folder, 'mails')).href;
  const transport = createMailTransport({ url, from: FROM, connections: 1 });
  await transport.send(
    { name: 'Zoë', email: 'zoe@example.org', language: 'en', messageId },
    {
      subject,
      paragraphs: ['A <script>alert(1)</script> & B'],
      footer: 'Bye.',
      attachments: [{ filename: 'gaps.csv', content: Buffer.from('a,b') }],
    },
  );
}

test('the folder and its emails are only readable by their owner, even if the folder exists', async () => {
  const mails = path.join(folder, 'mails');
  const modeOf = async (file: string) => (await stat(file)).mode & 0o777;
  await mkdir(mails, { mode: 0o755 });
  await writeMail(ID, 'Set your password');
  expect([await modeOf(mails), await modeOf(path.join(mails, `${ID}.eml`))]).toEqual([
    0o700, 0o600,
  ]);
});

test('a folder with anything else is not made private, as it may be / or /tmp', async () => {
  const mails = path.join(folder, 'mails');
  await mkdir(path.join(mails, 'bin'), { recursive: true });
  await chmod(mails, 0o755);
  await expect(writeMail(ID, 'Set your password')).rejects.toThrow(
    'It contains bin, which is not an email.',
  );
  expect((await stat(mails)).mode & 0o777).toBe(0o755);
});

test('lists the emails in the folder, and is empty before the first', async () => {
  const call = await callOf(app);
  expect(await call()).toMatchObject({ status: 200, body: { items: [] } });
  await writeMail(ID, 'Grüße');
  const { body } = await call();
  expect(body.items).toEqual([
    {
      id: ID,
      date: expect.stringMatching(/\+00:00$/),
      to: 'Zoë <zoe@example.org>',
      subject: 'Grüße',
    },
  ]);
});

test('returns an email as text, and as HTML that cannot run or load anything', async () => {
  const call = await callOf(app);
  await writeMail(ID, 'Hello');
  const { body } = await call(`/${ID}`);
  expect(body).toMatchObject({ id: ID, subject: 'Hello', attachments: ['gaps.csv'] });
  expect(body.text).toContain('A <script>alert(1)</script> & B');
  const html = await call(`/${ID}/html`);
  expect(html.text).toContain('A &lt;script&gt;');
  expect(html.headers).toMatchObject({
    'content-type': expect.stringMatching(/^text\/html/),
    'content-security-policy': expect.stringMatching(/^default-src 'none';.*;sandbox;/),
  });
});

test('reads of the list and of emails are audited', async () => {
  const call = await callOf(app);
  await writeMail(ID, 'Hello');
  for (const address of ['', `/${ID}`, `/${ID}/html`]) await call(address);
  const events = await app.context.db.prisma.auditEvent.findMany({ orderBy: { id: 'asc' } });
  const reading = { kind: 'organization-read', companyId: null };
  expect(events).toMatchObject([
    { ...reading, detail: { route: '/notification/outbox', isAcrossOrganizations: true } },
    { ...reading, detail: { route: '/notification/outbox/{id}' } },
    { ...reading, detail: { route: '/notification/outbox/{id}/html' } },
  ]);
});

test('an unknown email is 404', async () => {
  const call = await callOf(app);
  expectProblem(await call(`/${ID}`), '404 Unknown delivery, unknown-delivery');
  expectProblem(await call(`/${ID}/html`), '404 Unknown delivery, unknown-delivery');
});

test('callers other than operators receive 403, because emails contain password links', async () => {
  const cast = castOf(app);
  const { secret } = await cast.ada();
  expectProblem(
    await cast.call('/notification/outbox', bearer(secret)),
    '403 Operator required, operator-required',
  );
});

test('404 if a server sends the emails, or none is configured', async () => {
  const service = await startTestApp();
  const call = await callOf(service);
  expectProblem(await call(), '404 No outbox, no-outbox');
  await service.close();
});
