import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { castOf } from '../../cast';
import { startTestApp, type TestApp } from '../../start-test-app';

const secret = 'the session secret that signs the tokens now';

interface Claims {
  sub: string;
  jti: string;
  iat: number;
  exp: number;
}

let service: TestApp;
let token: string;
let claims: Claims;
beforeAll(async () => {
  service = await startTestApp({ SESSION_SECRET: secret, RATE_LIMIT_FAILED_AUTH: 'off' });
  const [[, cookie] = ['', '']] = await (await castOf(service).ada()).signIn();
  token = cookie.slice('__Host-reporting_session='.length);
  claims = jwt.decode(token) as Claims;
});
afterAll(() => service.close());

async function outcome(sent: string) {
  const path = '/auth/session';
  const { status, body } = await castOf(service).call(path, [
    ['Cookie', `__Host-reporting_session=${sent}`],
  ]);
  return status === 200 ? 200 : [status, body.code];
}

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each<[string, (token: string, claims: Claims) => string]>([
  ['that is truncated', token => token.slice(0, -1)],
  ['without its signature', token => token.replace(/[^.]+$/, '')],
  ['without parts', () => 'nonsense'],
  ['whose claims are not JSON', () => 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.AAAA.x'],
  ['that cookie-parser parses as JSON', () => 'j:{"alg":"none"}'],
  ['with a trailing character', token => `${token}A`],
  ['with a fourth part', token => `${token}.${token.split('.')[2] ?? ''}`],
  ['with 10 kB of trailing characters', token => token + 'A'.repeat(10_000)],
  [
    'without an algorithm',
    (_, claims) => `${base64url({ alg: 'none', typ: 'JWT' })}.${base64url(claims)}.`,
  ],
  [
    'without an algorithm, with the original signature',
    (token, claims) =>
      `${base64url({ alg: 'none' })}.${base64url(claims)}.${token.split('.')[2] ?? ''}`,
  ],
  [
    'with a different algorithm for the same secret',
    (_, claims) => jwt.sign(claims, secret, { algorithm: 'HS512' }),
  ],
  ['signed with a key pair', (_, claims) => jwt.sign(claims, privateKey, { algorithm: 'RS256' })],
  [
    'with its own verification key',
    (_, claims) =>
      jwt.sign(claims, privateKey, {
        algorithm: 'RS256',
        header: { alg: 'RS256', jwk: keys.publicKey.export({ format: 'jwk' }) } as jwt.JwtHeader,
      }),
  ],
  ['signed with a blank secret', (_, claims) => jwt.sign(claims, ' ')],
  [
    'with its algorithm in different case',
    (_, claims) => {
      const head = `${base64url({ alg: 'hs256' })}.${base64url(claims)}`;
      return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
    },
  ],
  [
    'with changed claims and the original signature',
    (token, claims) => {
      const [head, , signature] = token.split('.');
      return `${head}.${base64url({ ...claims, sub: randomUUID() })}.${signature}`;
    },
  ],
  ['of another account', (_, claims) => jwt.sign({ ...claims, sub: randomUUID() }, secret)],
  ['of an unknown session', (_, claims) => jwt.sign({ ...claims, jti: randomUUID() }, secret)],
  ['without an expiry', (_, { exp: __, ...claims }) => jwt.sign(claims, secret)],
  [
    'whose session is not an ID',
    (_, claims) => jwt.sign({ ...claims, jti: "' or true --" }, secret),
  ],
  [
    'for a different purpose',
    (_, { exp, iat }) => jwt.sign({ purpose: 'single sign-on', exp, iat }, secret),
  ],
])('a token %s is rejected', async (_, forge) => {
  expect(await outcome(token)).toBe(200);
  expect(await outcome(forge(token, claims))).toEqual([401, 'session-invalid']);
});
