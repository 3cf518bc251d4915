import { freePort } from '@platform/db/testing';
import { sendJson } from '../../send-json';
import { startTestApp, type TestAppOptions } from '../../start-test-app';
import { startOpenIdProvider } from './start-open-id-provider';
import {
  CALLBACK,
  FAILED,
  LOGIN,
  outcome,
  startSingleSignOn,
  UNAVAILABLE,
} from './start-single-sign-on';

/** Stops everything, even after a failed test. */
const ends: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(ends.splice(0).map(end => end())));

async function start(
  facts: Parameters<typeof startSingleSignOn>[0] = {},
  options: TestAppOptions = {},
) {
  const sso = await startSingleSignOn(facts, {}, options);
  ends.push(() => sso.close());
  return sso;
}

describe('a provider', () => {
  test('that is unavailable at first is tried again after a second', async () => {
    let now = Date.now();
    const port = await freePort();
    const sso = await start({ port }, { clock: () => new Date(now) });
    const browser = sso.browserOf('ada');
    await sso.provider.kill();
    const response = await browser.visit(LOGIN);
    expect(outcome(response)).toEqual(UNAVAILABLE);
    expect(response.headers['retry-after']).toMatch(/^\d+$/);
    const provider = await startOpenIdProvider({ redirectUri: CALLBACK, port });
    ends.push(() => provider.kill());
    now += 999;
    expect(outcome(await browser.visit(LOGIN))).toEqual(UNAVAILABLE);
    now += 1;
    expect((await browser.visit(LOGIN)).status).toBe(302);
  });

  test.each(['kill', 'hang'] as const)(
    'that fails during a sign-in (%s) is unavailable, and rejects nobody',
    async end => {
      const sso = await start();
      const { sub } = await sso.ada();
      const browser = sso.browserOf(sub);
      const callback = await sso.begin(browser);
      await sso.provider[end]();
      expect(outcome(await browser.visit(callback))).toEqual(UNAVAILABLE);
      const where = { kind: 'sign-in-failed' };
      expect(await sso.service.context.db.prisma.auditEvent.count({ where })).toBe(0);
    },
  );

  test('that is unavailable for a while completes the sign-in when the page is reloaded', async () => {
    const sso = await start();
    const { sub } = await sso.ada();
    const browser = sso.browserOf(sub);
    const callback = await sso.begin(browser, '?returnTo=/app');
    const unavailable = new Response(null, { status: 503 });
    const once = jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(unavailable);
    expect(outcome(await browser.visit(callback))).toEqual(UNAVAILABLE);
    once.mockRestore();
    expect(outcome(await browser.visit(callback))).toEqual([302, '/app']);
  });

  const json = { headers: { 'Content-Type': 'application/json' } };
  const broken = () => new ReadableStream({ pull: queue => queue.error(new Error('terminated')) });

  test.each<[what: string, response: () => Response]>([
    ['429', () => new Response(null, { status: 429 })],
    ['more than 4 MiB', () => new Response('x'.repeat(4 * 1024 * 1024 + 1), json)],
    ['only a part of its response', () => new Response(broken(), json)],
  ])('that sends %s is unavailable, and rejects nobody', async (_, response) => {
    const sso = await start();
    const { sub } = await sso.ada();
    const browser = sso.browserOf(sub);
    const callback = await sso.begin(browser);
    const once = jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(response());
    expect(outcome(await browser.visit(callback))).toEqual(UNAVAILABLE);
    once.mockRestore();
    expect(outcome(await browser.visit(callback))).toEqual([302, '/']);
  });

  test.each([
    ['authorization_endpoint', 'javascript:alert(1)'],
    ['jwks_uri', undefined],
    ['scopes_supported', 5],
  ])('whose document has %s %j is unavailable until it is valid', async (name, value) => {
    let now = Date.now();
    const sso = await start({}, { clock: () => new Date(now) });
    const { url } = sso.provider;
    const valid = await (await fetch(`${url}/.well-known/openid-configuration`)).json();
    const document = Response.json({ ...(valid as object), [name]: value });
    const once = jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(document);
    expect(outcome(await sso.browserOf(null).visit(LOGIN))).toEqual(UNAVAILABLE);
    once.mockRestore();
    now += 1_000;
    expect((await sso.browserOf(null).visit(LOGIN)).status).toBe(302);
  });

  test('needs no more than OpenID Connect requires', async () => {
    const sso = await start({ isBare: true });
    const { sub } = await sso.ada();
    expect(outcome(await sso.signIn(sub))).toEqual([302, '/']);
    const unverified = await sso.ada({ email_verified: false });
    expect(outcome(await sso.signIn(unverified.sub))).toEqual(FAILED);
  });

  test('whose ID token is signed with an unpublished key is not trusted', async () => {
    const sso = await start({ isForged: true });
    const { sub } = await sso.ada();
    expect(outcome(await sso.signIn(sub))).toEqual(FAILED);
  });

  test('that is not configured is 404', async () => {
    const service = await startTestApp();
    for (const path of ['/auth/sso/login', '/auth/sso/callback?code=a&state=b']) {
      const { status, body } = await sendJson(service.url + path);
      expect([status, body.code]).toEqual([404, 'not-found']);
    }
    await service.close();
  });
});
