import { type Subscription, signSubscription } from '../../src/mail/unsubscribe/unsubscribe';
import { startTestApp, type TestApp } from '../start-test-app';

const PREVIOUS_SECRET = 'a session secret that was replaced long ago';

let app: TestApp;
beforeAll(async () => {
  const SESSION_SECRET = `a session secret that signs what is new,${PREVIOUS_SECRET}`;
  app = await startTestApp({ SESSION_SECRET });
});
afterAll(() => app.close());

async function subscribe() {
  const acme = await app.seed.company('acme');
  await app.context.db.prisma.company.update({
    where: { id: acme.id },
    data: { name: 'Acme <b>' },
  });
  const { account } = await acme.member('Ada');
  const subscription: Subscription = {
    accountUuid: account.uuid,
    topic: 'reminders',
    targetUuid: acme.uuid,
  };
  const link = linkOf(subscription, app.context.sessionSecrets[0]);
  return { acme, account, subscription, link };
}

const linkOf = (subscription: Subscription, secret: string) =>
  `${app.url}/unsubscribe/${signSubscription(subscription, secret)}`;

const stored = (accountId: number) =>
  app.context.db.prisma.unsubscription.findMany({
    where: { accountId },
    select: { topic: true, targetUuid: true, companyId: true },
  });

const oneClick = () => new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });

test('GET /unsubscribe/{token} returns a button without scripts, and changes nothing', async () => {
  const { account, link } = await subscribe();
  const response = await fetch(link);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toContain('text/html');
  const policy = response.headers.get('Content-Security-Policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self'");
  expect(policy).not.toContain('script-src');
  const page = await response.text();
  expect(page).toContain('<strong>Acme &lt;b&gt;</strong>');
  expect(page).toContain('<form method="post">');
  expect(page).not.toContain('<script');
  expect(await stored(account.id)).toEqual([]);
});

test('POST /unsubscribe/{token} ends the reminders of the organization, and can be repeated', async () => {
  const { acme, account, subscription, link } = await subscribe();
  for (const _ of [1, 2]) {
    const response = await fetch(link, { method: 'POST', body: oneClick() });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('You are unsubscribed');
  }
  expect(await stored(account.id)).toEqual([
    { topic: 'reminders', targetUuid: acme.uuid, companyId: acme.id },
  ]);
  expect(await (await fetch(link)).text()).toContain('You are unsubscribed');
  const [{ account: bob }, globex] = [await acme.member('Bob'), await app.seed.company('globex')];
  for (const other of [{ accountUuid: bob.uuid }, { targetUuid: globex.uuid }]) {
    const page = await fetch(linkOf({ ...subscription, ...other }, app.context.sessionSecrets[0]));
    expect(await page.text()).toContain('<form method="post">');
  }
});

test('a recipient whose account has lost its e-mail can unsubscribe', async () => {
  const { account, link } = await subscribe();
  const { prisma } = app.context.db;
  await prisma.account.update({
    where: { id: account.id },
    data: { email: null, passwordHash: null },
  });
  expect((await fetch(link, { method: 'POST', body: oneClick() })).status).toBe(200);
  const [event] = await prisma.auditEvent.findMany({
    where: { kind: 'unsubscribed', accountId: account.id },
  });
  expect(event).toMatchObject({ actor: account.uuid });
});

test.each([
  ['de', 'Möchten Sie keine Erinnerungen an Abläufe von', 'Abbestellt'],
  ['fr', 'Ne plus recevoir de rappels d’expiration pour', 'Désabonnement effectué'],
] as const)('the page is in the language of the email: %s', async (language, request, end) => {
  const { acme, account, link } = await subscribe();
  const { prisma } = app.context.db;
  await prisma.company.update({ where: { id: acme.id }, data: { language } });
  const page = await (await fetch(link)).text();
  expect(page).toContain(`<html lang="${language}">`);
  expect(page).toContain(`${request} <strong>Acme &lt;b&gt;</strong>`);
  expect(await (await fetch(link, { method: 'POST', body: oneClick() })).text()).toContain(end);
  await prisma.account.update({ where: { id: account.id }, data: { language: 'en' } });
  expect(await (await fetch(link)).text()).toContain('You are unsubscribed');
});

test('POST /unsubscribe/{token} accepts a multipart form, which RFC 8058 recommends', async () => {
  const { account, link } = await subscribe();
  const body = new FormData();
  body.set('List-Unsubscribe', 'One-Click');
  expect((await fetch(link, { method: 'POST', body })).status).toBe(200);
  expect(await stored(account.id)).toHaveLength(1);
});

test('POST /unsubscribe/{token} rejects a compressed body', async () => {
  const { account, link } = await subscribe();
  const headers = { 'Content-Encoding': 'gzip' };
  const response = await fetch(link, { method: 'POST', body: oneClick(), headers });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('uncompressed');
  expect(await stored(account.id)).toEqual([]);
});

test.each([
  ['another value', new URLSearchParams({ 'List-Unsubscribe': 'Yes' })],
  ['nothing', new URLSearchParams()],
  ['an additional field', new URLSearchParams([...oneClick(), ['account', '1']])],
  ['JSON', JSON.stringify({ 'List-Unsubscribe': 'One-Click' })],
])('POST /unsubscribe/{token} with %s is 400 and changes nothing', async (_, body) => {
  const { account, link } = await subscribe();
  const response = await fetch(link, { method: 'POST', body });
  expect(response.status).toBe(400);
  const text = await response.text();
  expect(text).toContain('"code":"invalid-request"');
  expect(text).not.toContain('_body');
  expect(await stored(account.id)).toEqual([]);
});

test('POST /unsubscribe/{token} accepts a link signed with a previous SESSION_SECRET', async () => {
  const { account, subscription } = await subscribe();
  const link = linkOf(subscription, PREVIOUS_SECRET);
  expect((await fetch(link, { method: 'POST', body: oneClick() })).status).toBe(200);
  expect(await stored(account.id)).toHaveLength(1);
});

test('a changed, truncated, foreign or newer link is 404 and changes nothing', async () => {
  const { account, subscription, link } = await subscribe();
  const token = link.split('/').at(-1)!;
  const other = await subscribe();
  const bytes = Buffer.from(token, 'base64url');
  Buffer.from(other.account.uuid.replaceAll('-', ''), 'hex').copy(bytes, 1);
  const [secret] = app.context.sessionSecrets;
  const links = [
    linkOf(subscription, 'another secret of thirty-two characters'),
    linkOf({ ...subscription, topic: 'newer' as Subscription['topic'] }, secret),
    link.slice(0, -2),
    `${app.url}/unsubscribe/${bytes.toString('base64url')}`,
    `${app.url}/unsubscribe/x`,
  ];
  for (const forged of links) {
    for (const method of ['GET', 'POST']) {
      const response = await fetch(forged, method === 'POST' ? { method, body: oneClick() } : {});
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('"code":"unknown-subscription"');
    }
  }
  expect(await stored(account.id)).toEqual([]);
  expect(await stored(other.account.id)).toEqual([]);
});
