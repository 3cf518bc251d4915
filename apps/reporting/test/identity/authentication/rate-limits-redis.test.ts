import { randomBytes } from 'node:crypto';
import { generateSecret } from '@platform/auth/secret';
import { bearer, castOf, type Headers } from '../../cast';
import { type Reply, sendJson } from '../../send-json';
import { startProcess } from '../../start-process';
import { startTestApp, type TestApp } from '../../start-test-app';

const STATUS = '/me/client-secret';
const CONTACTS = '/reporting/directory-contacts?format=csv';
const limits = {
  TRUST_PROXY: '1',
  RATE_LIMIT_DEFAULT: '4/60',
  RATE_LIMIT_REPORTS: '4/60',
  RATE_LIMIT_FAILED_AUTH: '4/60',
  RATE_LIMIT_SIGN_IN: '4/60',
};

/** Returns an address that no other test run has used. */
const newAddress = (): Headers => {
  const [one, other] = [randomBytes(2).toString('hex'), randomBytes(2).toString('hex')];
  return [['X-Forwarded-For', `2001:db8:${one}:${other}::1`]];
};

const wrong = () => bearer(generateSecret('vsk', 'test').secret);
const nobody = () => ({
  method: 'POST',
  body: { email: `${randomBytes(8).toString('hex')}@example.org`, password: 'whatever' },
});

const refused = (responses: readonly Reply[]) =>
  responses.filter(({ status }) => status === 429).length;

const { REDIS_URL } = process.env;
(REDIS_URL ? describe : describe.skip)('two replicas with a Redis', () => {
  let replicas: TestApp[];
  beforeAll(async () => {
    const env = { ...limits, REDIS_URL: REDIS_URL ?? '' };
    const one = await startTestApp(env);
    replicas = [one, await startTestApp({ ...env, DATABASE_URL: one.databaseUrl })];
  });
  afterAll(async () => {
    for (const replica of replicas.toReversed()) await replica.close();
  });

  const atBothReplicas = (path: string, headers: Headers, request: () => object = () => ({})) =>
    Promise.all(
      Array.from({ length: 8 }, (_, n) => castOf(replicas[n % 2]!).call(path, headers, request())),
    );

  test("share the count of an account's calls", async () => {
    const { secret } = await castOf(replicas[0]!).ada();
    expect(refused(await atBothReplicas(STATUS, bearer(secret)))).toBe(4);
  });

  test("share the count of an account's reports", async () => {
    const { secret } = await castOf(replicas[0]!).ada();
    const responses: Reply[] = [];
    // One at a time per replica, because it rejects an account's third concurrent report anyway.
    while (responses.length < 8) {
      const reports = replicas.map(replica => castOf(replica).call(CONTACTS, bearer(secret)));
      responses.push(...(await Promise.all(reports)));
    }
    expect(refused(responses)).toBe(4);
  });

  test("share the count of an address's failures", async () => {
    expect(refused(await atBothReplicas(STATUS, [...wrong(), ...newAddress()]))).toBe(4);
  });

  test('reject an address at one replica that has reached its limit at the other', async () => {
    const [one, other] = replicas.map(castOf);
    const address = newAddress();
    for (let n = 0; n < 4; n++) {
      expect((await one!.call(STATUS, [...wrong(), ...address])).status).toBe(401);
    }
    expect((await other!.call(STATUS, [...wrong(), ...address])).status).toBe(429);
  });

  test("share the count of an address's sign-ins", async () => {
    expect(refused(await atBothReplicas('/auth/login', newAddress(), nobody))).toBe(4);
  });
});

describe('with an unreachable Redis', () => {
  let database: TestApp;
  let service: Awaited<ReturnType<typeof startProcess>>;
  beforeAll(async () => {
    database = await startTestApp();
    service = await startProcess({
      ...limits,
      DATABASE_URL: database.databaseUrl,
      REDIS_URL: 'redis://127.0.0.1:1',
    });
  });
  afterAll(async () => {
    await service.kill('SIGTERM');
    await database.close();
  });

  const eightTimes = (path: string, headers: Headers, request: () => object = () => ({})) =>
    Promise.all(
      Array.from({ length: 8 }, () => sendJson(service.url + path, { ...request(), headers })),
    );

  test('calls of an account pass', async () => {
    const { secret } = await castOf(database).ada();
    expect(refused(await eightTimes(STATUS, bearer(secret)))).toBe(0);
  });

  test('each replica counts failed authentications locally', async () => {
    expect(refused(await eightTimes(STATUS, [...wrong(), ...newAddress()]))).toBe(4);
  });

  test('each replica counts failed sign-ins locally', async () => {
    expect(refused(await eightTimes('/auth/login', newAddress(), nobody))).toBe(4);
  });

  test('the outage is logged once a minute for all limits', () => {
    const logged = service
      .output()
      .split('\n')
      .filter(line => line.includes('Redis is unreachable'));
    expect(logged).toHaveLength(1);
  });
});
