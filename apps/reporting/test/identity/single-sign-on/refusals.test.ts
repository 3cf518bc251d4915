import jwt from 'jsonwebtoken';
import { sendJson } from '../../send-json';
import {
  FAILED,
  HOST,
  LOGIN,
  outcome,
  type SingleSignOn,
  startSingleSignOn,
} from './start-single-sign-on';

const secret = 'a session secret that only the tests know';
const COOKIE = '__Host-reporting_sso';

describe('a callback', () => {
  let sso: SingleSignOn;
  beforeAll(async () => {
    sso = await startSingleSignOn();
  });
  afterAll(() => sso.close());

  /** Ada, redirected by the provider but not signed in yet. */
  async function beforeCallback(query = '') {
    const { sub, account } = await sso.ada();
    const browser = sso.browserOf(sub);
    const callback = new URL(await sso.begin(browser, query));
    return { browser, callback, account, cookies: browser.cookies(HOST) };
  }

  test('of a different sign-in is rejected, because the state belongs to a different browser', async () => {
    const [one, other] = [await beforeCallback(), await beforeCallback()];
    expect(outcome(await one.browser.visit(other.callback.href))).toEqual(FAILED);
  });

  test('of an earlier sign-in does not end a later one in another tab', async () => {
    const { browser, callback } = await beforeCallback();
    const later = await sso.begin(browser, '?returnTo=/later');
    const response = await browser.visit(callback.href);
    expect(outcome(response)).toEqual(FAILED);
    expect(response.body.detail).toMatch(/Code: state-missing\.$/);
    expect(outcome(await browser.visit(later))).toEqual([302, '/later']);
  });

  test('without a state is rejected', async () => {
    const { browser, callback } = await beforeCallback();
    callback.searchParams.delete('state');
    expect(outcome(await browser.visit(callback.href))).toEqual(FAILED);
  });

  test('without the cookie is rejected, so that a link cannot sign anyone in', async () => {
    const { browser, callback, cookies } = await beforeCallback();
    cookies.delete(COOKIE);
    expect(outcome(await browser.visit(callback.href))).toEqual(FAILED);
  });

  test('clears the cookie, so that it can be used once', async () => {
    const { browser, callback, cookies } = await beforeCallback();
    const { headers } = await browser.visit(callback.href);
    expect(headers['set-cookie']).toContainEqual(
      expect.stringMatching(/^__Host-reporting_sso=; Path=\/; Expires=Thu, 01 Jan 1970/),
    );
    expect(cookies.has(COOKIE)).toBe(false);
    expect(outcome(await browser.visit(callback.href))).toEqual(FAILED);
  });

  test('that is replayed with its cookie is rejected, because the code was used', async () => {
    const { browser, callback, cookies } = await beforeCallback();
    const state = cookies.get(COOKIE)!;
    expect(outcome(await browser.visit(callback.href))).toEqual([302, '/']);
    cookies.set(COOKIE, state);
    expect(outcome(await browser.visit(callback.href))).toEqual(FAILED);
  });

  test.each([
    ['the nonce is different', { nonce: 'another' }],
    ['the PKCE verifier does not match the challenge', { codeVerifier: 'v'.repeat(43) }],
    ['the cookie was signed for a different purpose', { purpose: 'session' }],
    ['ten minutes have passed', { exp: Math.floor(Date.now() / 1_000) - 1 }],
  ])('is rejected if %s', async (_, change) => {
    const { browser, callback, cookies } = await beforeCallback();
    const state = jwt.verify(cookies.get(COOKIE)!, secret) as object;
    cookies.set(COOKIE, jwt.sign({ ...state, ...change }, secret));
    expect(outcome(await browser.visit(callback.href))).toEqual(FAILED);
  });

  test('is rejected if the cookie has a foreign signature', async () => {
    const { browser, callback, cookies } = await beforeCallback();
    const state = jwt.decode(cookies.get(COOKIE)!) as object;
    cookies.set(COOKIE, jwt.sign(state, 'a secret that this service never had'));
    expect(outcome(await browser.visit(callback.href))).toEqual(FAILED);
  });

  test('is rejected if a second cookie was added', async () => {
    const { callback, cookies } = await beforeCallback();
    const cookie = `${COOKIE}=${cookies.get(COOKIE)!}; ${COOKIE}=planted`;
    const response = await sendJson(callback.href.replace(HOST, sso.service.url), {
      headers: [['Cookie', cookie]],
    });
    expect(outcome(response)).toEqual(FAILED);
  });

  test('is rejected if a sibling domain set the cookie, which then lacks the prefix', async () => {
    const { browser, callback, cookies } = await beforeCallback();
    cookies.set(COOKIE.replace('__Host-', ''), cookies.get(COOKIE)!);
    cookies.delete(COOKIE);
    expect(outcome(await browser.visit(callback.href))).toEqual(FAILED);
  });

  test('with an unknown code is rejected', async () => {
    const { browser, callback } = await beforeCallback();
    callback.searchParams.set('code', 'guessed');
    expect(outcome(await browser.visit(callback.href))).toEqual(FAILED);
  });

  test('of a different issuer is rejected (RFC 9207)', async () => {
    const { browser, callback } = await beforeCallback();
    callback.searchParams.set('iss', 'https://evil.example');
    expect(outcome(await browser.visit(callback.href))).toEqual(FAILED);
  });

  test('that declines is rejected and recorded', async () => {
    const browser = sso.browserOf(null);
    const callback = await sso.begin(browser);
    expect(new URL(callback).searchParams.get('error')).toBe('access_denied');
    expect(outcome(await browser.visit(callback))).toEqual(FAILED);
    const where = { kind: 'sign-in-failed' };
    const event = await sso.service.context.db.prisma.auditEvent.findFirst({
      where,
      orderBy: { id: 'desc' },
    });
    expect(event).toMatchObject({
      actor: 'unknown account',
      detail: { by: 'single sign-on' },
    });
  });

  test.each([
    ['a NUL in the subject', { sub: 'a\0b' }],
    ['a NUL in the e-mail', { email: 'ada\0@example.org' }],
    ['a subject of more than 255 characters', { sub: 'a'.repeat(3_000) }],
  ])('with %s is rejected', async (_, claims) => {
    const { sub } = await sso.ada();
    await sso.provider.person(sub, { email_verified: true, ...claims });
    expect(outcome(await sso.signIn(sub))).toEqual(FAILED);
  });

  describe('that is rejected shows a browser a page', () => {
    const PAGE = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const link = (text: string) => /href="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');

    test('with the reason, and a link that starts again and leads to the same place', async () => {
      const { browser, callback } = await beforeCallback('?returnTo=/app&company=acme');
      callback.searchParams.set('code', 'guessed');
      const { status, headers, text } = await browser.visit(callback.href, PAGE);
      expect([status, headers['content-type']]).toEqual([401, 'text/html; charset=utf-8']);
      expect(headers['www-authenticate']).toBe('Bearer realm="reporting"');
      expect(text).toContain('<h1>Sign-in failed</h1>');
      expect(text).toContain('Code: answer-refused.');
      expect(link(text)).toBe('login?returnTo=%2Fapp&company=acme');
    });

    test('without the organization, if that is what was rejected', async () => {
      const { browser, callback } = await beforeCallback('?returnTo=/app&company=nowhere');
      const { status, text } = await browser.visit(callback.href, PAGE);
      expect([status, link(text)]).toEqual([400, 'login?returnTo=%2Fapp']);
      expect(text).toContain('<h1>Unknown company</h1>');
    });

    test('without the cookie of the sign-in', async () => {
      const { browser, callback, cookies } = await beforeCallback();
      cookies.delete(COOKIE);
      const { text } = await browser.visit(callback.href, PAGE);
      expect(text).toContain('Code: state-missing.');
      expect(link(text)).toBe('login');
    });

    test('that contains nothing of the request as HTML', async () => {
      const { browser } = await beforeCallback();
      const query = encodeURIComponent('<b>"&');
      const { status, headers, text } = await browser.visit(`${LOGIN}?${query}=1`, PAGE);
      expect([status, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
      expect(text).toContain('&lt;b&gt;&quot;&amp; is not a query parameter');
      expect(link(text)).toBeUndefined();
    });

    test('but not a program', async () => {
      const { browser, callback } = await beforeCallback();
      callback.searchParams.delete('state');
      const { headers } = await browser.visit(callback.href, 'application/problem+json');
      expect(headers['content-type']).toBe('application/problem+json');
    });
  });

  test.each([
    ['/Zürich/\u{1f3ed}?q=ł#ω', '/Z%C3%BCrich/%F0%9F%8F%AD?q=%C5%82#%CF%89'],
    ['/app?q=100%25&r=%', '/app?q=100%25&r=%'],
  ])('leads to %j', async (returnTo, location) => {
    const { sub } = await sso.ada();
    const response = await sso.signIn(sub, `?returnTo=${encodeURIComponent(returnTo)}`);
    expect(outcome(response)).toEqual([302, location]);
  });

  const begin = (returnTo: string, company = '') =>
    sso
      .browserOf(null)
      .visit(
        `${LOGIN}?returnTo=${encodeURIComponent(returnTo)}&company=${encodeURIComponent(company)}`,
      );

  test.each(['a', '"'])(
    'the cookie for the longest path of %s fits the limit of browsers',
    async letter => {
      const path = `/${letter.repeat(letter === '"' ? 666 : 1_999)}`;
      const { status, headers } = await begin(path, '東'.repeat(100));
      expect(status).toBe(302);
      const [cookie] = [headers['set-cookie'] ?? []].flat();
      expect(cookie!.length).toBeLessThanOrEqual(4_096);
    },
  );

  test('a path that is too long when percent-encoded is rejected', async () => {
    const response = await begin(`/${'ż'.repeat(400)}`);
    expect([response.status, response.body.code]).toEqual([400, 'invalid-request']);
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/a\r\nSet-Cookie:b',
    ' //evil.example',
    '/a\u0085b',
  ])('never redirects to %j, because a sign-in that requests it is rejected', async returnTo => {
    const response = await sso
      .browserOf(null)
      .visit(`${LOGIN}?returnTo=${encodeURIComponent(returnTo)}`);
    expect([response.status, response.body.code]).toEqual([400, 'invalid-request']);
    expect(response.headers.location).toBeUndefined();
  });
});
