import type { Answer } from '../../ask';
import { castOf, PASSWORD } from '../../cast';
import { expectProblem } from '../../expect-problem';
import { startTestApp, type TestApp } from '../../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp({ TRUST_PROXY: '1' });
  cast = castOf(service);
});
afterAll(() => service.close());

let addresses = 0;
const nextAddress = () => `192.0.2.${++addresses}`;

const signIn = (from: string, email: string, password: string): Promise<Answer> =>
  cast.call('/auth/login', [['X-Forwarded-For', from]], {
    method: 'POST',
    body: { email, password },
  });

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();

test('an address signs in ten times in five minutes, rightly or wrongly', async () => {
  const { account } = await cast.ada();
  const from = nextAddress();
  const tries = Array.from({ length: 12 }, (_, n) =>
    signIn(from, account.email, n % 2 ? PASSWORD : 'not the one'),
  );
  const answers = await Promise.all(tries);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  const refused = await signIn(from, account.email, PASSWORD);
  expectProblem(refused, '429 Too many requests, rate-limited');
  expect(refused.headers['ratelimit-policy']).toMatch(/^"sign-in"; q=10; w=300; pk=/);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(200);
  expect((await signIn(nextAddress(), account.email, PASSWORD)).status).toBe(204);
});

test('sign-ins that a foreign page sends are not counted', async () => {
  const { account } = await cast.ada();
  const from = nextAddress();
  for (let n = 0; n < 11; n++) {
    const headers = [
      ['X-Forwarded-For', from] as const,
      ['Origin', 'https://evil.example'] as const,
    ];
    const body = { email: account.email, password: 'guess' };
    const refused = await cast.call('/auth/login', headers, { method: 'POST', body });
    expectProblem(refused, '403 Origin not allowed, origin-not-allowed');
  }
  expect((await signIn(from, account.email, PASSWORD)).status).toBe(204);
});

test('a request that says it comes from elsewhere is believed of a trusted proxy alone', async () => {
  const direct = await startTestApp({ RATE_LIMIT_SIGN_IN: '2/300' });
  const theirs = castOf(direct);
  const question = { method: 'POST', body: { email: 'nobody@example.org', password: PASSWORD } };
  const tries = Array.from({ length: 4 }, (_, n) =>
    theirs.call('/auth/login', [['X-Forwarded-For', `192.0.2.${n}`]], question),
  );
  expect(statuses(await Promise.all(tries))).toEqual([401, 401, 429, 429]);
  await direct.close();
});

describe('an account is tried twenty times an hour, from however many addresses', () => {
  async function answersTo(email: string, password: string) {
    const answers: Answer[] = [];
    // Not all at once: each costs this machine a fifth of a second.
    while (answers.length < 21) {
      const tries = [email, email.toUpperCase(), email].map(tried =>
        signIn(nextAddress(), tried, password),
      );
      answers.push(...(await Promise.all(tries)));
    }
    return answers.map(({ status, body }) => `${status} ${body?.code ?? ''}`).sort();
  }

  const refusals = [...Array<string>(20).fill('401 sign-in-failed'), '429 rate-limited'];

  test('and then its right password waits, too', async () => {
    const { account } = await cast.ada();
    expect(await answersTo(account.email, 'not the one')).toEqual(refusals);
    const refused = await signIn(nextAddress(), account.email, PASSWORD);
    expectProblem(refused, '429 Too many requests, rate-limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
  });

  test('changes of its password are such tries, too', async () => {
    const { account, signIn: open } = await cast.ada();
    const session = await open();
    await answersTo(account.email, 'not the one');
    const refused = await cast.call('/me/password', session, {
      method: 'POST',
      body: { current: PASSWORD, new: 'eight lamps on a loud street' },
    });
    expectProblem(refused, '429 Too many requests, rate-limited');
  });

  test('also one that does not exist, so that the limit tells nothing', async () => {
    expect(await answersTo('nobody@example.org', PASSWORD)).toEqual(refusals);
  });
});
