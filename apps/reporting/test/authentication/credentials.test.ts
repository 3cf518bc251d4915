import { randomBytes } from 'node:crypto';
import { type Answer, ask, type Question } from '../ask';
import { startTestApp, type TestApp } from '../start-test-app';

const serviceKey = 'a service key of thirty-two characters or more';
const nextServiceKey = 'the service key that comes after that one';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({
    SERVICE_KEY: `${serviceKey},${nextServiceKey}`,
    RATE_LIMIT_FAILED_AUTH: 'off',
    RATE_LIMIT_DEFAULT: 'off',
    RATE_LIMIT_REPORTS: 'off',
  });
});
afterAll(() => service.close());

const STATUS = '/me/client-secret';
const MEASUREMENTS = '/reporting/compliance-summaries/measurements';
const CONTACTS = '/reporting/directory-contacts';

type Headers = NonNullable<Question['headers']>;

const call = (path: string, headers: Headers = []) => ask(service.url + path, { headers });
const bearer = (secret: string): Headers => [['Authorization', `Bearer ${secret}`]];
const apiKey = (secret: string): Headers => [['X-Api-Key', secret]];

/** Ada, with every right that is no operator's, in an organization of her own. */
async function ada(facts: object = {}) {
  const acme = await service.seed.company('acme');
  const member = await acme.member('Ada', { reportAccess: true, ...facts });
  return { acme, member, secret: await service.seed.secret(member.account, acme) };
}

function expectProblem(answer: Answer, status: number, title: string, code: string) {
  expect(answer.body).toEqual({
    type: 'about:blank',
    title,
    status,
    detail: expect.stringMatching(/^[A-Z].+\.$/),
    code,
  });
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(answer.headers['cache-control']).toBe('no-store');
}

describe('401', () => {
  test('nothing sent is told how to send', async () => {
    const answer = await call(STATUS);
    expectProblem(answer, 401, 'Not authenticated', 'secret-missing');
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="reporting"');
  });

  test.each([
    ['wrong', () => `vsk_test_${randomBytes(32).toString('base64url')}`],
    ['of another environment', (secret: string) => secret.replace('_test_', '_live_')],
    ['cut short', (secret: string) => secret.slice(0, -1)],
    ['in another case', (secret: string) => secret.toUpperCase()],
    ['the prefix alone', (secret: string) => secret.slice(0, 17)],
    ['two words', (secret: string) => `${secret} ${secret}`],
    ['of 10 kB', (secret: string) => secret + 'A'.repeat(10_000)],
    ['a service key, which is none for Authorization', () => serviceKey],
    ['SQL', () => `vsk_test_' or '1'='1`],
  ])('a secret that is %s is not recognized', async (_, change) => {
    const { secret } = await ada();
    const answer = await call(STATUS, bearer(change(secret)));
    expectProblem(answer, 401, 'Secret not recognized', 'secret-unrecognized');
    expect(answer.headers['www-authenticate']).toMatch(
      /^Bearer realm="reporting", error="invalid_token", error_description="[^"]+"$/,
    );
  });

  test('a secret that was replaced or revoked is not recognized', async () => {
    const { acme, member, secret } = await ada();
    const next = await service.seed.secret(member.account, acme);
    expectProblem(
      await call(STATUS, bearer(secret)),
      401,
      'Secret not recognized',
      'secret-unrecognized',
    );
    expect((await call(STATUS, bearer(next))).status).toBe(200);
    const gone = await ask(service.url + STATUS, { method: 'DELETE', headers: bearer(next) });
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await call(STATUS, bearer(next))).body.code).toBe('secret-unrecognized');
  });

  test('a secret of a disabled account answers as one that never was, byte for byte', async () => {
    const { member, secret } = await ada();
    await service.context.db.prisma.account.update({
      where: { id: member.account.id },
      data: { disabledAt: new Date() },
    });
    const disabled = await call(STATUS, bearer(secret));
    const unknown = await call(STATUS, bearer(`vsk_test_${randomBytes(32).toString('base64url')}`));
    expect([disabled.status, disabled.text]).toEqual([unknown.status, unknown.text]);
    expect(disabled.headers['www-authenticate']).toBe(unknown.headers['www-authenticate']);
  });

  test('a client secret past its time says so', async () => {
    const { secret } = await ada();
    const made = await ask(`${service.url}/me/client-secrets`, {
      method: 'POST',
      headers: bearer(secret),
      body: { name: 'export', expiresAt: '2999-01-01T00:00:00Z' },
    });
    expect(made.status).toBe(201);
    await service.context.db.prisma.clientSecret.update({
      where: { uuid: made.body.id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    const answer = await call(STATUS, bearer(made.body.secret));
    expectProblem(answer, 401, 'Secret expired', 'secret-expired');
  });
});

describe('what is sent', () => {
  test.each([
    ['Bearer', (secret: string): Headers => [['Authorization', `Bearer ${secret}`]]],
    ['bearer in any case', (secret): Headers => [['authorization', `bEaReR ${secret}`]]],
    ['more blanks', (secret): Headers => [['Authorization', `  Bearer  \t ${secret}  `]]],
    ['X-Api-Key', (secret): Headers => [['X-Api-Key', secret]]],
    ['the same twice', (secret): Headers => [...bearer(secret), ...bearer(secret)]],
    ['the same in both headers', (secret): Headers => [...bearer(secret), ...apiKey(secret)]],
    [
      'a secret beside a scheme that is none of ours',
      (secret): Headers => [['Authorization', 'Basic dTpw'], ...apiKey(secret)],
    ],
    [
      'a secret beside an empty header',
      (secret): Headers => [['Authorization', 'Bearer '], ...apiKey(secret)],
    ],
    [
      'a secret beside a cookie, which it wins over',
      (secret): Headers => [...bearer(secret), ['Cookie', 'reporting_session=nonsense']],
    ],
  ] as [string, (secret: string) => Headers][])('is taken as %s', async (_, headers) => {
    const { secret } = await ada();
    expect((await call(STATUS, headers(secret))).status).toBe(200);
  });

  test.each([
    ['both headers', (one: string, other: string): Headers => [...bearer(one), ...apiKey(other)]],
    ['Authorization twice', (one, other): Headers => [...bearer(one), ...bearer(other)]],
    ['X-Api-Key twice', (one, other): Headers => [...apiKey(one), ...apiKey(other)]],
  ] as [string, (one: string, other: string) => Headers][])(
    'is refused where two credentials differ: %s',
    async (_, headers) => {
      const [one, other] = [await ada(), await ada()];
      const answer = await call(STATUS, headers(one.secret, other.secret));
      expectProblem(answer, 400, 'Conflicting credentials', 'credential-conflict');
    },
  );

  test.each([['Basic dTpw'], ['Bearer'], ['Bearer  '], [''], ['vsk_test_abc']])(
    'is nothing when Authorization is %j',
    async authorization => {
      const answer = await call(STATUS, [['Authorization', authorization]]);
      expect([answer.status, answer.body.code]).toEqual([401, 'secret-missing']);
    },
  );
});

describe('rights', () => {
  test('API access is asked of secrets, and its return revives the same one', async () => {
    const { member, secret } = await ada();
    const grants = (apiAccess: boolean) =>
      service.context.db.prisma.account.update({
        where: { id: member.account.id },
        data: { apiAccess, reportAccess: false },
      });
    await grants(false);
    expectProblem(
      await call(STATUS, bearer(secret)),
      403,
      'API access required',
      'api-access-required',
    );
    await grants(true);
    expect((await call(STATUS, bearer(secret))).status).toBe(200);
  });

  test('a secret can be taken back without API access', async () => {
    const { secret } = await ada({ apiAccess: false, reportAccess: false });
    const gone = await ask(service.url + STATUS, { method: 'DELETE', headers: bearer(secret) });
    expect(gone.status).toBe(204);
    expect((await call(STATUS, bearer(secret))).body.code).toBe('secret-unrecognized');
  });

  test('report access is asked where the specification says so, and nowhere else', async () => {
    const { secret } = await ada({ apiAccess: true, reportAccess: false });
    expectProblem(
      await call(CONTACTS, bearer(secret)),
      403,
      'Report access required',
      'report-access-required',
    );
    expect((await call(MEASUREMENTS, bearer(secret))).status).toBe(200);
  });

  test('the Developer role is asked of secrets on reports, and before report access', async () => {
    const { secret } = await ada({ isDeveloper: false, apiAccess: true, reportAccess: false });
    for (const path of [CONTACTS, MEASUREMENTS]) {
      expectProblem(
        await call(path, bearer(secret)),
        403,
        'Developer role required',
        'developer-role-required',
      );
    }
    expect((await call(STATUS, bearer(secret))).status).toBe(200);
  });

  test('an operator needs neither grants nor roles', async () => {
    const acme = await service.seed.company('acme');
    const grace = await service.seed.account('Grace', { isOperator: true });
    const secret = await service.seed.secret(grace, acme);
    expect((await call(CONTACTS, bearer(secret))).status).toBe(200);
  });

  test.each([
    '/notification/queue',
    '/sync',
    '/sync/run',
    '/support/issues',
    '/reporting/video-statistics',
  ])('%s is refused to others, and said to be missing to operators, on any method', async path => {
    const { acme, secret } = await ada();
    const grace = await service.seed.account('Grace', { isOperator: true });
    const operator = await service.seed.secret(grace, acme);
    for (const method of ['GET', 'POST', 'PATCH']) {
      const question = (headers: Headers) => ask(service.url + path, { method, headers });
      expectProblem(await question(bearer(secret)), 403, 'Operator required', 'operator-required');
      expectProblem(await question(bearer(operator)), 501, 'Not implemented', 'not-implemented');
      expectProblem(await question(apiKey(serviceKey)), 501, 'Not implemented', 'not-implemented');
      expect((await question([])).status).toBe(401);
    }
  });

  test('what runs here is told to operators and the service key', async () => {
    const { acme, secret } = await ada();
    const grace = await service.seed.account('Grace', { isOperator: true });
    const operator = await service.seed.secret(grace, acme);
    expect((await call('/diagnostic/about', bearer(secret))).body.code).toBe('operator-required');
    for (const headers of [bearer(operator), apiKey(serviceKey)]) {
      const { status, body } = await call('/diagnostic/about', headers);
      expect(status).toBe(200);
      expect(body).toEqual({
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        commit: null,
        environment: 'test',
        uptimeSeconds: expect.any(Number),
        database: { version: expect.stringMatching(/^\d+/), pendingMigrations: [] },
      });
    }
  });
});

describe('the service key', () => {
  test.each([
    ['the first', serviceKey],
    ['the next, while keys are rotated', nextServiceKey],
  ])('%s acts for any organization that is named', async (_, key) => {
    const { acme } = await ada();
    for (const [path, headers] of [
      [`${CONTACTS}?companyId=${acme.uuid}`, apiKey(key)],
      [CONTACTS, [...apiKey(key), ['X-Company', acme.handle]] as Headers],
    ] as const) {
      expect((await call(path, headers)).status).toBe(200);
    }
  });

  test('needs an organization where one is needed', async () => {
    const answer = await call(CONTACTS, apiKey(serviceKey));
    expectProblem(answer, 400, 'Company required', 'company-required');
  });

  test('has no account', async () => {
    for (const path of ['/me/client-secret', '/me/client-secrets', '/auth/session']) {
      const answer = await call(path, apiKey(serviceKey));
      expectProblem(answer, 403, 'Account required', 'account-required');
    }
  });

  test('changes no grants', async () => {
    const { member } = await ada();
    const answer = await ask(`${service.url}/security/accounts/${member.account.uuid}/grants`, {
      method: 'PUT',
      headers: apiKey(serviceKey),
      body: { reportAccess: false },
    });
    expectProblem(answer, 403, 'Operator required', 'operator-required');
  });

  test('is not limited', async () => {
    const answer = await call('/diagnostic/about', apiKey(serviceKey));
    expect(answer.headers.ratelimit).toBeUndefined();
  });
});
