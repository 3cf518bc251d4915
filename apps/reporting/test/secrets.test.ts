import { startTestApp, type TestApp } from './start-test-app';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

async function call(method: string, path: string, secret: string, body?: unknown) {
  const response = await fetch(service.url + path, {
    method,
    headers: {
      Authorization: `Bearer ${secret}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text), response };
}

async function ada() {
  const acme = await service.seed.company('acme');
  const member = await acme.member('Ada', { reportAccess: true });
  return { acme, member, secret: await service.seed.secret(member.account, acme) };
}

test('the status tells of the secret, and never the secret', async () => {
  const { secret } = await ada();
  const { status, body } = await call('GET', '/me/client-secret', secret);
  expect(status).toBe(200);
  expect(body).toEqual({
    exists: true,
    prefix: secret.slice(0, 'vsk_test_'.length + 8),
    generatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
    lastUsedAt: expect.stringMatching(/\+00:00$/),
  });
});
