import { randomUUID } from 'node:crypto';
import { readConfig } from '../../../src/main/config';
import { sendJson } from '../../send-json';
import type { OpenIdProvider, ProviderFacts } from './start-open-id-provider';
import {
  outcome,
  type SingleSignOn,
  sessionOf,
  startProvider,
  startSingleSignOnBy,
} from './start-single-sign-on';

const GRANTS = JSON.stringify([
  {
    ...{ claim: 'groups', value: 'safety', company: 'acme' },
    ...{ rights: ['reports', 'developer'], scope: 'administered' },
  },
  { claim: 'roles', value: 'Operator', rights: ['operator'] },
  { claim: 'roles', value: 'Head', company: 'acme', rights: ['reports'], scope: 'administered' },
  { claim: 'roles', value: 'Manager', company: 'acme', rights: ['reports'] },
  { claim: 'realm_access.roles', value: 'platform', rights: ['api'] },
]);

const ends: (() => Promise<void>)[] = [];
let provider: OpenIdProvider;
/** The service of organizations that trust the e-mails of their provider. */
let trusting: SingleSignOn;
beforeAll(async () => {
  provider = await startProvider();
  trusting = await start({ OIDC_EMAIL_VERIFIED: 'trusted' });
});
afterAll(async () => {
  await Promise.all(ends.map(end => end()));
  await provider.kill();
});

async function start(env: Record<string, string> = {}, by = provider) {
  const sso = await startSingleSignOnBy(by, { OIDC_GRANTS: GRANTS, ...env });
  ends.push(() => sso.close());
  const data = { uuid: randomUUID(), handle: 'acme', name: 'Acme' };
  await sso.service.context.db.prisma.company.create({ data });
  return sso;
}

async function startWith(facts: Omit<ProviderFacts, 'redirectUri'>) {
  const other = await startProvider(facts);
  ends.push(() => other.kill());
  return start({}, other);
}

/** Signs in a member of another organization, and returns the rights or the error. */
async function personOf(sso: SingleSignOn) {
  const globex = await sso.service.seed.company('globex');
  const { email } = (await globex.member('Ada')).account;
  const sub = randomUUID().replaceAll('-', '');
  return async (claims: Readonly<Record<string, unknown>>) => {
    await sso.provider.person(sub, { email, ...claims });
    const response = await sso.signIn(sub);
    if (response.status !== 302) return String(response.body.detail);
    const cookie = sessionOf(response.headers)!.split(';')[0]!;
    const { body } = await sendJson(`${sso.service.url}/auth/session`, {
      headers: [['Cookie', cookie]],
    });
    const given = body.fromProvider as Record<string, unknown> | null;
    return Object.entries(given ?? {})
      .filter(([, value]) => value === true)
      .map(([right]) => right)
      .sort();
  };
}

/** Returns the log entries of rejected sign-ons. */
function refusalsOf({ service }: SingleSignOn) {
  return jest.spyOn(service.context.log, 'warn').mock.calls.map(([fields]) => fields);
}

const OVERAGE = {
  _claim_names: { groups: 'src1' },
  _claim_sources: {
    src1: { endpoint: 'https://graph.microsoft.com/v1.0/users/1/getMemberObjects' },
  },
};

describe('Entra ID, which does not indicate whether an e-mail is verified', () => {
  test('signs nobody in by default, and the response and log explain why', async () => {
    const sso = await start();
    jest.spyOn(sso.service.context.log, 'warn');
    const signIn = await personOf(sso);
    expect(await signIn({ tid: 'a tenant' })).toContain('Code: email-not-verified.');
    expect(refusalsOf(sso)).toMatchObject([
      { code: 'email-not-verified', reason: expect.stringContaining('OIDC_EMAIL_VERIFIED') },
    ]);
  });

  test.each([
    [{}, []],
    [{ email_verified: false }, 'Code: email-not-verified.'],
    [{ email_verified: 'false' }, 'Code: email-not-verified.'],
    [{ xms_edov: true }, []],
    [{ xms_edov: '1' }, []],
    [{ xms_edov: false }, 'Code: email-not-verified.'],
    [{ xms_edov: '0', email_verified: true }, 'Code: email-not-verified.'],
    [{ email: undefined }, 'Code: email-missing.'],
    [{ roles: ['Operator'] }, ['isOperator']],
  ])('with OIDC_EMAIL_VERIFIED=trusted, %j results in %j', async (claims, expected) => {
    const signIn = await personOf(trusting);
    const result = await signIn(claims);
    if (typeof expected === 'string') expect(result).toContain(expected);
    else expect(result).toEqual(expected);
  });

  test.each([OVERAGE, { hasgroups: true }])(
    'with too many groups (%j), keeps the rights from them, adds none, and reports it',
    async overage => {
      const sso = await start({ OIDC_EMAIL_VERIFIED: 'trusted' });
      const [signIn, stranger] = [await personOf(sso), await personOf(sso)];
      const held = ['apiAccess', 'reportAccess'];
      expect(await signIn({ groups: ['safety'] })).toEqual(held);
      const { prisma } = sso.service.context.db;
      const heldRights = () =>
        prisma.account.findMany({
          select: {
            ...{ providerRightsUntil: true, providerReportAccess: true, providerReportScope: true },
            members: { select: { companyId: true, providerAccess: true, providerDeveloper: true } },
          },
          orderBy: { id: 'asc' },
        });
      const before = await heldRights();
      expect(await stranger(overage)).toEqual([]);
      const warn = jest.spyOn(sso.service.context.log, 'warn');
      expect(await signIn({ ...overage, roles: ['Operator'] })).toEqual(
        [...held, 'isOperator'].sort(),
      );
      expect(await heldRights()).toEqual(before);
      expect(warn).toHaveBeenCalledWith(
        expect.objectContaining({ claims: ['groups'] }),
        expect.stringContaining('application roles'),
      );
      const kept = await prisma.auditEvent.findMany({ where: { kind: 'provider-rights-kept' } });
      const detail = { claims: ['groups'], by: 'single sign-on' };
      expect(kept).toMatchObject([{ detail }, { detail }]);
      expect(await signIn({ groups: [] })).toEqual([]);
      const scopeOf = async (role: string) => {
        await stranger({ ...overage, roles: [role] });
        return (await heldRights()).at(-1)!.providerReportScope;
      };
      expect(await scopeOf('Head')).toBe('administered');
      expect(await scopeOf('Manager')).toBe('organization');
    },
  );

  test.each(['common', 'organizations', 'consumers'])(
    'for the tenants of %s does not start as trusted, because anyone can set an e-mail there',
    tenant => {
      const env = {
        DATABASE_URL: 'postgresql://127.0.0.1/x',
        ENVIRONMENT: 'test',
        SESSION_SECRET: 'a session secret that only the tests know',
        OIDC_ISSUER: `https://login.microsoftonline.com/${tenant}/v2.0`,
        OIDC_CLIENT_ID: 'reporting',
        OIDC_EMAIL_VERIFIED: 'trusted',
      };
      expect(() => readConfig(env)).toThrow('cannot be used with a multi-tenant issuer');
      expect(() =>
        readConfig({ ...env, OIDC_ISSUER: env.OIDC_ISSUER.replace(tenant, randomUUID()) }),
      ).not.toThrow();
    },
  );
});

test('Okta provides groups and a verified e-mail through UserInfo', async () => {
  const signIn = await personOf(await startWith({ isBare: true }));
  expect(await signIn({ email_verified: true, groups: ['Everyone', 'safety'] })).toEqual([
    'apiAccess',
    'reportAccess',
  ]);
});

test('Keycloak provides groups as paths, and roles in nested claims', async () => {
  const signIn = await personOf(await start());
  const claims = {
    email_verified: true,
    groups: ['/safety'],
    realm_access: { roles: ['platform'] },
  };
  expect(await signIn(claims)).toEqual(['apiAccess', 'reportAccess']);
  expect(await signIn({ ...claims, groups: [] })).toEqual(['apiAccess']);
  expect(await signIn({ ...claims, groups: ['/other/safety'], realm_access: {} })).toEqual([]);
});

test('Google provides a verified e-mail, but no groups', async () => {
  const signIn = await personOf(await start());
  expect(await signIn({ email_verified: true, hd: 'example.org' })).toEqual([]);
  expect(await signIn({ email_verified: 'true' })).toEqual([]);
});

test.each([
  [55, []],
  [-55, []],
])('a provider whose clock is off by %i s works', async (clockSkew, expected) => {
  const signIn = await personOf(await startWith({ clockSkew }));
  expect(await signIn({ email_verified: true })).toEqual(expected);
});

test('the token of a provider whose clock is 90 s ahead is refused, and the log explains why', async () => {
  const sso = await startWith({ clockSkew: 90 });
  jest.spyOn(sso.service.context.log, 'warn');
  const signIn = await personOf(sso);
  expect(await signIn({ email_verified: true })).toContain('Code: answer-refused.');
  expect(refusalsOf(sso)).toMatchObject([{ reason: 'the ID token was issued in the future' }]);
});

test('the log explains why a person has no account, and the response does not', async () => {
  const sso = await start();
  jest.spyOn(sso.service.context.log, 'warn');
  const disabled = await sso.service.seed.account('Ada');
  await sso.service.context.db.prisma.account.update({
    where: { id: disabled.id },
    data: { disabledAt: new Date() },
  });
  const responses = [];
  for (const email of [disabled.email, 'nobody@example.org']) {
    const sub = randomUUID().replaceAll('-', '');
    await sso.provider.person(sub, { email, email_verified: true });
    const response = await sso.signIn(sub);
    expect(outcome(response)).toEqual([401, 'sign-in-failed', undefined]);
    responses.push(String(response.body.detail).replace(email, ''));
  }
  expect(responses[0]).toContain('Code: no-account.');
  expect(responses[1]).toBe(responses[0]);
  expect(refusalsOf(sso)).toMatchObject([
    { reason: 'the account is disabled' },
    { reason: 'no account has the e-mail address' },
  ]);
});
