import { availableParallelism } from 'node:os';
import { holdSlots, waitUntil } from '@platform/http/testing';
import { countSuccess } from '../../../src/identity/sign-in/sign-in-attempts';
import { passwordsAtOnce } from '../../../src/main/slots';
import { castOf, type Headers, PASSWORD } from '../../cast';
import { type Reply, sendJson } from '../../send-json';
import { startTestApp, type TestApp } from '../../start-test-app';
import { cookiesOf } from '../sign-in-at';

test.each([
  [1, 1],
  [2, 1],
  [4, 3],
  [64, 3],
])('of %i cores, %i are used for passwords', (cores, most) => {
  expect(passwordsAtOnce(cores)).toBe(most);
});

test('a sign-in is rejected as busy only while too many are waiting', async () => {
  const service = await startTestApp();
  const body = { email: 'nobody@example.org', password: 'whatever it is' };
  const signIn = () => sendJson(`${service.url}/auth/login`, { method: 'POST', body });
  const release = holdSlots(service.context.slots.passwords);
  const refused = await signIn();
  expect([refused.status, refused.body.code]).toEqual([503, 'busy']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await release();
  expect((await signIn()).status).toBe(401);
  await service.close();
});

const NEW = 'eight lamps on a loud street';

/** Fills the queue with attempts, and then makes another one. */
async function withFullQueue(
  service: TestApp,
  attempts: readonly (() => Promise<Reply>)[],
  nextAttempt: () => Promise<Reply>,
) {
  const { passwords } = service.context.slots;
  const places = passwordsAtOnce(availableParallelism()) * 51;
  const release = holdSlots(passwords, places - attempts.length);
  const queued = attempts.map(attempt => attempt());
  await waitUntil(() => passwords.waiting === places - places / 51);
  const next = nextAttempt();
  // Rejected attempts receive their response while nothing is running.
  const refused = await Promise.race([next, ...queued]);
  await release();
  const responses = await Promise.all(queued);
  return {
    refused: refused.status,
    rejectedAttempts: responses.filter(({ status }) => status === 503).length,
    next: (await next).status,
  };
}

describe('while attempts fill the queue', () => {
  let service: TestApp;
  let cast: ReturnType<typeof castOf>;
  beforeEach(async () => {
    service = await startTestApp({ TRUST_PROXY: '1', RATE_LIMIT_SIGN_IN: 'off' });
    cast = castOf(service);
  });
  afterEach(() => service.close());

  const signIn = (from: string, email: string, password = PASSWORD, headers: Headers = []) =>
    cast.call('/auth/login', [['X-Forwarded-For', from], ...headers], {
      method: 'POST',
      body: { email, password },
    });
  const people = async () =>
    Promise.all(Array.from({ length: 5 }, async () => (await cast.ada()).account.email));
  const ADMITTED = { refused: 503, rejectedAttempts: 1, next: 204 };

  test('for one account, others can sign in, even from the same address', async () => {
    const [ada, grace] = [(await cast.ada()).account.email, (await cast.ada()).account.email];
    const responses = await withFullQueue(
      service,
      Array.from({ length: 5 }, () => () => signIn('192.0.2.1', ada)),
      () => signIn('192.0.2.1', grace),
    );
    expect(responses).toEqual(ADMITTED);
  });

  test('from one address block, others can sign in from elsewhere', async () => {
    const { email } = (await cast.ada()).account;
    const responses = await withFullQueue(
      service,
      (await people()).map((one, n) => () => signIn(`2001:db8:0:${n}::1`, one)),
      () => signIn('2001:db8:0:100::1', email),
    );
    expect(responses).toEqual(ADMITTED);
  });

  test('for many accounts and blocks, known browsers can sign in, but unknown ones are rejected', async () => {
    const { email } = (await cast.ada()).account;
    const known = cookiesOf(await signIn('192.0.2.1', email));
    const queued = (await people()).map((one, n) => () => signIn(`10.0.${n}.1`, one));
    const browser = () => signIn('192.0.2.1', email, PASSWORD, known);
    expect(await withFullQueue(service, queued, browser)).toEqual(ADMITTED);
    const unknown = await withFullQueue(service, queued, () => signIn('192.0.2.1', email));
    expect(unknown).toEqual({ refused: 503, rejectedAttempts: 0, next: 503 });
  });
});

describe('without waiting for a slot', () => {
  let service: TestApp;
  let cast: ReturnType<typeof castOf>;
  beforeAll(async () => {
    service = await startTestApp({ RATE_LIMIT_DEFAULT: 'off' });
    cast = castOf(service);
  });
  afterAll(() => service.close());

  async function whileFull(call: () => Promise<Reply>) {
    const release = holdSlots(service.context.slots.passwords);
    const { status, body } = await call();
    await release();
    return [status, body.code];
  }

  test('a short new password is rejected', async () => {
    const session = await (await cast.ada()).signIn();
    const body = { current: 'whatever it is', new: 'short' };
    const change = () => cast.call('/me/password', session, { method: 'POST', body });
    expect(await whileFull(change)).toEqual([400, 'invalid-request']);
  });

  test('a sign-in to an account with too many sign-ins is rejected', async () => {
    const body = { email: (await cast.ada()).account.email, password: PASSWORD };
    const signIn = () => cast.call('/auth/login', [], { method: 'POST', body });
    for (let n = 0; n < 60; n++) await countSuccess(service.context.limits, body.email);
    expect(await whileFull(signIn)).toEqual([429, 'rate-limited']);
  });
});

test('a password change leaves the queue when its client disconnects', async () => {
  const service = await startTestApp();
  const { passwords } = service.context.slots;
  const session = await (await castOf(service).ada()).signIn();
  const release = holdSlots(passwords, passwordsAtOnce(availableParallelism()));
  const leaving = new AbortController();
  const change = fetch(`${service.url}/me/password`, {
    method: 'POST',
    headers: [...session, ['Content-Type', 'application/json']] as [string, string][],
    body: JSON.stringify({ current: PASSWORD, new: NEW }),
    signal: leaving.signal,
  });
  await waitUntil(() => passwords.waiting === 1);
  leaving.abort();
  await expect(change).rejects.toThrow('aborted');
  await waitUntil(() => passwords.waiting === 0);
  await release();
  await service.close();
});
