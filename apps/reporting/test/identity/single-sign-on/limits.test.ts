import { sendJson } from '../../send-json';
import type { OpenIdProvider } from './start-open-id-provider';
import {
  CALLBACK,
  FAILED,
  HOST,
  LOGIN,
  outcome,
  type SingleSignOn,
  startProvider,
  startSingleSignOnBy,
} from './start-single-sign-on';

const LIMITED = [429, 'rate-limited', undefined];
const LIMIT = 3;

let provider: OpenIdProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.kill());

let sso: SingleSignOn;
beforeEach(async () => {
  sso = await startSingleSignOnBy(provider, { RATE_LIMIT_SIGN_IN: `${LIMIT}/300` });
});
afterEach(() => sso.close());

async function signInTimes(count: number) {
  const { sub } = await sso.ada();
  for (let n = 0; n < count; n++) expect(outcome(await sso.signIn(sub))).toEqual([302, '/']);
}

async function failTimes(count: number) {
  for (let n = 0; n < count; n++) {
    const browser = sso.browserOf(null);
    expect(outcome(await browser.visit(await sso.begin(browser)))).toEqual(FAILED);
  }
}

test('after too many failed single sign-ons, an address cannot start another', async () => {
  await signInTimes(LIMIT);
  await failTimes(LIMIT);
  expect(outcome(await sso.browserOf(null).visit(LOGIN))).toEqual(LIMITED);
});

test('failed single sign-ons and passwords count towards one limit', async () => {
  await failTimes(LIMIT - 1);
  const body = { email: 'nobody@example.org', password: 'whatever' };
  const byPassword = () => sendJson(`${sso.service.url}/auth/login`, { method: 'POST', body });
  expect((await byPassword()).status).toBe(401);
  expect((await byPassword()).status).toBe(429);
});

test('an unfinished single sign-on does not count as failed', async () => {
  for (let n = 0; n < 2 * LIMIT; n++) await sso.begin(sso.browserOf(null));
  await signInTimes(LIMIT);
});

test('a repeatedly sent state counts each time', async () => {
  const browser = sso.browserOf(null);
  const callback = await sso.begin(browser);
  const state = browser.cookies(HOST).get('__Host-reporting_sso')!;
  for (const expected of [...Array<unknown>(LIMIT).fill(FAILED), LIMITED]) {
    browser.cookies(HOST).set('__Host-reporting_sso', state);
    expect(outcome(await browser.visit(callback))).toEqual(expected);
  }
});

test('concurrent states cannot exceed the limit', async () => {
  const browsers = Array.from({ length: 3 * LIMIT }, () => sso.browserOf(null));
  const callbacks = await Promise.all(browsers.map(browser => sso.begin(browser)));
  const responses = await Promise.all(browsers.map((browser, n) => browser.visit(callbacks[n]!)));
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(LIMIT);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(2 * LIMIT);
});

test('a different state does not count, so that a foreign page cannot exhaust the limit', async () => {
  const browser = sso.browserOf(null);
  for (let n = 0; n < 2 * LIMIT; n++) {
    await sso.begin(browser);
    expect(outcome(await browser.visit(`${CALLBACK}?code=a&state=b`))).toEqual(FAILED);
  }
  expect(await sso.service.context.db.prisma.auditEvent.count()).toBe(0);
  await signInTimes(LIMIT);
});

test('a callback without a state of this service is neither counted nor recorded', async () => {
  for (let n = 0; n < 2 * LIMIT; n++) {
    expect(outcome(await sso.browserOf(null).visit(`${CALLBACK}?code=a&state=b`))).toEqual(FAILED);
  }
  expect(await sso.service.context.db.prisma.auditEvent.count()).toBe(0);
  await signInTimes(LIMIT);
});
