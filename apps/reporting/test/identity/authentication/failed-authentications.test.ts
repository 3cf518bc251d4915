import { generateSecret } from '@platform/auth/secret';
import { apiKey, bearer, castOf, expire, type Headers, PASSWORD, xCompany } from '../../cast';
import { SERVICE_KEY, startTestApp, type TestApp } from '../../start-test-app';

const STATUS = '/me/client-secret';

/** The number of kinds of failure, and the limit: one of each reaches it. */
const LIMIT = 10;

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp({
    SERVICE_KEY,
    TRUST_PROXY: '1',
    RATE_LIMIT_FAILED_AUTH: `${LIMIT}/60`,
  });
  cast = castOf(service);
});
afterAll(() => service.close());

/** Separate addresses, so that tests do not share limits. */
let addresses = 0;
const nextAddress = () => `192.0.2.${++addresses}`;

async function codeFrom(address: string, headers: Headers, path = STATUS, request = {}) {
  const forwarded = ['X-Forwarded-For', address] as const;
  const { status, body } = await cast.call(path, [...headers, forwarded], request);
  return status < 300 ? status : body.code;
}

const unknownSecret = () => generateSecret('vsk', 'test').secret;
const cookie = (token: string): Headers => [['Cookie', `__Host-reporting_session=${token}`]];

async function exhaustLimit(address: string) {
  for (let n = 0; n < LIMIT; n++) await codeFrom(address, bearer(unknownSecret()));
}

async function expiredSecret(): Promise<string> {
  const client = await cast.clientSecret((await cast.ada()).secret);
  await expire(service, client);
  return client.secret;
}

async function expiredSession(): Promise<Headers> {
  const { account, signIn } = await cast.ada();
  const session = await signIn();
  await service.context.db.prisma.session.updateMany({
    where: { accountId: account.id },
    data: { createdAt: new Date(0), expiresAt: new Date(1_000) },
  });
  return session;
}

async function disabled(): Promise<Headers> {
  const { account, secret } = await cast.ada();
  const data = { disabledAt: new Date() };
  await service.context.db.prisma.account.update({ where: { id: account.id }, data });
  return bearer(secret);
}

test('failures with any kind of credential count towards one limit per address', async () => {
  const address = nextAddress();
  const failures: [Headers, string][] = [
    [bearer(`Bearer ${unknownSecret()}`), 'secret-unrecognized'],
    [bearer(unknownSecret()), 'secret-unrecognized'],
    [apiKey(unknownSecret()), 'secret-unrecognized'],
    [bearer(SERVICE_KEY), 'secret-unrecognized'],
    [await disabled(), 'secret-unrecognized'],
    [bearer(await expiredSecret()), 'secret-expired'],
    [[...bearer(unknownSecret()), ...apiKey(unknownSecret())], 'credential-conflict'],
    [cookie('forged'), 'session-invalid'],
    [[...cookie('one'), ...cookie('other')], 'session-invalid'],
    [await expiredSession(), 'session-expired'],
  ];
  expect(failures).toHaveLength(LIMIT);
  for (const [headers, code] of failures) expect(await codeFrom(address, headers)).toBe(code);
  expect(await codeFrom(address, bearer(unknownSecret()))).toBe('rate-limited');
});

test('beyond the limit, valid credentials still pass', async () => {
  const { acme, secret, signIn } = await cast.ada();
  const client = await cast.clientSecret(secret);
  const rights: [Headers, string][] = [
    [bearer(secret), STATUS],
    [apiKey(client.secret), STATUS],
    [await signIn(), STATUS],
    [
      [...apiKey(SERVICE_KEY), ...xCompany(acme.handle)],
      '/reporting/achievement-gaps/person-types',
    ],
  ];
  const address = nextAddress();
  await exhaustLimit(address);
  for (const [headers, path] of rights) {
    expect(await codeFrom(address, headers, path)).toBe(200);
  }
  expect(await codeFrom(address, bearer(unknownSecret()))).toBe('rate-limited');
});

test('a call without a credential is not counted', async () => {
  const address = nextAddress();
  for (let n = 0; n <= LIMIT; n++) expect(await codeFrom(address, [])).toBe('secret-missing');
  expect(await codeFrom(address, bearer(unknownSecret()))).toBe('secret-unrecognized');
});

test('an address with a port added by a gateway is the same address', async () => {
  const address = nextAddress();
  for (let n = 0; n < LIMIT; n++)
    await codeFrom(`${address}:${40_000 + n}`, bearer(unknownSecret()));
  expect(await codeFrom(`${address}:9`, bearer(unknownSecret()))).toBe('rate-limited');
});

test('denied callers and requests from foreign pages are not counted', async () => {
  const { secret, signIn } = await cast.ada({ apiAccess: false, reportAccess: false });
  const foreign: Headers = [...(await signIn()), ['Origin', 'https://evil.example']];
  const address = nextAddress();
  for (let n = 0; n < LIMIT; n++) {
    expect(await codeFrom(address, bearer(secret))).toBe('api-access-required');
    expect(await codeFrom(address, foreign)).toBe('origin-not-allowed');
  }
  expect(await codeFrom(address, bearer(unknownSecret()))).toBe('secret-unrecognized');
});

test('sign-ins are counted separately', async () => {
  const { account } = await cast.ada();
  const login = (address: string, password: string) =>
    codeFrom(address, [], '/auth/login', {
      method: 'POST',
      body: { email: account.email, password },
    });
  const [spent, other] = [nextAddress(), nextAddress()];
  await exhaustLimit(spent);
  expect(await login(spent, PASSWORD)).toBe(204);
  for (let n = 0; n < LIMIT; n++) expect(await login(other, 'wrong')).toBe('sign-in-failed');
  expect(await login(other, PASSWORD)).toBe('rate-limited');
  expect(await codeFrom(other, bearer(unknownSecret()))).toBe('secret-unrecognized');
});
