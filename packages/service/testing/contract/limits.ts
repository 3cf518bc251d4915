import type { TestReply } from '@platform/http/testing';
import { ask, errorOf, type RunningService, type ServiceUnderTest } from './service-under-test';

const CALLS = 10;
const FAILURES = 5;

export function testLimits(tested: ServiceUnderTest): void {
  let service: RunningService;
  beforeEach(async () => {
    service = await tested.start({
      RATE_LIMIT_DEFAULT: `${CALLS}/60`,
      RATE_LIMIT_FAILED_AUTH: `${FAILURES}/60`,
    });
  });
  afterEach(() => service.close());

  const call = (headers = service.credential) => ask(service, tested.readable, { headers });
  const times = async (count: number, headers = service.credential) =>
    Promise.all(Array.from({ length: count }, () => call(headers)));

  test('calls are limited per caller and window, even if they are concurrent', async () => {
    expectFirst(await call());
    const replies = await times(2 * CALLS);
    expect(withStatus(replies, 200)).toHaveLength(CALLS - 1);
    expectRefused(replies.find(({ status }) => status === 429)!);
  });

  test('failed authentications are limited per address, and a valid credential still passes', async () => {
    const replies = await times(2 * FAILURES, tested.unknownCredential);
    expect(withStatus(replies, 401)).toHaveLength(FAILURES);
    expect(withStatus(replies, 429)).toHaveLength(FAILURES);
    expect((await call()).status).toBe(200);
  });

  test('a call without a credential does not count as a failed authentication', async () => {
    expect(withStatus(await times(2 * FAILURES, []), 401)).toHaveLength(2 * FAILURES);
    expect((await call(tested.unknownCredential)).status).toBe(401);
  });

  test('health and the documentation are not limited', async () => {
    await times(2 * FAILURES, tested.unknownCredential);
    for (const path of [tested.health, '/swagger/openapi.json']) {
      expect((await ask(service, path, { headers: [] })).status).toBe(200);
    }
  });
}

function expectFirst({ headers }: TestReply): void {
  expect(headers['ratelimit-policy']).toMatch(new RegExp(`^"calls"; q=${CALLS}; w=60; pk=`));
  expect(headers.ratelimit).toMatch(new RegExp(`^"calls"; r=${CALLS - 1}; t=\\d+$`));
}

function expectRefused(refused: TestReply): void {
  expect(errorOf(refused)).toBe('429 rate-limited');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
}

function withStatus(replies: readonly TestReply[], status: number): TestReply[] {
  return replies.filter(reply => reply.status === status);
}
