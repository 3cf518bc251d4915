import { randomUUID } from 'node:crypto';
import { ask, type Question } from '../ask';
import { startTestApp, type TestApp } from '../start-test-app';

const serviceKey = 'a service key of thirty-two characters or more';
const password = 'seven lamps on a quiet street';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({
    SERVICE_KEY: serviceKey,
    RATE_LIMIT_SIGN_IN: 'off',
    RATE_LIMIT_FAILED_AUTH: 'off',
  });
});
afterAll(() => service.close());

const MEASUREMENTS = '/reporting/compliance-summaries/measurements';
const TYPES = '/reporting/achievement-gaps/person-types';

type Headers = NonNullable<Question['headers']>;

const xCompany = (handle: string): Headers => [['X-Company', handle]];

async function outcome(path: string, headers: Headers) {
  const { status, body } = await ask(service.url + path, { headers });
  return status === 200 ? 200 : [status, body.title, body.code];
}

const UNKNOWN = [400, 'Unknown company', 'unknown-company'];
const NO_ACCESS = [403, 'No access to this company', 'no-company-access'];
const REQUIRED = [400, 'Company required', 'company-required'];
const INVALID = [400, 'Invalid request', 'invalid-request'];
const OPERATORS = [403, 'Operator required', 'operator-required'];

/** Ada in acme, with a session; globex is none of hers; in initech she has no access. */
async function ada() {
  const acme = await service.seed.company('acme');
  const globex = await service.seed.company('globex');
  const initech = await service.seed.company('initech');
  const { account } = await acme.member('Ada', { reportAccess: true, password, personType: 'A' });
  await initech.member('Ada', { account, hasAccess: false });
  const signedIn = await ask(`${service.url}/auth/login`, {
    method: 'POST',
    body: { email: account.email, password },
  });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!;
  const session: Headers = [['Cookie', cookie]];
  const secret: Headers = [['X-Api-Key', await service.seed.secret(account, acme)]];
  return { acme, globex, initech, account, session, secret };
}

async function grace() {
  const home = await service.seed.company('home');
  const { account } = await home.member('Grace', { isOperator: true, personType: 'Home' });
  return [['X-Api-Key', await service.seed.secret(account, home)]] as Headers;
}

describe('a session', () => {
  test('names its organization in each request', async () => {
    const { acme, session } = await ada();
    expect(await outcome(TYPES, session)).toEqual(REQUIRED);
    expect(await outcome(TYPES, [...session, ...xCompany(acme.handle)])).toBe(200);
  });

  test('names it in any case of letters, and an empty header names nothing', async () => {
    const { acme, session } = await ada();
    const upper = xCompany(acme.handle.toUpperCase());
    expect(await outcome(TYPES, [...session, ...upper])).toBe(200);
    expect(await outcome(TYPES, [...session, ...xCompany('')])).toEqual(REQUIRED);
  });

  test('needs no Developer role', async () => {
    const { acme, session, account } = await ada();
    await service.context.db.prisma.member.updateMany({
      where: { accountId: account.id },
      data: { isDeveloper: false },
    });
    expect(await outcome(MEASUREMENTS, [...session, ...xCompany(acme.handle)])).toBe(200);
  });

  test('works in no other organization, and without access in none', async () => {
    const { globex, initech, session } = await ada();
    expect(await outcome(TYPES, [...session, ...xCompany(globex.handle)])).toEqual(NO_ACCESS);
    expect(await outcome(TYPES, [...session, ...xCompany(initech.handle)])).toEqual(NO_ACCESS);
    expect(await outcome(TYPES, [...session, ...xCompany('nowhere')])).toEqual(UNKNOWN);
  });

  test('is told of a wrong organization even where none is needed', async () => {
    const { globex, session } = await ada();
    expect(await outcome('/me/client-secret', session)).toBe(200);
    expect(await outcome('/me/client-secret', [...session, ...xCompany('nowhere')])).toEqual(
      UNKNOWN,
    );
    expect(await outcome('/me/client-secret', [...session, ...xCompany(globex.handle)])).toEqual(
      NO_ACCESS,
    );
  });

  test('makes a secret that carries the organization it names', async () => {
    const { acme, session } = await ada();
    const make = (headers: Headers) =>
      ask(`${service.url}/me/client-secret`, { method: 'POST', headers });
    expect((await make(session)).body.code).toBe('company-required');
    const made = await make([...session, ...xCompany(acme.handle)]);
    expect(made.status).toBe(201);
    expect(made.headers['cache-control']).toBe('no-store');
    expect(made.body).toEqual({
      secret: expect.stringMatching(/^vsk_test_[\w-]{43}$/),
      prefix: made.body.secret.slice(0, 'vsk_test_'.length + 8),
      generatedAt: expect.stringMatching(/\+00:00$/),
    });
    const types = await ask(service.url + TYPES, { headers: [['X-Api-Key', made.body.secret]] });
    expect(types.body).toEqual(['A']);
  });
});

describe('a secret', () => {
  test('carries its organization, and may name that one', async () => {
    const { acme, secret } = await ada();
    expect(await outcome(TYPES, secret)).toBe(200);
    expect(await outcome(TYPES, [...secret, ...xCompany(acme.handle)])).toBe(200);
  });

  test('works in no other, of which its owner may be a member', async () => {
    const { globex, account, secret } = await ada();
    await globex.member('Ada', { account });
    expect(await outcome(TYPES, [...secret, ...xCompany(globex.handle)])).toEqual(NO_ACCESS);
    expect(await outcome(TYPES, [...secret, ...xCompany('nowhere')])).toEqual(UNKNOWN);
  });

  test('stops where the membership loses its access or goes', async () => {
    const { acme, account, secret } = await ada();
    const { member } = service.context.db.prisma;
    await member.updateMany({
      where: { accountId: account.id, companyId: acme.id },
      data: { hasAccess: false },
    });
    expect(await outcome(TYPES, secret)).toEqual(NO_ACCESS);
    await member.deleteMany({ where: { accountId: account.id } });
    expect(await outcome(TYPES, secret)).toEqual(NO_ACCESS);
  });

  test('may not name by id, not even its own organization', async () => {
    const { acme, secret } = await ada();
    for (const id of [acme.uuid, randomUUID(), 'nonsense', '']) {
      expect(await outcome(`${TYPES}?companyId=${id}`, secret)).toEqual(OPERATORS);
    }
  });
});

describe('an operator and the service key', () => {
  const callers: [string, () => Promise<Headers>][] = [
    ['an operator', grace],
    ['the service key', () => Promise.resolve([['X-Api-Key', serviceKey]] as Headers)],
  ];

  test.each(callers)(
    '%s names any organization, by handle, by id, or by both',
    async (_, caller) => {
      const [{ acme }, headers] = [await ada(), await caller()];
      for (const [path, named] of [
        [TYPES, xCompany(acme.handle)],
        [`${TYPES}?companyId=${acme.uuid}`, []],
        [`${TYPES}?companyId=${acme.uuid.toUpperCase()}`, xCompany(acme.handle)],
      ] as [string, Headers][]) {
        const answer = await ask(service.url + path, { headers: [...headers, ...named] });
        expect([answer.status, answer.body]).toEqual([200, ['A']]);
      }
    },
  );

  test.each(callers)('%s is told what is named wrongly', async (_, caller) => {
    const [{ acme, globex }, headers] = [await ada(), await caller()];
    const both = [...headers, ...xCompany(globex.handle)];
    expect(await outcome(`${TYPES}?companyId=${acme.uuid}`, both)).toEqual(INVALID);
    expect(await outcome(TYPES, [...headers, ...xCompany('nowhere')])).toEqual(UNKNOWN);
    expect(await outcome(`${TYPES}?companyId=${randomUUID()}`, headers)).toEqual(UNKNOWN);
    expect(await outcome(`${TYPES}?companyId=nonsense`, headers)).toEqual(UNKNOWN);
    expect(await outcome(`${TYPES}?companyId=`, headers)).toEqual(INVALID);
    const twice = `${TYPES}?companyId=${acme.uuid}&companyId=${globex.uuid}`;
    expect(await outcome(twice, headers)).toEqual(INVALID);
    const twoHeaders = [...headers, ...xCompany(acme.handle), ...xCompany(globex.handle)];
    expect(await outcome(TYPES, twoHeaders)).toEqual(INVALID);
  });

  test('an operator who names none works for the organization of the secret', async () => {
    const answer = await ask(service.url + TYPES, { headers: await grace() });
    expect(answer.body).toEqual(['Home']);
  });

  test('an operator who is signed in names one', async () => {
    const { acme } = await ada();
    const { email } = await service.seed.account('Grace', { isOperator: true, password });
    const body = { email, password };
    const signedIn = await ask(`${service.url}/auth/login`, { method: 'POST', body });
    const cookie: Headers = [['Cookie', String(signedIn.headers['set-cookie']).split(';')[0]!]];
    expect(await outcome(TYPES, cookie)).toEqual(REQUIRED);
    expect(await outcome(TYPES, [...cookie, ...xCompany(acme.handle)])).toBe(200);
  });
});

test('an operation that takes no companyId refuses it as it does any other parameter', async () => {
  const headers = await grace();
  expect(await outcome(`/me/client-secret?companyId=${randomUUID()}`, headers)).toEqual(INVALID);
});
