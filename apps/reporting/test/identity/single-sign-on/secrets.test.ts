import jwt from 'jsonwebtoken';
import { startProcess } from '../../start-process';
import { Browser } from './browser';
import { client } from './start-open-id-provider';
import {
  FAILED,
  HOST,
  LOGIN,
  outcome,
  type SingleSignOn,
  startSingleSignOn,
} from './start-single-sign-on';

const STATE = '__Host-reporting_sso';
const SESSION = '__Host-reporting_session';

let sso: SingleSignOn;
beforeAll(async () => {
  sso = await startSingleSignOn();
});
afterAll(() => sso.close());

test('the state of a sign-on is not a session', async () => {
  const { sub } = await sso.ada();
  const browser = sso.browserOf(sub);
  await sso.begin(browser);
  const cookies = browser.cookies(HOST);
  cookies.set(SESSION, cookies.get(STATE)!);
  const { status, body } = await browser.visit(`${HOST}/auth/session`);
  expect([status, body.code]).toEqual([401, 'session-invalid']);
});

test('a session is not the state of a sign-on', async () => {
  const { sub } = await sso.ada();
  const browser = sso.browserOf(sub);
  const cookies = browser.cookies(HOST);
  await browser.visit(await sso.begin(browser));
  const callback = await sso.begin(browser);
  cookies.set(STATE, cookies.get(SESSION)!);
  expect(outcome(await browser.visit(callback))).toEqual(FAILED);
});

test('no code, token or secret of a sign-on is logged, whether it succeeds or fails', async () => {
  const { account, sub } = await sso.ada();
  const service = await startProcess({
    PUBLIC_URL: HOST,
    DATABASE_URL: sso.service.databaseUrl,
    OIDC_ISSUER: sso.provider.url,
    OIDC_CLIENT_ID: client.clientId,
    OIDC_CLIENT_SECRET: client.clientSecret,
    RATE_LIMIT_SIGN_IN: 'off',
    LOG_LEVEL: 'trace',
  });
  const secrets = [client.clientSecret];
  for (const claims of [
    { email: 'nobody@example.org', email_verified: true },
    { email: account.email, email_verified: true },
  ]) {
    await sso.provider.person(sub, claims);
    const browser = new Browser({ [HOST]: service.url });
    browser.cookies(sso.provider.url).set('person', sub);
    const callback = await sso.begin(browser);
    const cookies = browser.cookies(HOST);
    const state = cookies.get(STATE)!;
    await browser.visit(callback);
    const { codeVerifier, nonce, state: sent } = jwt.decode(state) as Record<string, string>;
    const code = new URL(callback).searchParams.get('code')!;
    secrets.push(code, state, sent!, codeVerifier!, nonce!, cookies.get(SESSION) ?? state);
    for (const refused of [
      callback,
      callback.replace(/\bstate=/, 'state=other-'),
      `${callback}&error=access_denied&error_description=${code}`,
    ]) {
      cookies.set(STATE, state);
      await browser.visit(refused);
    }
  }
  await service.kill('SIGTERM');
  const log = service.output();
  expect(log.match(/single sign-on refused/g)).toHaveLength(7);
  expect(log).toContain(new URL(LOGIN).pathname);
  expect(secrets.filter(secret => log.includes(secret))).toEqual([]);
  expect(log).not.toMatch(/eyJ[\w-]+\.eyJ/);
});
