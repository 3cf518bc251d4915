import { randomUUID } from 'node:crypto';
import { lapseRights } from '../../../src/identity/single-sign-on/provider-rights';
import { readConfig } from '../../../src/main/config';
import { bearer, castOf } from '../../cast';
import { sendJson } from '../../send-json';
import type { OpenIdProvider } from './start-open-id-provider';
import {
  FAILED,
  outcome,
  type SingleSignOn,
  sessionOf,
  startProvider,
  startSingleSignOnBy,
  UNAVAILABLE,
} from './start-single-sign-on';

const GRANTS = [
  { claim: 'groups', value: 'managers', company: 'ACME', rights: ['reports', 'developer'] },
  { claim: 'groups', value: 'heads', company: 'acme', rights: ['reports'], scope: 'administered' },
  { claim: 'groups', value: 'callers', rights: ['api'] },
  { claim: 'groups', value: 'platform', rights: ['operator'] },
  { claim: 'groups', value: 'visitors', company: 'globex', rights: ['api'] },
  { claim: 'groups', value: 'dreamers', company: 'no such', rights: ['developer'] },
];

let provider: OpenIdProvider;
let sso: SingleSignOn;
beforeAll(async () => {
  provider = await startProvider();
  sso = await startSingleSignOnBy(provider, {
    OIDC_GRANTS: JSON.stringify(GRANTS),
    OIDC_CREATE_ACCOUNTS: 'true',
  });
  const { prisma } = sso.service.context.db;
  for (const handle of ['acme', 'globex']) {
    await prisma.company.create({ data: { uuid: randomUUID(), handle, name: handle } });
  }
});
afterAll(async () => {
  await sso.close();
  await provider.kill();
});

/** A person with an account without rights, who signs in with groups. */
async function person(facts: Parameters<SingleSignOn['service']['seed']['account']>[1] = {}) {
  const { service } = sso;
  const account = await service.seed.account('Ada', facts);
  const sub = randomUUID().replaceAll('-', '');
  async function signIn(groups: unknown) {
    const claims = groups === undefined ? {} : { groups };
    await provider.person(sub, { email: account.email, email_verified: true, ...claims });
    const response = await sso.signIn(sub);
    expect(outcome(response)).toEqual([302, '/']);
    return describe(sessionOf(response.headers)!.split(';')[0]!);
  }
  return { account, sub, signIn };
}

/** Returns the roles of a session, and its organizations with the Developer role marked. */
async function describe(cookie: string) {
  const { body } = await sendJson(`${sso.service.url}/auth/session`, {
    headers: [['Cookie', cookie]],
  });
  const { isOperator, apiAccess, reportAccess } = body.roles;
  return [
    ...(isOperator ? ['operator'] : []),
    ...(apiAccess ? ['api'] : []),
    ...(reportAccess ? ['reports'] : []),
    ...(body.organizations as { handle: string; isDeveloper: boolean }[]).map(
      ({ handle, isDeveloper }) => (isDeveloper ? `${handle}: developer` : handle),
    ),
  ];
}

const eventsOf = async ({ id }: { id: number }) => {
  const { prisma } = sso.service.context.db;
  const kind = { notIn: ['sign-in', 'refused', 'secret-generated'] };
  const events = await prisma.auditEvent.findMany({
    where: { accountId: id, kind },
    orderBy: { id: 'asc' },
  });
  return events.map(({ kind: what, actor, detail }) => ({ what, actor, detail }));
};

test('a group grants its rights at sign-in, and creates a missing membership', async () => {
  const { account, signIn } = await person();
  expect(await signIn(['others', 'managers'])).toEqual(['api', 'reports', 'acme: developer']);
  const by = 'single sign-on';
  expect(await eventsOf(account)).toEqual(
    expect.arrayContaining([
      {
        what: 'grants-changed',
        actor: provider.url,
        detail: {
          by,
          apiAccess: true,
          reportAccess: true,
          reportScope: 'organization',
          before: { apiAccess: false, reportAccess: false, reportScope: 'organization' },
        },
      },
      { what: 'organization-access-changed', actor: provider.url, detail: { by, hasAccess: true } },
      { what: 'developer-role-changed', actor: provider.url, detail: { by, isDeveloper: true } },
    ]),
  );
  expect(await eventsOf(account)).toHaveLength(3);
});

test('report access with the scope administered is limited, unless a different group widens it or makes an operator', async () => {
  const { account, sub, signIn } = await person();
  const scopeOf = async (groups: readonly string[]) => {
    await provider.person(sub, { email: account.email, email_verified: true, groups });
    const cookie = sessionOf((await sso.signIn(sub)).headers)!.split(';')[0]!;
    const { body } = await sendJson(`${sso.service.url}/auth/session`, {
      headers: [['Cookie', cookie]],
    });
    const [{ rights }] = body.organizations;
    return [rights.reportScope, rights.reportDepartments, body.fromProvider.reportScope];
  };
  await signIn(['heads']);
  expect(await scopeOf(['heads'])).toEqual(['administered', [], 'administered']);
  expect(await scopeOf(['heads', 'managers'])).toEqual(['organization', null, 'organization']);
  expect(await scopeOf(['heads', 'platform'])).toEqual(['organization', null, 'administered']);
  expect(await scopeOf(['heads'])).toEqual(['administered', [], 'administered']);
  const { prisma } = sso.service.context.db;
  await prisma.account.update({
    where: { id: account.id },
    data: { apiAccess: true, reportAccess: true },
  });
  expect(await scopeOf(['heads'])).toEqual(['organization', null, 'administered']);
  const scopes = (await eventsOf(account)).flatMap(({ what, detail }) =>
    what === 'grants-changed' ? [(detail as { reportScope: string }).reportScope] : [],
  );
  expect(scopes).toEqual(['administered', 'organization', 'administered']);
});

test('a sign-in that changes no rights renews them and audits no change', async () => {
  const { account, signIn } = await person();
  await signIn(['managers', 'platform']);
  const before = await eventsOf(account);
  const accounts = sso.service.context.db.prisma.account;
  const [where, soon] = [{ id: account.id }, new Date(Date.now() + 60_000)];
  await accounts.update({ where, data: { providerRightsUntil: soon } });
  expect(await signIn(['platform', 'managers'])).toEqual([
    'operator',
    'api',
    'reports',
    'acme: developer',
  ]);
  expect(await eventsOf(account)).toEqual(before);
  const { providerRightsUntil } = await accounts.findUniqueOrThrow({ where });
  expect(providerRightsUntil! > soon).toBe(true);
});

test('leaving a group withdraws its rights at the next sign-in', async () => {
  const { account, signIn } = await person();
  await signIn(['managers', 'visitors', 'platform']);
  expect(await signIn(['visitors'])).toEqual(['api', 'globex']);
  expect(await signIn([])).toEqual([]);
  expect((await eventsOf(account)).slice(-2)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ what: 'organization-access-changed' }),
      expect.objectContaining({ what: 'grants-changed', actor: provider.url }),
    ]),
  );
});

test.each([
  ['renamed', ['managers-2027']],
  ['in a different case', ['Managers']],
  ['part of a text', 'managers callers'],
  ['of numbers and objects', [7, { managers: true }, null]],
  ['an object', { managers: true }],
  ['not sent', undefined],
  ['longer than any real list', [...Array<string>(10_000).fill('x'), 'managers']],
])('a claim that is %s grants nothing', async (_, groups) => {
  const { signIn } = await person();
  await signIn(['managers']);
  expect(await signIn(groups)).toEqual([]);
});

test('a string claim is a one-element list', async () => {
  const { signIn } = await person();
  expect(await signIn('callers')).toEqual(['api']);
});

test('5,000 groups are accepted', async () => {
  const { signIn } = await person();
  const groups = Array.from({ length: 5_000 }, (_, n) => `group-${n}`);
  expect(await signIn([...groups, 'callers'])).toEqual(['api']);
});

test('unknown organizations are skipped', async () => {
  const { signIn } = await person();
  expect(await signIn(['dreamers', 'callers'])).toEqual(['api']);
});

test('manually granted rights are unchanged and listed separately', async () => {
  const { account, signIn } = await person({ apiAccess: true });
  const { prisma } = sso.service.context.db;
  const acme = await prisma.company.findFirstOrThrow({ where: { handle: 'acme' } });
  const data = { uuid: randomUUID(), companyId: acme.id, accountId: account.id };
  await prisma.member.create({ data: { ...data, hasAccess: true, isDeveloper: false } });
  await signIn(['managers']);
  const cast = castOf(sso.service);
  const operator = bearer((await cast.grace()).secret);
  const list = async () => {
    const q = encodeURIComponent(account.email);
    return (await cast.call(`/security/accounts?q=${q}`, operator)).body.items[0];
  };
  expect(await list()).toMatchObject({
    isOperator: false,
    apiAccess: true,
    reportAccess: false,
    fromProvider: { isOperator: false, apiAccess: true, reportAccess: true },
    organizations: [
      {
        handle: 'acme',
        hasAccess: true,
        isDeveloper: false,
        fromProvider: { hasAccess: true, isDeveloper: true },
      },
    ],
  });
  expect(await signIn([])).toEqual(['api', 'acme']);
  expect(await list()).toMatchObject({
    apiAccess: true,
    fromProvider: null,
    organizations: [{ hasAccess: true, fromProvider: null }],
  });
});

test('rights expire, and secrets that were usable only through them are revoked', async () => {
  const { account, sub, signIn } = await person();
  const other = await person({ reportAccess: true });
  const { service } = sso;
  const { db } = service.context;
  const acme = await db.prisma.company.findFirstOrThrow({ where: { handle: 'acme' } });
  await other.signIn(['callers']);
  const groups = ['managers', 'platform'];
  await provider.person(sub, { email: account.email, email_verified: true, groups });
  const session = sessionOf((await sso.signIn(sub)).headers)!.split(';')[0]!;
  const operator = bearer(await service.seed.secret(account, acme));
  const { call } = castOf(service);
  expect((await call('/security/companies', operator)).status).toBe(200);
  await db.prisma.account.updateMany({
    where: { providerRightsUntil: { not: null } },
    data: { providerRightsUntil: new Date(Date.now() - 1) },
  });
  expect((await call('/security/companies', operator)).body.code).toBe('api-access-required');
  expect(await describe(session)).toEqual([]);
  expect(await lapseRights(db, provider.url)).toBeGreaterThanOrEqual(2);
  expect(await lapseRights(db, provider.url)).toBe(0);
  expect((await call('/security/companies', operator)).body.code).toBe('secret-unrecognized');
  expect((await eventsOf(account)).slice(-5).map(({ what, actor }) => [what, actor])).toEqual(
    expect.arrayContaining([
      ['grants-changed', provider.url],
      ['operator-changed', provider.url],
      ['organization-access-changed', provider.url],
      ['developer-role-changed', provider.url],
      ['secret-revoked', provider.url],
    ]),
  );
  expect(await signIn([])).toEqual([]);
});

test('a secret that is usable through manually granted rights remains valid', async () => {
  const { service } = sso;
  const { db } = service.context;
  const home = await service.seed.company('home');
  const { account } = await home.member('Ada', { reportAccess: true });
  const sub = randomUUID().replaceAll('-', '');
  await provider.person(sub, { email: account.email, email_verified: true, groups: ['platform'] });
  expect(outcome(await sso.signIn(sub))).toEqual([302, '/']);
  const secret = bearer(await service.seed.secret(account, home));
  await db.prisma.account.update({
    where: { id: account.id },
    data: { providerRightsUntil: new Date(Date.now() - 1) },
  });
  await lapseRights(db, provider.url);
  expect((await castOf(service).call('/me/client-secret', secret)).status).toBe(200);
});

test('twelve concurrent sign-ins grant the rights once', async () => {
  const { account, sub, signIn } = await person();
  await signIn([]);
  const claims = { email: account.email, email_verified: true, groups: ['managers', 'platform'] };
  await provider.person(sub, claims);
  const browsers = Array.from({ length: 12 }, () => sso.browserOf(sub));
  const callbacks = await Promise.all(browsers.map(browser => sso.begin(browser)));
  const responses = await Promise.all(browsers.map((browser, n) => browser.visit(callbacks[n]!)));
  expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(302));
  expect(await eventsOf(account)).toHaveLength(4);
});

test('a person without an account receives one if a group grants rights', async () => {
  const email = `${randomUUID()}@example.org`;
  const claims = { email: email.toUpperCase(), email_verified: true, groups: ['managers'] };
  await provider.person('newcomer', { ...claims, name: ' \u202aŁukasz O’Hara\u202c ' });
  const response = await sso.signIn('newcomer');
  expect(outcome(response)).toEqual([302, '/']);
  const { prisma } = sso.service.context.db;
  const account = await prisma.account.findFirstOrThrow({ where: { email } });
  expect(account).toMatchObject({ name: 'Łukasz O’Hara', passwordHash: null, apiAccess: false });
  const [created] = await eventsOf(account);
  expect(created).toMatchObject({ what: 'account-created', actor: provider.url });
  await sso.signIn('newcomer');
  expect(await prisma.accountIdentity.count({ where: { accountId: account.id } })).toBe(1);
});

test('a person whose name is invisible at the provider is named by the e-mail', async () => {
  const email = `${randomUUID()}@example.org`;
  const claims = { email, email_verified: true, groups: ['managers'], name: '\u200b\u3164' };
  await provider.person('invisible', claims);
  expect(outcome(await sso.signIn('invisible'))).toEqual([302, '/']);
  const { prisma } = sso.service.context.db;
  expect(await prisma.account.findFirst({ where: { email } })).toMatchObject({ name: email });
});

test('a new account without a name is named like the beginning of its e-mail', async () => {
  const email = `${randomUUID()}@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example.org`;
  await provider.person('nameless', { email, email_verified: true, groups: ['managers'] });
  expect(outcome(await sso.signIn('nameless'))).toEqual([302, '/']);
  const { prisma } = sso.service.context.db;
  const { name } = await prisma.account.findFirstOrThrow({ where: { email } });
  expect(name).toBe(email.slice(0, 200));
});

test.each<[what: string, claims: { groups: string[]; email_verified: boolean; local?: string }]>([
  ['no group that grants rights', { groups: ['others'], email_verified: true }],
  ['an unverified e-mail', { groups: ['managers'], email_verified: false }],
  [
    'an e-mail that contains a separator',
    { groups: ['managers'], email_verified: true, local: 'eve;' },
  ],
])('a person without an account and with %s is rejected', async (_, { local = '', ...claims }) => {
  const email = `${local}${randomUUID()}@example.org`;
  await provider.person('stranger', { email, ...claims });
  const response = await sso.signIn('stranger');
  expect(outcome(response)).toEqual(FAILED);
  if (claims.email_verified) {
    expect(response.body.detail).toBe(
      `The provider signed you in as ${email}, but you have no account for this service. Ask an operator to create one. Code: no-account.`,
    );
  }
  expect(await sso.service.context.db.prisma.account.count({ where: { email } })).toBe(0);
});

test('an unavailable provider does not change rights', async () => {
  const down = await startProvider();
  const other = await startSingleSignOnBy(down, { OIDC_GRANTS: JSON.stringify(GRANTS) });
  try {
    const { account, sub } = await other.ada();
    await down.person(sub, { email: account.email, email_verified: true, groups: ['callers'] });
    expect(outcome(await other.signIn(sub))).toEqual([302, '/']);
    const browser = other.browserOf(sub);
    const callback = await other.begin(browser);
    await down.kill();
    expect(outcome(await browser.visit(callback))).toEqual(UNAVAILABLE);
    const { prisma } = other.service.context.db;
    const { providerApiAccess } = await prisma.account.findUniqueOrThrow({
      where: { id: account.id },
    });
    expect(providerApiAccess).toBe(true);
  } finally {
    await other.close();
    await down.kill();
  }
});

test('groups are read from UserInfo if only it has them', async () => {
  const bare = await startProvider({ isBare: true });
  const other = await startSingleSignOnBy(bare, { OIDC_GRANTS: JSON.stringify(GRANTS) });
  try {
    const { account, sub } = await other.ada();
    await bare.person(sub, { email: account.email, email_verified: true, groups: ['platform'] });
    expect(outcome(await other.signIn(sub))).toEqual([302, '/']);
    const { prisma } = other.service.context.db;
    const { providerOperator } = await prisma.account.findUniqueOrThrow({
      where: { id: account.id },
    });
    expect(providerOperator).toBe(true);
  } finally {
    await other.close();
    await bare.kill();
  }
});

test.each([
  [{ OIDC_GRANTS: 'managers' }, 'OIDC_GRANTS must be a JSON list of'],
  [{ OIDC_GRANTS: '[{"claim":"groups","value":"a","rights":["admin"]}]' }, '0 rights 0 must be'],
  [{ OIDC_GRANTS: '[{"claim":"groups","value":"a","rights":[]}]' }, '0 rights'],
  [
    { OIDC_GRANTS: '[{"claim":"groups","value":"a","rights":["developer"]}]' },
    'must have a company for the right developer',
  ],
  [{ OIDC_CREATE_ACCOUNTS: 'yes' }, 'OIDC_CREATE_ACCOUNTS must be true or false.'],
  [{ OIDC_CREATE_ACCOUNTS: 'true' }, 'OIDC_CREATE_ACCOUNTS requires OIDC_GRANTS'],
  [{ OIDC_GRANTS_MAX_AGE: 'never' }, 'OIDC_GRANTS_MAX_AGE must be a duration'],
])('invalid settings prevent starting: %j', (env, sentence) => {
  const client = { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'reporting' };
  expect(() => readConfig({ ...client, ...env })).toThrow(sentence);
});

test.each([
  [{ OIDC_GRANTS: JSON.stringify(GRANTS) }, 'OIDC_GRANTS requires OIDC_ISSUER.'],
  [{ OIDC_CLIENT_SECRET: 'abc' }, 'OIDC_CLIENT_SECRET requires OIDC_ISSUER.'],
  [{ OIDC_EMAIL_VERIFIED: 'trusted' }, 'OIDC_EMAIL_VERIFIED=trusted requires OIDC_ISSUER.'],
])('settings without effect prevent starting: %j', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence);
});
