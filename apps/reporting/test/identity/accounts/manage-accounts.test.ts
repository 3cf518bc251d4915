import { randomUUID } from 'node:crypto';
import { apiKey, bearer, castOf, type Headers, PASSWORD } from '../../cast';
import { expectProblem } from '../../expect-problem';
import type { SeededAccount } from '../../seed';
import { type Reply, sendJson } from '../../send-json';
import { SERVICE_KEY, startTestApp, type TestApp } from '../../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
let operator: Headers;
let grace: SeededAccount;
beforeAll(async () => {
  service = await startTestApp({
    SERVICE_KEY,
    RATE_LIMIT_SIGN_IN: 'off',
    RATE_LIMIT_DEFAULT: 'off',
    ALLOWED_ORIGINS: 'https://app.example.org',
  });
  cast = castOf(service);
  const { account, secret } = await cast.grace();
  grace = account;
  operator = bearer(secret);
});
afterAll(() => service.close());

const ACCOUNTS = '/security/accounts';

const send = (method: string, path: string, body?: unknown, headers = operator): Promise<Reply> =>
  cast.call(ACCOUNTS + path, headers, body === undefined ? { method } : { method, body });
const read = (id: string) => cast.call(`${ACCOUNTS}/${id}`, operator);
const newEmail = () => `${randomUUID()}@example.org`;
const ifMatch = (tag: unknown): Headers => [...operator, ['If-Match', String(tag)]];

/** Returns the audit events of an account, oldest first. */
async function recorded(id: string) {
  const { body } = await cast.call(`/security/audit-events?account=${id}`, operator);
  return (body.items as { kind: string; actor: string; detail: object; companyId: string }[])
    .filter(({ kind }) => !kind.startsWith('sign'))
    .reverse();
}

describe('a new account', () => {
  test('has the specified rights and memberships, but no password', async () => {
    const [acme, globex] = [
      await service.seed.company('acme'),
      await service.seed.company('globex'),
    ];
    const email = newEmail();
    const created = await send('POST', '', {
      email,
      name: '  Ada Lovelace ',
      reportAccess: true,
      memberships: [
        { company: acme.handle.toUpperCase(), isDeveloper: true, hasAccess: true },
        { company: globex.handle, isDeveloper: false, hasAccess: false },
      ],
    });
    expect(created.status).toBe(201);
    const scope = { reportScope: 'organization', reportDepartments: [] };
    const facts = { code: null, personType: null, jobTitle: null, fromProvider: null };
    const membership = { ...scope, ...facts, keepsRecords: false };
    expect(created.body).toEqual({
      id: expect.any(String),
      email,
      name: 'Ada Lovelace',
      language: null,
      isOperator: false,
      apiAccess: true,
      reportAccess: true,
      fromProvider: null,
      isEnabled: true,
      hasPassword: false,
      secretPrefix: null,
      organizations: [
        { handle: acme.handle, hasAccess: true, isDeveloper: true, ...membership },
        { handle: globex.handle, hasAccess: false, isDeveloper: false, ...membership },
      ],
      isInvited: false,
    });
    const { id, isInvited: _, ...account } = created.body;
    expect(created.headers.location).toBe(`/security/accounts/${id}`);
    const found = await read(id);
    expect(found.body).toEqual({ id, ...account });
    expect(found.headers.etag).toBe(created.headers.etag);
    expect(await recorded(id)).toMatchObject([
      {
        kind: 'account-created',
        actor: grace.email,
        detail: { isOperator: false, apiAccess: true, reportAccess: true },
      },
      { kind: 'membership-created', companyId: acme.uuid },
      { kind: 'organization-access-changed', companyId: acme.uuid, detail: { hasAccess: true } },
      { kind: 'developer-role-changed', companyId: acme.uuid, detail: { isDeveloper: true } },
      { kind: 'membership-created', companyId: globex.uuid },
    ]);
  });

  test('has both grants if it is an operator, unless the request specifies otherwise', async () => {
    const grants = async (rights: object) => {
      const account = { email: newEmail(), name: 'Grace', isOperator: true, ...rights };
      const { apiAccess, reportAccess } = (await send('POST', '', account)).body;
      return { apiAccess, reportAccess };
    };
    expect(await grants({})).toEqual({ apiAccess: true, reportAccess: true });
    expect(await grants({ reportAccess: false })).toEqual({ apiAccess: true, reportAccess: false });
    expect(await grants({ apiAccess: false })).toEqual({ apiAccess: false, reportAccess: false });
  });

  test('has a unique e-mail, regardless of case, even among 10 concurrent requests', async () => {
    const email = newEmail();
    const tries = Array.from({ length: 10 }, (_, n) =>
      send('POST', '', { email: n % 2 === 0 ? email : email.toUpperCase(), name: 'Ada' }),
    );
    const responses = await Promise.all(tries);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expectProblem(responses.find(({ status }) => status === 409)!, '409 E-mail taken, email-taken');
  });

  test.each<[body: object, field: string]>([
    [{ email: 'ada' }, 'email'],
    [{ email: 'ada@example.org\r\nBcc: eve@example.net' }, 'email'],
    [{ email: 'ada,eve@example.org' }, 'email'],
    [{ email: '"ada" <ada@example.org>' }, 'email'],
    [{ email: 'gra\u212a@example.org' }, 'email'],
    [{ email: `${'a'.repeat(250)}@example.org` }, 'email'],
    [{ name: ' ' }, 'name'],
    [{ name: '\u200b' }, 'name'],
    [{ name: '\u2800\u3164 \ufe0f' }, 'name'],
    [{ name: 'Ada\nLovelace' }, 'name'],
    [{ name: 'Ada \u202ELovelace' }, 'name'],
    [{ name: 'a'.repeat(201) }, 'name'],
    [{ apiAccess: false, reportAccess: true }, 'reportAccess'],
    [
      { memberships: [{ company: 'nowhere', isDeveloper: false, hasAccess: true }] },
      'memberships[0].company',
    ],
    [{ memberships: [{ company: 'acme' }] }, 'memberships.$0.isDeveloper'],
    [{ password: PASSWORD }, 'password'],
  ])('%j is rejected naming %s, and creates nothing', async (body, field) => {
    const before = await service.context.db.prisma.account.count();
    const response = await send('POST', '', { email: newEmail(), name: 'Ada', ...body });
    expect([response.status, response.body.code]).toEqual([400, 'invalid-request']);
    expect(response.body.detail.replace('memberships[0].isD', 'memberships.$0.isD')).toContain(
      field,
    );
    expect(await service.context.db.prisma.account.count()).toBe(before);
  });

  test('joins each organization only once', async () => {
    const { handle: company } = await service.seed.company('acme');
    const membership = { company, isDeveloper: false, hasAccess: true };
    const email = newEmail();
    const memberships = [membership, membership];
    const { status, body } = await send('POST', '', { email, name: 'Ada', memberships });
    expect([status, body.errors]).toEqual([
      400,
      [{ field: 'memberships[1].company', message: 'must not be repeated' }],
    ]);
    expect(await service.context.db.prisma.account.count({ where: { email } })).toBe(0);
  });
});

describe('a change', () => {
  test('of name and e-mail is returned and audited, and leaves the rest unchanged', async () => {
    const { account } = await cast.ada();
    const { prisma } = service.context.db;
    const where = { id: account.id };
    await prisma.account.update({ where, data: { mailFailingSince: new Date() } });
    const { body: before } = await read(account.uuid);
    const email = newEmail();
    const changed = await send('PATCH', `/${account.uuid}`, { name: ' Ada King ', email });
    expect([changed.status, changed.body]).toEqual([200, { ...before, name: 'Ada King', email }]);
    expect((await read(account.uuid)).headers.etag).toBe(changed.headers.etag);
    // A new address is not known to fail.
    expect(await prisma.account.findUnique({ where })).toMatchObject({ mailFailingSince: null });
    expect(await recorded(account.uuid)).toMatchObject([
      {
        kind: 'account-updated',
        actor: grace.email,
        summary: 'Grace changed name, e-mail of the account of Ada King',
        detail: {
          before: { name: 'Ada', email: account.email },
          after: { name: 'Ada King', email },
        },
      },
    ]);
  });

  test('without effect is not audited', async () => {
    const { account } = await cast.ada();
    const { status } = await send('PATCH', `/${account.uuid}`, {
      name: account.name,
      email: account.email,
      isDisabled: false,
      isOperator: false,
    });
    expect(status).toBe(200);
    expect(await recorded(account.uuid)).toEqual([]);
  });

  test('that disables an account ends its sessions and rejects its secret until it is enabled', async () => {
    const { account, secret, signIn } = await cast.ada();
    const session = await signIn();
    const disabled = await send('PATCH', `/${account.uuid}`, { isDisabled: true });
    expect(disabled.body.isEnabled).toBe(false);
    expect((await cast.call('/me/client-secret', bearer(secret))).status).toBe(401);
    const enabled = await send('PATCH', `/${account.uuid}`, { isDisabled: false });
    expect(enabled.body.isEnabled).toBe(true);
    expect((await cast.call('/me/client-secret', bearer(secret))).status).toBe(200);
    expect((await cast.call('/auth/session', session)).status).toBe(401);
    expect((await recorded(account.uuid)).map(({ kind }) => kind)).toEqual([
      'account-disabled',
      'account-enabled',
    ]);
  });

  test('appoints and demotes an operator', async () => {
    const { account, secret } = await cast.ada();
    const isOperator = async () => (await cast.call(ACCOUNTS, bearer(secret))).status === 200;
    await send('PATCH', `/${account.uuid}`, { isOperator: true });
    expect(await isOperator()).toBe(true);
    await send('PATCH', `/${account.uuid}`, { isOperator: false });
    expect(await isOperator()).toBe(false);
    expect(await recorded(account.uuid)).toMatchObject([
      { kind: 'operator-changed', detail: { isOperator: true } },
      { kind: 'organization-read' },
      { kind: 'operator-changed', detail: { isOperator: false } },
      { kind: 'refused' },
    ]);
  });

  test('to the e-mail of a different account is rejected, and changes nothing', async () => {
    const [{ account }, { account: other }] = [await cast.ada(), await cast.ada()];
    const { body: before } = await read(account.uuid);
    const change = { name: 'Somebody', email: other.email.toUpperCase() };
    const refused = await send('PATCH', `/${account.uuid}`, change);
    expectProblem(refused, '409 E-mail taken, email-taken');
    expect(refused.body.detail).toMatch(/ Change that account, or use a different e-mail\.$/);
    expect((await read(account.uuid)).body).toEqual(before);
  });

  test('is rejected with an outdated ETag, whoever made the change in between', async () => {
    const { account, acme } = await cast.ada();
    const { headers } = await read(account.uuid);
    await service.context.db.prisma.member.updateMany({
      where: { accountId: account.id, companyId: acme.id },
      data: { isDeveloper: false },
    });
    const path = `/${account.uuid}`;
    const membership = `${path}/memberships/${acme.handle}`;
    for (const refused of [
      await send('PATCH', path, { name: 'Somebody' }, ifMatch(headers.etag)),
      await send(
        'PUT',
        membership,
        { hasAccess: false, isDeveloper: false },
        ifMatch(headers.etag),
      ),
      await send('DELETE', membership, undefined, ifMatch(headers.etag)),
    ]) {
      expectProblem(refused, '412 Precondition failed, precondition-failed');
    }
    const { headers: now, body } = await read(account.uuid);
    expect([body.name, body.organizations[0].hasAccess]).toEqual(['Ada', true]);
    expect((await send('PATCH', path, { name: 'Ada King' }, ifMatch(now.etag))).status).toBe(200);
    expect((await send('PATCH', path, { name: 'Ada' }, ifMatch('*'))).status).toBe(200);
  });

  test.each<[string, (tag: string) => string]>([
    ['weak', tag => `W/${tag}`],
    ['ending in -gzip', tag => tag.replace(/"$/, '-gzip"')],
    ['ending in ;br', tag => tag.replace(/"$/, ';br"')],
  ])('succeeds with the ETag of a compressing proxy: %s', async (_made, compressed) => {
    const { account, acme } = await cast.ada();
    const membership = `/${account.uuid}/memberships/${acme.handle}`;
    const current = async () => {
      const { headers } = await read(account.uuid);
      expect(headers['cache-control']).toBe('no-store, no-transform');
      return ifMatch(compressed(String(headers.etag)));
    };
    const stale = await current();
    expect((await send('PATCH', `/${account.uuid}`, { name: 'Ada King' }, stale)).status).toBe(200);
    const rights = { hasAccess: false, isDeveloper: false };
    expect((await send('PUT', membership, rights, stale)).status).toBe(412);
    expect((await send('PUT', membership, rights, await current())).status).toBe(200);
  });

  test('of one version succeeds for only one of 10 concurrent requests', async () => {
    const { account } = await cast.ada();
    const { headers } = await read(account.uuid);
    const tries = Array.from({ length: 10 }, (_, n) =>
      send('PATCH', `/${account.uuid}`, { name: `Ada ${n}` }, ifMatch(headers.etag)),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(9).fill(412)]);
  });

  test('is available to pages of an allowed origin', async () => {
    const preflight = await sendJson(`${service.url}${ACCOUNTS}/${grace.uuid}`, {
      method: 'OPTIONS',
      headers: [
        ['Origin', 'https://app.example.org'],
        ['Access-Control-Request-Method', 'PATCH'],
        ['Access-Control-Request-Headers', 'content-type,if-match'],
      ],
    });
    expect(preflight.headers['access-control-allow-methods']).toContain('PATCH');
    expect(preflight.headers['access-control-allow-headers']).toContain('If-Match');
  });
});

test('an unknown account is 404, and members and the service key are denied', async () => {
  const { account, secret, acme } = await cast.ada();
  const calls = (id: string): [string, string, unknown?][] => [
    ['PATCH', `/${id}`, { name: 'Somebody' }],
    ['PUT', `/${id}/memberships/${acme.handle}`, { hasAccess: true, isDeveloper: true }],
    ['DELETE', `/${id}/memberships/${acme.handle}`],
    ['POST', `/${id}/password-link`],
  ];
  for (const [method, path, body] of calls(randomUUID())) {
    expectProblem(await send(method, path, body), '404 Unknown account, unknown-account');
  }
  const create = ['POST', '', { email: newEmail(), name: 'Ada' }] as const;
  for (const [method, path, body] of [create, ...calls(account.uuid)]) {
    for (const headers of [bearer(secret), apiKey(SERVICE_KEY)]) {
      const refused = await send(method, path, body, headers);
      expectProblem(refused, '403 Operator required, operator-required');
    }
  }
  expect((await read(account.uuid)).body.name).toBe('Ada');
});

describe('the last operator', () => {
  let separate: TestApp;
  let theirs: ReturnType<typeof castOf>;
  beforeEach(async () => {
    separate = await startTestApp({ RATE_LIMIT_SIGN_IN: 'off' });
    theirs = castOf(separate);
  });
  afterEach(() => separate.close());

  const patch = (id: string, secret: string, body: object) =>
    theirs.call(`${ACCOUNTS}/${id}`, bearer(secret), { method: 'PATCH', body });

  test.each([{ isDisabled: true }, { isOperator: false }, { isOperator: false, isDisabled: true }])(
    'is not affected by %j',
    async body => {
      const { account, secret } = await theirs.grace();
      // Operators who are disabled or cannot sign in do not count.
      const other = await theirs.grace();
      expect((await patch(other.account.uuid, secret, { isDisabled: true })).status).toBe(200);
      const created = await theirs.call(ACCOUNTS, bearer(secret), {
        method: 'POST',
        body: { name: 'No e-mail', isOperator: true },
      });
      expect(created.status).toBe(201);
      const refused = await patch(account.uuid, secret, body);
      expectProblem(refused, '409 Last operator, last-operator');
      const { status, body: found } = await theirs.call(
        `${ACCOUNTS}/${account.uuid}`,
        bearer(secret),
      );
      expect([status, found.isOperator, found.isEnabled]).toEqual([200, true, true]);
    },
  );

  test('can change their own name and disable others', async () => {
    const [{ account, secret }, ada] = [await theirs.grace(), await theirs.ada()];
    expect((await patch(account.uuid, secret, { name: 'Grace Hopper' })).status).toBe(200);
    expect((await patch(ada.account.uuid, secret, { isDisabled: true })).status).toBe(200);
  });

  test('remains when operators demote, disable and erase each other concurrently', async () => {
    for (let round = 0; round < 10; round++) {
      const cast = await Promise.all(Array.from({ length: 4 }, () => theirs.grace()));
      const targets = [...cast.slice(1), cast[0]!];
      const responses = await Promise.all(
        cast.map(({ secret }, index) => {
          const { uuid, email } = targets[index]!.account;
          if (index !== 3)
            return patch(uuid, secret, index === 0 ? { isDisabled: true } : { isOperator: false });
          const request = { method: 'POST', body: { confirm: email } };
          return theirs.call(`${ACCOUNTS}/${uuid}/erase`, bearer(secret), request);
        }),
      );
      const left = await separate.context.db.prisma.account.findMany({
        where: { isOperator: true, disabledAt: null },
      });
      expect(left.length).toBeGreaterThan(0);
      for (const { status } of responses) expect([200, 401, 403, 409]).toContain(status);
      await separate.context.db.prisma.account.updateMany({ data: { isOperator: false } });
    }
  }, 60_000);
});
