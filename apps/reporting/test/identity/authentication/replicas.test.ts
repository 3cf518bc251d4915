import type { ServiceProcess } from '@platform/service/testing';
import { bearer, castOf, type Headers, PASSWORD, xCompany } from '../../cast';
import { type Reply, sendJson } from '../../send-json';
import { runCommand, startProcess } from '../../start-process';
import { startTestApp, type TestApp } from '../../start-test-app';

/** Two replicas on one database. A change at one must take effect with the next call at the other. */
let database: TestApp;
let cast: ReturnType<typeof castOf>;
let one: ServiceProcess;
let other: ServiceProcess;
let operator: Headers;
beforeAll(async () => {
  database = await startTestApp({ RATE_LIMIT_SIGN_IN: 'off' });
  cast = castOf(database);
  const env = {
    DATABASE_URL: database.databaseUrl,
    RATE_LIMIT_SIGN_IN: 'off',
    RATE_LIMIT_REPORTS: 'off',
    RATE_LIMIT_FAILED_AUTH: 'off',
  };
  [one, other] = await Promise.all([startProcess(env), startProcess(env)]);
  operator = bearer((await cast.grace()).secret);
});
afterAll(async () => {
  await Promise.all([one, other].map(service => service.kill('SIGTERM')));
  await database.close();
});

const CONTACTS = '/reporting/directory-contacts';
const STATUS = '/me/client-secret';

const at = ({ url }: ServiceProcess, path: string, headers: Headers, request = {}) =>
  sendJson(url + path, { ...request, headers });

const codeOf = ({ status, body }: Reply): unknown => (status < 300 ? status : body.code);

/** Sends calls of Ada to both replicas, makes a change at one, and sends her next call to the other. */
async function nextCall(path: string, headers: Headers, change: () => Promise<unknown>) {
  for (const service of [one, other]) expect(codeOf(await at(service, path, headers))).toBe(200);
  await change();
  return codeOf(await at(other, path, headers));
}

const setGrants = (accountId: string, body: object) =>
  at(one, `/security/accounts/${accountId}/grants`, operator, { method: 'PUT', body });

const command = async (args: string) => {
  const { code, stderr } = await runCommand(args.split(' '), {
    DATABASE_URL: database.databaseUrl,
  });
  expect([code, stderr]).toEqual([0, '']);
};

test('withdrawing report access denies the next report', async () => {
  const { account, secret } = await cast.ada();
  const withdraw = () => setGrants(account.uuid, { reportAccess: false });
  expect(await nextCall(CONTACTS, bearer(secret), withdraw)).toBe('report-access-required');
});

test('withdrawing API access denies the next call, and granting it restores the secret', async () => {
  const { account, secret } = await cast.ada();
  const withdraw = () => setGrants(account.uuid, { apiAccess: false });
  expect(await nextCall(STATUS, bearer(secret), withdraw)).toBe('api-access-required');
  await setGrants(account.uuid, { reportAccess: true });
  expect(codeOf(await at(other, CONTACTS, bearer(secret)))).toBe(200);
});

test('replacing a secret invalidates the previous one', async () => {
  const { secret, session } = await cast.ada();
  const owner = await session();
  const replace = () => at(one, STATUS, owner, { method: 'POST' });
  expect(await nextCall(STATUS, bearer(secret), replace)).toBe('secret-unrecognized');
});

test('revoking a secret invalidates it, whether by its owner or an operator', async () => {
  for (const revoke of [
    (_: string, owner: Headers) => at(one, STATUS, owner, { method: 'DELETE' }),
    (accountId: string) =>
      at(one, `/security/accounts/${accountId}/client-secret`, operator, { method: 'DELETE' }),
  ]) {
    const { account, secret, session } = await cast.ada();
    const owner = await session();
    const code = await nextCall(STATUS, bearer(secret), () => revoke(account.uuid, owner));
    expect(code).toBe('secret-unrecognized');
  }
});

test('deleting a client secret invalidates it, but not the personal secret', async () => {
  const { secret, session } = await cast.ada();
  const owner = await session();
  const client = await cast.clientSecret(secret);
  const path = `/me/client-secrets/${client.id}`;
  const remove = () => at(one, path, owner, { method: 'DELETE' });
  expect(await nextCall(CONTACTS, bearer(client.secret), remove)).toBe('secret-unrecognized');
  expect(codeOf(await at(other, CONTACTS, bearer(secret)))).toBe(200);
});

test('removing the Developer role denies reports by secret, but not by session', async () => {
  const { acme, account, secret, signIn } = await cast.ada();
  const session = [...(await signIn()), ...xCompany(acme.handle)];
  const change = `accounts update --email ${account.email} --company ${acme.handle} --no-developer`;
  const code = await nextCall(CONTACTS, bearer(secret), () => command(change));
  expect(code).toBe('developer-role-required');
  expect(codeOf(await at(other, CONTACTS, session))).toBe(200);
});

test('withdrawing access to an organization denies secrets and sessions there', async () => {
  const { acme, account, secret, signIn } = await cast.ada();
  const session = [...(await signIn()), ...xCompany(acme.handle)];
  const close = () =>
    database.context.db.prisma.member.updateMany({
      where: { accountId: account.id },
      data: { hasAccess: false },
    });
  expect(await nextCall(CONTACTS, bearer(secret), close)).toBe('no-company-access');
  expect(codeOf(await at(other, CONTACTS, session))).toBe('no-company-access');
});

test('disabling an account invalidates its secrets and sessions', async () => {
  const { account, secret, signIn } = await cast.ada();
  const session = await signIn();
  const disable = () => command(`accounts disable --email ${account.email}`);
  expect(await nextCall(CONTACTS, bearer(secret), disable)).toBe('secret-unrecognized');
  expect(codeOf(await at(other, '/auth/session', session))).toBe('session-invalid');
});

test('a former operator is denied like anyone else', async () => {
  const { account, secret } = await cast.grace();
  const demote = () => command(`accounts update --email ${account.email} --no-operator`);
  const code = await nextCall('/security/accounts', bearer(secret), demote);
  expect(code).toBe('operator-required');
});

test('signing out ends the session', async () => {
  const session = await (await cast.ada()).signIn();
  const signOut = () => at(one, '/auth/logout', session, { method: 'POST' });
  expect(await nextCall('/auth/session', session, signOut)).toBe('session-invalid');
});

test('changing the password ends all other sessions', async () => {
  const { signIn } = await cast.ada();
  const [here, elsewhere] = [await signIn(), await signIn()];
  const body = { current: PASSWORD, new: 'eight lamps on a loud street' };
  const change = () => at(one, '/me/password', here, { method: 'POST', body });
  expect(await nextCall('/auth/session', elsewhere, change)).toBe('session-invalid');
  expect(codeOf(await at(other, '/auth/session', here))).toBe(200);
});
