import { randomUUID } from 'node:crypto';
import { readConfig } from '../../../src/main/config';
import { sendJson } from '../../send-json';
import type { OpenIdProvider } from './start-open-id-provider';
import {
  FAILED,
  outcome,
  type SingleSignOn,
  sessionOf,
  startProvider,
  startSingleSignOnBy,
} from './start-single-sign-on';

let provider: OpenIdProvider;
let sso: SingleSignOn;
let acme: Awaited<ReturnType<SingleSignOn['service']['seed']['company']>>;
beforeAll(async () => {
  provider = await startProvider();
  // The handle is a setting, so the organization is created first; seeded handles are unique.
  const handle = `plant-${randomUUID().slice(0, 8)}`;
  sso = await startSingleSignOnBy(provider, {
    OIDC_LINK_CLAIM: JSON.stringify({ claim: 'employee_number', company: handle.toUpperCase() }),
    OIDC_GRANTS: JSON.stringify([{ claim: 'groups', value: 'reader', rights: ['reports'] }]),
    OIDC_CREATE_ACCOUNTS: 'true',
  });
  acme = await sso.service.seed.company('plant');
  await sso.service.context.db.prisma.company.update({ where: { id: acme.id }, data: { handle } });
});
afterAll(async () => {
  await sso.close();
  await provider.kill();
});

const person = { email: null, isDeveloper: false };

/** Signs in a person to whom the provider assigns a code and optionally an e-mail. */
async function signIn(code: unknown, claims: Record<string, unknown> = {}, sub: string = newSub()) {
  await provider.person(sub, { employee_number: code, ...claims });
  return sso.signIn(sub);
}
const newSub = () => randomUUID().replaceAll('-', '');

async function accountOf(response: Awaited<ReturnType<typeof signIn>>): Promise<string> {
  expect(outcome(response)).toEqual([302, '/']);
  const cookie = sessionOf(response.headers)!.split(';')[0]!;
  const { body } = await sendJson(`${sso.service.url}/auth/session`, {
    headers: [['Cookie', cookie]],
  });
  return body.account.id as string;
}

test('the first sign-in links the person by code, and later ones use only the subject', async () => {
  const bob = await acme.member('Bob Two', { ...person, code: 'P-1' });
  await acme.member('Bob Two', { ...person, code: 'P-10' });
  const globex = await sso.service.seed.company('globex');
  await globex.member('Bob Two', { ...person, code: 'P-1' });
  const sub = newSub();
  expect(await accountOf(await signIn(' P-1 ', {}, sub))).toBe(bob.account.uuid);
  // A different person who later receives the code is not Bob.
  const other = await signIn('P-1');
  expect(outcome(other)).toEqual(FAILED);
  expect(other.body.detail).toMatch(/Code: code-not-linked\.$/);
  expect(await accountOf(await signIn('another code', {}, sub))).toBe(bob.account.uuid);
});

test('a code of digits may be a number', async () => {
  const bob = await acme.member('Bob', { ...person, code: '4711' });
  expect(await accountOf(await signIn(4711))).toBe(bob.account.uuid);
});

test.each<[string, Parameters<typeof acme.member>[1]]>([
  ['with an e-mail', { email: `${randomUUID()}@example.org` }],
  ['with report access', { reportAccess: true }],
  ['of an operator', { isOperator: true }],
  ['without access', { hasAccess: false }],
])('an account %s is not linked', async (_, facts) => {
  const code = randomUUID();
  await acme.member('Bob', { ...person, code, ...facts });
  expect(outcome(await signIn(code))).toEqual(FAILED);
});

test.each(['\0', '\ud800'])(
  'a code with %j is ignored, and the e-mail still links',
  async character => {
    expect(outcome(await signIn(`P${character}1`))).toEqual(FAILED);
    const { account: ada } = await acme.member('Ada');
    const claims = { email: ada.email, email_verified: true };
    expect(await accountOf(await signIn(`P${character}1`, claims))).toBe(ada.uuid);
  },
);

test('a code shared by two people links nobody, even if one has left', async () => {
  const code = randomUUID();
  await acme.member('Bob', { ...person, code });
  await acme.member('Bob', { ...person, code, hasAccess: false });
  expect(outcome(await signIn(code))).toEqual(FAILED);
});

test('disabled accounts, other organizations and other codes are not linked', async () => {
  const code = randomUUID();
  const globex = await sso.service.seed.company('globex');
  await globex.member('Bob', { ...person, code });
  const { account } = await acme.member('Bob', { ...person, code: `${code}-2` });
  const { prisma } = sso.service.context.db;
  await prisma.account.update({ where: { id: account.id }, data: { disabledAt: new Date() } });
  await acme.member('Bob', { ...person, code: `${code}-3` });
  for (const text of [code, `${code}-2`, [`${code}-3`], `${code}-3`.toUpperCase(), '', null])
    expect(outcome(await signIn(text))).toEqual(FAILED);
});

test('a verified e-mail takes precedence, and no second account is created for a code', async () => {
  const code = randomUUID();
  const { account: ada } = await acme.member('Ada');
  const bob = await acme.member('Bob', { ...person, code });
  const mine = { email: ada.email, email_verified: true };
  expect(await accountOf(await signIn(code, mine))).toBe(ada.uuid);
  const other = { email: `${randomUUID()}@example.org`, email_verified: true, groups: ['reader'] };
  expect(await accountOf(await signIn(code, other))).toBe(bob.account.uuid);
  // A person with a known code does not receive a second account.
  const third = { email: `${randomUUID()}@example.org`, email_verified: true, groups: ['reader'] };
  expect(outcome(await signIn(code, third))).toEqual(FAILED);
});

test('an invalid setting prevents starting', () => {
  const env = {
    SESSION_SECRET: 'x'.repeat(32),
    OIDC_ISSUER: 'https://a.example',
    OIDC_CLIENT_ID: 'a',
  };
  const read =
    (claim: unknown, rest: object = env) =>
    () =>
      readConfig({ ...rest, OIDC_LINK_CLAIM: JSON.stringify(claim) });
  expect(read({ claim: 'code', company: 'acme' })).not.toThrow();
  expect(read({ claim: 'code' })).toThrow(/OIDC_LINK_CLAIM/);
  expect(read({ claim: 'code', company: 'acme' }, {})).toThrow(
    'OIDC_LINK_CLAIM requires OIDC_ISSUER.',
  );
});
