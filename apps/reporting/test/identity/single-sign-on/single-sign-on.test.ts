import { createHash } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { setEnabled } from '../../../src/identity/accounts/accounts';
import { sendJson } from '../../send-json';
import { client } from './start-open-id-provider';
import {
  CALLBACK,
  FAILED,
  HOST,
  LOGIN,
  outcome,
  type SingleSignOn,
  sessionOf,
  startSingleSignOn,
} from './start-single-sign-on';

const secret = 'a session secret that only the tests know';

let sso: SingleSignOn;
beforeAll(async () => {
  sso = await startSingleSignOn();
});
afterAll(() => sso.close());

/** All are redirected by the provider before the first is signed in. */
async function signInAtOnce(subs: readonly string[]) {
  const browsers = subs.map(sso.browserOf);
  const callbacks = await Promise.all(browsers.map(browser => sso.begin(browser)));
  return Promise.all(browsers.map((browser, n) => browser.visit(callbacks[n]!)));
}

const claimsOf = (line = '') => jwt.decode(line.split(/[=;]/)[1] ?? '');

describe('a sign-in', () => {
  test('sets the session cookie, and returns to where it started', async () => {
    const { account, sub } = await sso.ada();
    const response = await sso.signIn(sub, '?returnTo=/app%3Ftab%3Dpeople%23top');
    expect(outcome(response)).toEqual([302, '/app?tab=people#top']);
    const session = sessionOf(response.headers)!;
    expect(session).toMatch(
      /^__Host-reporting_session=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=28800; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    const headers = [['Cookie', session.split(';')[0]!]] as const;
    const { body } = await sendJson(`${sso.service.url}/auth/session`, { headers });
    expect(body.account.email).toBe(account.email);
  });

  test('returns to the root by default', async () => {
    const { sub } = await sso.ada();
    expect(outcome(await sso.signIn(sub))).toEqual([302, '/']);
  });

  test('sends the provider a new state, nonce and challenge each time', async () => {
    const look = async () => {
      const { headers } = await sso.browserOf(null).visit(LOGIN);
      const cookie = /reporting_sso=([^;]+)/.exec(String(headers['set-cookie']))![1]!;
      const state = jwt.verify(cookie, secret) as Record<string, string>;
      return { sent: new URL(String(headers.location)).searchParams, state };
    };
    const [one, other] = [await look(), await look()];
    expect(Object.fromEntries(one.sent)).toEqual({
      client_id: client.clientId,
      response_type: 'code',
      scope: 'openid email',
      redirect_uri: CALLBACK,
      state: one.state.state,
      nonce: one.state.nonce,
      code_challenge: createHash('sha256').update(one.state.codeVerifier!).digest('base64url'),
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.sent.get(name)).toMatch(/^[\w-]{43}$/);
      expect(one.sent.get(name)).not.toBe(other.sent.get(name));
    }
  });

  test('is listed among the sign-in methods', async () => {
    const { body } = await sendJson(`${sso.service.url}/auth/methods`);
    expect(body).toEqual({ password: true, singleSignOn: true });
  });

  test('keeps its state for ten minutes in a cookie that only this service can read', async () => {
    const { headers } = await sendJson(`${sso.service.url}/auth/sso/login`);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-reporting_sso=[^;]+; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('returns to the root of PUBLIC_URL by default, even if a proxy strips its path without a header', async () => {
    const prefixed = await startSingleSignOn({}, { PUBLIC_URL: `${HOST}/reporting` });
    try {
      const { headers } = await sendJson(`${prefixed.service.url}/auth/sso/login`);
      const cookie = String(headers['set-cookie']);
      expect(cookie).toContain('; Path=/;');
      expect(claimsOf(cookie)).toMatchObject({ returnTo: '/reporting/' });
    } finally {
      await prefixed.close();
    }
  });

  test('uses the specified organization, and is denied if that is inaccessible', async () => {
    const { acme, sub } = await sso.ada();
    const globex = await sso.service.seed.company('globex');
    const response = await sso.signIn(sub, `?company=${acme.handle}`);
    expect(claimsOf(sessionOf(response.headers))).toMatchObject({ companyId: acme.uuid });
    expect(outcome(await sso.signIn(sub, `?company=${globex.handle}`))).toEqual([
      403,
      'no-company-access',
      undefined,
    ]);
  });
});

describe('the link to an account', () => {
  const linksOf = (account: { id: number }) =>
    sso.service.context.db.prisma.accountIdentity.findMany({ where: { accountId: account.id } });

  test('consists of issuer and subject, and is created at the first sign-in', async () => {
    const [{ account, sub }, other] = [await sso.ada(), await sso.ada()];
    expect(await linksOf(account)).toEqual([]);
    await sso.service.context.db.prisma.accountIdentity.create({
      data: { accountId: other.account.id, issuer: 'https://id.example.org', subject: sub },
    });
    await sso.signIn(sub);
    await sso.signIn(sub);
    expect(await linksOf(account)).toMatchObject([{ issuer: sso.provider.url, subject: sub }]);
  });

  test('alone determines the account at later sign-ins, whatever e-mail the provider sends', async () => {
    const [{ account, sub }, other] = [await sso.ada(), await sso.ada()];
    await sso.signIn(sub);
    await sso.provider.person(sub, { email: other.account.email, email_verified: true });
    const { headers } = await sso.signIn(sub);
    expect(claimsOf(sessionOf(headers))).toMatchObject({ sub: account.uuid });
    expect(await linksOf(other.account)).toEqual([]);
  });

  test('is created regardless of the case of the e-mail', async () => {
    const { account, sub } = await sso.ada();
    await sso.provider.person(sub, { email: account.email.toUpperCase(), email_verified: true });
    expect(outcome(await sso.signIn(sub))).toEqual([302, '/']);
  });

  test('is not created for an address that only matches when folded', async () => {
    const account = await sso.service.seed.account('Ada', { email: 'ikaros@example.org' });
    for (const [sub, email] of [
      ['dotted', '\u0130karos@example.org'],
      ['kelvin', 'i\u212aaros@example.org'],
    ] as const) {
      await sso.provider.person(sub, { email, email_verified: true });
      expect(outcome(await sso.signIn(sub))).toEqual(FAILED);
    }
    expect(await linksOf(account)).toEqual([]);
  });

  test('is not created for an unverified e-mail', async () => {
    const { account, sub } = await sso.ada({ email_verified: false });
    expect(outcome(await sso.signIn(sub))).toEqual(FAILED);
    expect(await linksOf(account)).toEqual([]);
  });

  test('is not created for a second person who received the e-mail later', async () => {
    const { account, sub } = await sso.ada();
    await sso.signIn(sub);
    await sso.provider.person('heir', { email: account.email, email_verified: true });
    expect(outcome(await sso.signIn('heir'))).toEqual(FAILED);
    expect(await linksOf(account)).toHaveLength(1);
  });

  test('is created once by twelve concurrent first sign-ins, which all succeed', async () => {
    const { account, sub } = await sso.ada();
    const responses = await signInAtOnce(Array<string>(12).fill(sub));
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(302));
    expect(await linksOf(account)).toHaveLength(1);
  });

  test('is created for one of twelve people with the same e-mail who sign in concurrently', async () => {
    const { account } = await sso.ada();
    const persons = Array.from({ length: 12 }, (_, n) => `twin${n}`);
    for (const sub of persons) {
      await sso.provider.person(sub, { email: account.email, email_verified: true });
    }
    const responses = await signInAtOnce(persons);
    expect(responses.filter(({ status }) => status === 302)).toHaveLength(1);
    expect(await linksOf(account)).toHaveLength(1);
  });

  test('does not sign in while the account is disabled', async () => {
    const [{ account, sub }, stranger] = [await sso.ada(), await sso.ada()];
    await sso.signIn(sub);
    for (const { id } of [account, stranger.account]) {
      await setEnabled(sso.service.context.db, id, false);
    }
    expect(outcome(await sso.signIn(sub))).toEqual(FAILED);
    expect(outcome(await sso.signIn(stranger.sub))).toEqual(FAILED);
    expect(await linksOf(stranger.account)).toEqual([]);
  });

  test('is not created if no account has the e-mail', async () => {
    await sso.provider.person('nobody', { email: 'nobody@example.org', email_verified: true });
    expect(outcome(await sso.signIn('nobody'))).toEqual(FAILED);
  });
});
