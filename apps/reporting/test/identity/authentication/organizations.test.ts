import { randomUUID } from 'node:crypto';
import { apiKey, type Headers, PASSWORD, xCompany } from '../../cast';
import { sendJson } from '../../send-json';
import { SERVICE_KEY, startTestApp, type TestApp } from '../../start-test-app';
import { signInAt } from '../sign-in-at';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({
    SERVICE_KEY,
    RATE_LIMIT_SIGN_IN: 'off',
    RATE_LIMIT_FAILED_AUTH: 'off',
  });
});
afterAll(() => service.close());

const TYPES = '/reporting/achievement-gaps/person-types';

async function outcome(path: string, headers: Headers) {
  const { status, body } = await sendJson(service.url + path, { headers });
  return status === 200 ? 200 : [status, body.title, body.code];
}

const UNKNOWN = [400, 'Unknown company', 'unknown-company'];
const NO_ACCESS = [403, 'No access to this company', 'no-company-access'];
const REQUIRED = [400, 'Company required', 'company-required'];
const INVALID = [400, 'Invalid request', 'invalid-request'];
const OPERATORS = [403, 'Operator required', 'operator-required'];

/** Ada in acme with a session; she is not a member of globex and initech. */
async function ada() {
  const acme = await service.seed.company('acme');
  const globex = await service.seed.company('globex');
  const initech = await service.seed.company('initech');
  const { account } = await acme.member('Ada', {
    reportAccess: true,
    password: PASSWORD,
    personType: 'A',
  });
  const session: Headers = [
    await signInAt(service.url, { email: account.email, password: PASSWORD }),
  ];
  const secret = apiKey(await service.seed.secret(account, acme));
  return { acme, globex, initech, account, session, secret };
}

async function grace() {
  const home = await service.seed.company('home');
  const { account } = await home.member('Grace', {
    isOperator: true,
    reportAccess: true,
    personType: 'Home',
  });
  return apiKey(await service.seed.secret(account, home));
}

describe('a session', () => {
  test('specifies its organization in each request, even if the account has only one', async () => {
    const { acme, session } = await ada();
    expect(await outcome(TYPES, session)).toEqual(REQUIRED);
    expect(await outcome(TYPES, [...session, ...xCompany(acme.handle)])).toBe(200);
  });

  test('uses the organization of its sign-in if a request specifies none', async () => {
    const { globex, account } = await ada();
    await globex.member('Ada', { account, personType: 'G' });
    const credentials = { email: account.email, password: PASSWORD, company: globex.handle };
    const headers = [await signInAt(service.url, credentials)];
    expect((await sendJson(service.url + TYPES, { headers })).body).toEqual(['G']);
  });

  test('uses the organization in a request instead', async () => {
    const { globex, account, session } = await ada();
    await globex.member('Ada', { account, personType: 'G' });
    const headers = [...session, ...xCompany(globex.handle)];
    expect((await sendJson(service.url + TYPES, { headers })).body).toEqual(['G']);
  });

  test('has no organization once the account has no access to it', async () => {
    const { acme, account } = await ada();
    const credentials = { email: account.email, password: PASSWORD, company: acme.handle };
    const session = [await signInAt(service.url, credentials)];
    await service.context.db.prisma.member.deleteMany({ where: { accountId: account.id } });
    expect(await outcome('/me/client-secret', session)).toBe(200);
    expect(await outcome(TYPES, session)).toEqual(REQUIRED);
  });

  test('specifies it regardless of case, and an empty header is ignored', async () => {
    const { acme, session } = await ada();
    const upper = xCompany(acme.handle.toUpperCase());
    expect(await outcome(TYPES, [...session, ...upper])).toBe(200);
    expect(await outcome(TYPES, [...session, ...xCompany('')])).toEqual(REQUIRED);
  });

  test('cannot use other organizations, or any without access', async () => {
    const { globex, initech, account, session } = await ada();
    await initech.member('Ada', { account, hasAccess: false });
    expect(await outcome(TYPES, [...session, ...xCompany(globex.handle)])).toEqual(NO_ACCESS);
    expect(await outcome(TYPES, [...session, ...xCompany(initech.handle)])).toEqual(NO_ACCESS);
    expect(await outcome(TYPES, [...session, ...xCompany('nowhere')])).toEqual(UNKNOWN);
  });

  test('is denied for a wrong organization even if none is required', async () => {
    const { globex, session } = await ada();
    expect(await outcome('/me/client-secret', session)).toBe(200);
    expect(await outcome('/me/client-secret', [...session, ...xCompany('nowhere')])).toEqual(
      UNKNOWN,
    );
    expect(await outcome('/me/client-secret', [...session, ...xCompany(globex.handle)])).toEqual(
      NO_ACCESS,
    );
  });
});

describe('a secret', () => {
  test('is bound to its organization, and can specify it', async () => {
    const { acme, secret } = await ada();
    expect(await outcome(TYPES, secret)).toBe(200);
    expect(await outcome(TYPES, [...secret, ...xCompany(acme.handle)])).toBe(200);
  });

  test('cannot use others, even if its owner is a member', async () => {
    const { acme, globex, initech, account, secret } = await ada();
    await initech.member('Ada', { account });
    const detail = async ({ handle }: { handle: string }) => {
      const headers = [...secret, ...xCompany(handle)];
      const { body } = await sendJson(service.url + TYPES, { headers });
      expect(body.code).toBe('no-company-access');
      return body.detail as string;
    };
    const own = `This secret belongs to the organization ${acme.handle}.`;
    expect(await detail(initech)).toBe(
      `${own} Omit X-Company, or use a secret for ${initech.handle}.`,
    );
    expect(await detail(globex)).toBe(`${own} Omit X-Company.`);
    await service.context.db.prisma.member.deleteMany({ where: { companyId: acme.id } });
    expect(await detail(initech)).toBe(
      'This requires access to the organization. An operator can grant it under Accounts.',
    );
    expect(await outcome(TYPES, [...secret, ...xCompany('nowhere')])).toEqual(UNKNOWN);
  });

  test('is rejected once the membership is deleted', async () => {
    const { account, secret } = await ada();
    await service.context.db.prisma.member.deleteMany({ where: { accountId: account.id } });
    expect(await outcome(TYPES, secret)).toEqual(NO_ACCESS);
  });

  test('cannot specify an organization by ID, not even its own', async () => {
    const { acme, secret } = await ada();
    for (const id of [acme.uuid, randomUUID(), 'nonsense']) {
      expect(await outcome(`${TYPES}?companyId=${id}`, secret)).toEqual(OPERATORS);
    }
  });
});

describe('an operator and the service key', () => {
  const callers: [string, () => Promise<Headers>][] = [
    ['an operator', grace],
    ['the service key', () => Promise.resolve(apiKey(SERVICE_KEY))],
  ];

  test.each(callers)('%s specifies any organization, by handle, ID or both', async (_, caller) => {
    const [{ acme }, headers] = [await ada(), await caller()];
    for (const [path, named] of [
      [TYPES, xCompany(acme.handle)],
      [`${TYPES}?companyId=${acme.uuid}`, []],
      [`${TYPES}?companyId=${acme.uuid.toUpperCase()}`, xCompany(acme.handle)],
    ] as [string, Headers][]) {
      const response = await sendJson(service.url + path, { headers: [...headers, ...named] });
      expect([response.status, response.body]).toEqual([200, ['A']]);
    }
  });

  test.each(callers)('%s receives an error that names the fault', async (_, caller) => {
    const [{ acme, globex }, headers] = [await ada(), await caller()];
    const both = [...headers, ...xCompany(globex.handle)];
    expect(await outcome(`${TYPES}?companyId=${acme.uuid}`, both)).toEqual(INVALID);
    expect(await outcome(TYPES, [...headers, ...xCompany('nowhere')])).toEqual(UNKNOWN);
    expect(await outcome(`${TYPES}?companyId=${randomUUID()}`, headers)).toEqual(UNKNOWN);
    expect(await outcome(`${TYPES}?companyId=nonsense`, headers)).toEqual(UNKNOWN);
    const twice = `${TYPES}?companyId=${acme.uuid}&companyId=${globex.uuid}`;
    expect(await outcome(twice, headers)).toEqual(INVALID);
    const twoHeaders = [...headers, ...xCompany(acme.handle), ...xCompany(globex.handle)];
    expect(await outcome(TYPES, twoHeaders)).toEqual(INVALID);
  });

  test('an operator who specifies none uses the organization of the secret', async () => {
    const response = await sendJson(service.url + TYPES, { headers: await grace() });
    expect(response.body).toEqual(['Home']);
  });

  test('a signed-in operator must specify one', async () => {
    const { acme } = await ada();
    const { email } = await service.seed.account('Grace', { isOperator: true, password: PASSWORD });
    const session: Headers = [await signInAt(service.url, { email, password: PASSWORD })];
    expect(await outcome(TYPES, session)).toEqual(REQUIRED);
    expect(await outcome(TYPES, [...session, ...xCompany(acme.handle)])).toBe(200);
  });
});

test('an operation without companyId rejects it like any unknown parameter', async () => {
  const headers = await grace();
  expect(await outcome(`/me/client-secret?companyId=${randomUUID()}`, headers)).toEqual(INVALID);
});
