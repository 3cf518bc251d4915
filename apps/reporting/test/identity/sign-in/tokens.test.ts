import jwt from 'jsonwebtoken';
import { setEnabled } from '../../../src/identity/accounts/accounts';
import { sendJson } from '../../send-json';
import { startTestApp, type TestApp } from '../../start-test-app';

const secret = 'the session secret that signs the tokens now';
const former = 'the session secret that signed before that one';
const password = 'seven lamps on a quiet street';
const HOURS_8 = 8 * 3_600_000;

let service: TestApp;
let time = new Date();
beforeAll(async () => {
  service = await startTestApp(
    {
      SESSION_SECRET: `${secret},${former}`,
      RATE_LIMIT_SIGN_IN: 'off',
      RATE_LIMIT_FAILED_AUTH: 'off',
    },
    { clock: () => time },
  );
});
beforeEach(() => {
  time = new Date();
});
afterAll(() => service.close());

interface Claims {
  sub: string;
  jti: string;
  companyId: string | null;
  iat: number;
  exp: number;
}

async function newAda() {
  const acme = await service.seed.company('acme');
  const { account } = await acme.member('Ada', { password });
  return { acme, account };
}

async function signIn(ada?: Awaited<ReturnType<typeof newAda>>) {
  const { acme, account } = ada ?? (await newAda());
  const body = { email: account.email, password };
  const { headers } = await sendJson(`${service.url}/auth/login`, { method: 'POST', body });
  const [, token = ''] =
    /__Host-reporting_session=([^;]+)/.exec(String(headers['set-cookie'])) ?? [];
  return { acme, account, token, claims: jwt.decode(token) as Claims };
}

async function outcome(token: string) {
  const headers = [['Cookie', `__Host-reporting_session=${token}`]] as const;
  const { status, body } = await sendJson(`${service.url}/auth/session`, { headers });
  return status === 200 ? 200 : [status, body.title, body.code];
}

const INVALID = [401, 'Session not valid', 'session-invalid'];
const EXPIRED = [401, 'Session expired', 'session-expired'];

test('a token has the account, session, organization and expiry, signed with HS256', async () => {
  const { acme, account, token, claims } = await signIn();
  expect(jwt.decode(token, { complete: true })!.header.alg).toBe('HS256');
  expect(claims).toEqual({
    sub: account.uuid,
    jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    companyId: acme.uuid,
    iat: expect.any(Number),
    exp: claims.iat + 8 * 3_600,
  });
});

test('a token has the organization of the sign-in, or else the only one, or else none', async () => {
  const { acme, account } = await signIn();
  const globex = await service.seed.company('globex');
  await globex.member('Ada', { account });
  const companyOf = async (company?: string) => {
    const body = { email: account.email, password, company };
    const { headers } = await sendJson(`${service.url}/auth/login`, { method: 'POST', body });
    const [, token = ''] =
      /__Host-reporting_session=([^;]+)/.exec(String(headers['set-cookie'])) ?? [];
    return (jwt.decode(token) as Claims).companyId;
  };
  expect(await companyOf()).toBeNull();
  expect(await companyOf(acme.handle)).toBe(acme.uuid);
  expect(await companyOf(globex.handle.toUpperCase())).toBe(globex.uuid);
});

test('a session ends 8 hours after signing in, even if it is used', async () => {
  const { token, claims } = await signIn();
  const start = claims.iat * 1_000;
  time = new Date(start + HOURS_8 - 1_000);
  expect(await outcome(token)).toBe(200);
  time = new Date(start + HOURS_8);
  expect(await outcome(token)).toEqual(EXPIRED);
});

test('tokens signed with a rotated secret are valid, but not with an unknown one', async () => {
  const { claims } = await signIn();
  const signedBy = (key: string) => jwt.sign(claims, key, { algorithm: 'HS256' });
  expect(await outcome(signedBy(former))).toBe(200);
  expect(await outcome(signedBy('a secret that this service never had'))).toEqual(INVALID);
});

test('a token is reported as expired only if this service signed it', async () => {
  const { claims } = await signIn();
  const past = { ...claims, exp: claims.iat - 3_600 };
  expect(await outcome(jwt.sign(past, secret))).toEqual(EXPIRED);
  expect(await outcome(jwt.sign(past, former))).toEqual(EXPIRED);
  expect(await outcome(jwt.sign(past, 'a secret that this service never had'))).toEqual(INVALID);
});

test('tokens are signed with the first secret', async () => {
  const { token } = await signIn();
  expect(() => jwt.verify(token, secret)).not.toThrow();
  expect(() => jwt.verify(token, former)).toThrow('invalid signature');
});

test('a token with a later expiry ends with its session', async () => {
  const { claims } = await signIn();
  await service.context.db.prisma.session.update({
    where: { id: claims.jti },
    data: { createdAt: new Date(0), expiresAt: new Date(1_000) },
  });
  expect(await outcome(jwt.sign(claims, secret))).toEqual(EXPIRED);
});

test('a token of a disabled account is rejected, even after the account is enabled again', async () => {
  const { account, token } = await signIn();
  await setEnabled(service.context.db, account.id, false);
  expect(await outcome(token)).toEqual(INVALID);
  await setEnabled(service.context.db, account.id, true);
  expect(await outcome(token)).toEqual(INVALID);
});

test('after signing out, only the token of that session is rejected, for its remaining lifetime', async () => {
  const { token, claims, ...ada } = await signIn();
  const others = [await signIn(ada), await signIn()];
  const headers = [['Cookie', `__Host-reporting_session=${token}`]] as const;
  await sendJson(`${service.url}/auth/logout`, { method: 'POST', headers });
  expect(await outcome(token)).toEqual(INVALID);
  for (const other of others) expect(await outcome(other.token)).toBe(200);
  const where = { accountId: ada.account.id, kind: 'sign-out' };
  expect(await service.context.db.prisma.auditEvent.count({ where })).toBe(1);
  time = new Date(claims.exp * 1_000 - 1_000);
  expect(await outcome(token)).toEqual(INVALID);
});

test('twelve concurrent sign-outs succeed, and one is recorded', async () => {
  const { account, token } = await signIn();
  const headers = [['Cookie', `__Host-reporting_session=${token}`]] as const;
  const out = () => sendJson(`${service.url}/auth/logout`, { method: 'POST', headers });
  const statuses = (await Promise.all(Array.from({ length: 12 }, out))).map(({ status }) => status);
  expect(statuses.every(status => status === 204 || status === 401)).toBe(true);
  expect(await outcome(token)).toEqual(INVALID);
  const where = { accountId: account.id, kind: 'sign-out' };
  expect(await service.context.db.prisma.auditEvent.count({ where })).toBe(1);
});
