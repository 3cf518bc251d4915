import { castOf, type Headers, PASSWORD } from '../../cast';
import { expectProblem } from '../../expect-problem';
import type { Reply } from '../../send-json';
import { startTestApp, type TestApp } from '../../start-test-app';
import { cookiesOf } from '../sign-in-at';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp({ TRUST_PROXY: '1', RATE_LIMIT_DEFAULT: 'off' });
  cast = castOf(service);
});
afterAll(() => service.close());

const LIMITED = '429 Too many requests, rate-limited';
const WRONG_PASSWORD = 'not the one';

let addresses = 0;
const nextAddress = () => `192.0.2.${++addresses}`;
const nextNetwork = () => `10.0.${++addresses}.1`;

const signIn = (
  from: string,
  email: string,
  password = PASSWORD,
  headers: Headers = [],
): Promise<Reply> =>
  cast.call('/auth/login', [['X-Forwarded-For', from], ...headers], {
    method: 'POST',
    body: { email, password },
  });

const statuses = (responses: readonly Reply[]) => responses.map(({ status }) => status).sort();

/** Fails to sign in from several addresses, each below its limit. */
async function fail(count: number, email: string) {
  const responses: Reply[] = [];
  while (responses.length < count) {
    const from = nextNetwork();
    const tries = Array.from({ length: Math.min(5, count - responses.length) }, () =>
      signIn(from, email, WRONG_PASSWORD),
    );
    responses.push(...(await Promise.all(tries)));
  }
  return statuses(responses);
}

test('an address may fail ten times in five minutes, even with concurrent attempts', async () => {
  const from = nextAddress();
  const accounts = await Promise.all(Array.from({ length: 30 }, () => cast.ada()));
  const tries = accounts.map(({ account }) => signIn(from, account.email, WRONG_PASSWORD));
  expect(statuses(await Promise.all(tries))).toEqual([
    ...Array<number>(10).fill(401),
    ...Array<number>(20).fill(429),
  ]);
  const { account } = accounts[0]!;
  const refused = await signIn(from, account.email);
  expectProblem(refused, LIMITED);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(200);
  expect((await signIn(nextAddress(), account.email)).status).toBe(204);
});

test('an IPv6 block may fail five times as often as an address, across all its networks', async () => {
  const { email } = (await cast.ada()).account;
  const tries = Array.from({ length: 60 }, (_, n) =>
    signIn(`2001:db8:0:${n.toString(16)}::1`, email, WRONG_PASSWORD),
  );
  expect(statuses(await Promise.all(tries))).toEqual([
    ...Array<number>(50).fill(401),
    ...Array<number>(10).fill(429),
  ]);
  expectProblem(await signIn('2001:db8:0:ff::1', email), LIMITED);
  expect((await signIn('2001:db8:0:100::1', email)).status).toBe(204);
});

test('successful sign-ins are not limited per address', async () => {
  const from = nextAddress();
  const accounts = await Promise.all(Array.from({ length: 15 }, () => cast.ada()));
  const responses = await Promise.all(accounts.map(({ account }) => signIn(from, account.email)));
  expect(statuses(responses)).toEqual(Array(15).fill(204));
});

test('successful sign-ins are limited to 60 per hour and account', async () => {
  const { account } = await cast.ada();
  const responses: Reply[] = [];
  while (responses.length < 60) responses.push(await signIn(nextAddress(), account.email));
  expect(statuses(responses)).toEqual(Array(60).fill(204));
  expectProblem(await signIn(nextAddress(), account.email), LIMITED);
});

test('sign-ins from foreign pages are not counted', async () => {
  const { account } = await cast.ada();
  const from = nextAddress();
  for (let n = 0; n < 11; n++) {
    const refused = await signIn(from, account.email, WRONG_PASSWORD, [
      ['Origin', 'https://evil.example'],
    ]);
    expectProblem(refused, '403 Origin not allowed, origin-not-allowed');
  }
  expect((await signIn(from, account.email)).status).toBe(204);
});

test('only a trusted proxy determines the client address', async () => {
  const direct = await startTestApp({ RATE_LIMIT_SIGN_IN: '2/300' });
  const theirs = castOf(direct);
  const { email } = (await theirs.ada()).account;
  const request = { method: 'POST', body: { email, password: WRONG_PASSWORD } };
  const tries = Array.from({ length: 4 }, (_, n) =>
    theirs.call('/auth/login', [['X-Forwarded-For', `192.0.2.${n}`]], request),
  );
  expect(statuses(await Promise.all(tries))).toEqual([401, 401, 429, 429]);
  await direct.close();
});

describe('an account', () => {
  test('is limited after 20 failures per hour, only at the address that failed', async () => {
    const limited = await startTestApp({ TRUST_PROXY: '1', RATE_LIMIT_SIGN_IN: '1000/300' });
    const theirs = castOf(limited);
    const { account } = await theirs.ada();
    const attempt = (from: string, password: string) =>
      theirs.call('/auth/login', [['X-Forwarded-For', from]], {
        method: 'POST',
        body: { email: account.email, password },
      });
    const tries = Array.from({ length: 25 }, () => attempt('192.0.2.1', WRONG_PASSWORD));
    expect(statuses(await Promise.all(tries))).toEqual([
      ...Array<number>(20).fill(401),
      ...Array<number>(5).fill(429),
    ]);
    expect((await attempt('192.0.2.1', PASSWORD)).status).toBe(429);
    expect((await attempt('192.0.2.2', PASSWORD)).status).toBe(204);
    await limited.close();
  });

  test('is limited after 100 failures per hour everywhere, except in known browsers', async () => {
    const { account, signIn: open } = await cast.ada();
    const known = cookiesOf(await signIn(nextAddress(), account.email));
    const session = await open();
    expect(await fail(101, account.email)).toEqual([...Array<number>(100).fill(401), 429]);
    const refused = await signIn(nextAddress(), account.email);
    expectProblem(refused, LIMITED);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await signIn(nextAddress(), account.email, PASSWORD, known)).status).toBe(204);
    const changed = await cast.call('/me/password', session, {
      method: 'POST',
      body: { current: PASSWORD, new: 'eight lamps on a loud street' },
    });
    expect(changed.status).toBe(204);
  });

  test('has the same limits if it does not exist', async () => {
    const known = await startTestApp({ TRUST_PROXY: '1', RATE_LIMIT_SIGN_IN: '1000/300' });
    const { account } = await castOf(known).ada();
    const body = { email: account.email, password: WRONG_PASSWORD };
    const attempt = () => castOf(known).call('/auth/login', [], { method: 'POST', body });
    // Passwords of unknown accounts are hashed at the production cost, unlike those in tests.
    await Promise.all(Array.from({ length: 18 }, attempt));
    const data = { email: 'renamed@example.org' };
    await known.context.db.prisma.account.update({ where: { id: account.id }, data });
    const tries = await Promise.all(Array.from({ length: 3 }, attempt));
    expect(statuses(tries)).toEqual([401, 401, 429]);
    await known.close();
  });
});

describe('a known browser', () => {
  test('is exempt from the limit of its address, but has a separate one', async () => {
    const [{ account }, other] = [await cast.ada(), await cast.ada()];
    const from = nextAddress();
    const known = cookiesOf(await signIn(from, account.email));
    for (let n = 0; n < 10; n++) await signIn(from, other.account.email, WRONG_PASSWORD);
    const tries = Array.from({ length: 22 }, () =>
      signIn(from, account.email, WRONG_PASSWORD, known),
    );
    expect(statuses(await Promise.all(tries))).toEqual([...Array<number>(20).fill(401), 429, 429]);
    expect((await signIn(from, account.email, PASSWORD, known)).status).toBe(429);
    expect((await signIn(nextAddress(), account.email)).status).toBe(204);
  });

  test('is only known for its account, and only until the password changes', async () => {
    const [ada, other] = [await cast.ada(), await cast.ada()];
    const from = nextAddress();
    const known = cookiesOf(await signIn(from, ada.account.email));
    for (let n = 0; n < 10; n++) await signIn(from, other.account.email, WRONG_PASSWORD);
    expect((await signIn(from, other.account.email, PASSWORD, known)).status).toBe(429);
    expect((await signIn(from, ada.account.email, PASSWORD, known)).status).toBe(204);
    const next = 'eight lamps on a loud street';
    const body = { current: PASSWORD, new: next };
    await cast.call('/me/password', await ada.signIn(), { method: 'POST', body });
    expect((await signIn(from, ada.account.email, next, known)).status).toBe(429);
  });
});

test('wrong current passwords are limited separately to 20 per hour', async () => {
  const { account, signIn: open } = await cast.ada();
  const session = await open();
  const change = () =>
    cast.call('/me/password', session, {
      method: 'POST',
      body: { current: WRONG_PASSWORD, new: 'eight lamps on a loud street' },
    });
  const responses = await Promise.all(Array.from({ length: 22 }, change));
  expect(statuses(responses)).toEqual([...Array<number>(20).fill(401), 429, 429]);
  expect((await signIn(nextAddress(), account.email)).status).toBe(204);
});
