import { randomUUID } from 'node:crypto';
import document from '../openapi.json';
import { bearer, castOf, type Headers, xCompany } from './cast';
import { expectProblem } from './expect-problem';
import { startTestApp, type TestApp } from './start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
let secret: Headers;
let session: Headers;
beforeAll(async () => {
  service = await startTestApp();
  cast = castOf(service);
  const ada = await cast.ada();
  secret = bearer(ada.secret);
  session = await ada.session();
});
afterAll(() => service.close());

const SUMMARIES = '/reporting/compliance-summaries';
const INVALID = '400 Invalid request, invalid-request';

const summarize = (body: unknown) => cast.call(SUMMARIES, secret, { method: 'POST', body });

interface DocumentedOperation {
  readonly security: readonly object[];
  readonly requestBody?: object;
  readonly responses: object;
}

/** Returns the CPU time that the service spends on a call, in milliseconds. */
async function cpuOf(call: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

test('an operation without a body rejects a large one like any other', async () => {
  const body = { padding: 'x'.repeat(17_000) };
  for (const path of ['/auth/sso/login', '/notification/recipients', '/me/client-secret']) {
    const headers =
      path === '/notification/recipients' ? bearer((await cast.grace()).secret) : secret;
    expectProblem(await cast.call(path, headers, { method: 'GET', body }), INVALID);
  }
});

describe('a long invalid list', () => {
  test.each(['measurements', 'departments', 'members', 'functions'])(
    'of %s is rejected for its first element, in linear time',
    async list => {
      const body = { [list]: Array<number>(20_000).fill(0) };
      let detail = '';
      const cpu = await cpuOf(async () => {
        const response = await summarize(body);
        expectProblem(response, INVALID);
        detail = response.body.detail;
      });
      expect(detail).toMatch(new RegExp(`^${list}`));
      expect(cpu).toBeLessThan(3_000);
    },
  );

  test('is rejected for its length above 20,000', async () => {
    const response = await summarize({ measurements: Array<number>(20_001).fill(0) });
    expectProblem(response, INVALID);
    expect(response.body.detail).toBe('measurements must have at most 20000 items.');
  });

  test('is rejected in linear time if the name of the property is long too', async () => {
    const body = { ['Ł'.repeat(450_000)]: Array<number>(20_000).fill(0) };
    const cpu = await cpuOf(async () => expectProblem(await summarize(body), INVALID));
    expect(cpu).toBeLessThan(3_000);
  });

  test('too many properties are rejected before validation', async () => {
    const names = Array.from({ length: 60_000 }, (_, n) => [`p${n}`, 0]);
    const cpu = await cpuOf(async () => {
      const response = await summarize(Object.fromEntries(names));
      expectProblem(response, INVALID);
      expect(response.body.detail).toBe('Send at most 100 properties.');
    });
    expect(cpu).toBeLessThan(3_000);
  });
});

describe('a body for an operation without one', () => {
  const paths = Object.entries<Record<string, DocumentedOperation>>(document.paths);
  const withoutBody = paths.flatMap(([route, item]) =>
    Object.entries(item)
      .filter(([, { security, requestBody }]) => security.length > 0 && !requestBody)
      .filter(([, { responses }]) => !('501' in responses))
      .map(([method]) => [method.toUpperCase(), route] as const),
  );
  let session: Headers;
  beforeAll(async () => {
    const { signIn } = await cast.ada({ isOperator: true });
    session = [...(await signIn()), ...xCompany((await cast.grace()).home.handle)];
  });

  test.each(withoutBody)('with properties is rejected by %s %s', async (method, route) => {
    const path = route.replaceAll(/\{\w+\}/g, () => randomUUID());
    const response = await cast.call(path, session, { method, body: { name: 'export' } });
    expectProblem(response, INVALID);
    expect(response.body.errors).toEqual([{ field: 'name', message: 'is not a known property' }]);
  });

  test('is rejected without changes, unless it is {}', async () => {
    const { secret: own, session: open } = await cast.ada();
    const session = await open();
    const generate = (body: object) =>
      cast.call('/me/client-secret', session, { method: 'POST', body });
    expectProblem(await generate({ name: 'export' }), INVALID);
    expect((await cast.call('/me/client-secret', bearer(own))).status).toBe(200);
    expect((await generate({})).status).toBe(201);
  });
});

test.each(['code', 'personType', 'jobTitle'])(
  'half of a surrogate pair in %s, which PostgreSQL cannot store, is rejected and named',
  async field => {
    const { acme, account } = await cast.ada();
    const operator = bearer((await cast.grace()).secret);
    const path = `/security/accounts/${account.uuid}/memberships/${acme.handle}`;
    const body = { hasAccess: false, isDeveloper: false, [field]: 'a\ud800' };
    const response = await cast.call(path, operator, { method: 'PUT', body });
    expectProblem(response, INVALID);
    expect(response.body.errors[0].field).toBe(field);
  },
);

describe('a timestamp', () => {
  const validations = (instant: string) =>
    cast.call(
      `/reporting/competency-validations?expiresBefore=${encodeURIComponent(instant)}`,
      secret,
    );

  test.each([
    '2026-W10-1',
    '20260101T000000Z',
    '2026-01-01T00:00:00+00',
    '-2026-01-01T00:00:00Z',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
  ])('is rejected as %s', async instant => {
    const response = await validations(instant);
    expectProblem(response, INVALID);
    expect(response.body.errors[0].field).toBe('expiresBefore');
    const body = { name: 'nightly', expiresAt: instant };
    expectProblem(
      await cast.call('/me/client-secrets', session, { method: 'POST', body }),
      INVALID,
    );
  });

  test.each(['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000+00:00', '2026-01-01T05:30:00+05:30'])(
    'is accepted as %s',
    async instant => {
      expect((await validations(instant)).status).toBe(200);
    },
  );
});

test('parameters after the thousandth are read, so that a different organization is rejected', async () => {
  const query = `${'personTypes=a&'.repeat(1_000)}companyId=6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11`;
  const response = await cast.call(`/reporting/achievement-gaps?${query}`, secret);
  expectProblem(response, '403 Operator required, operator-required');
});
