import { ask } from '../../ask';
import { startTestApp } from '../../start-test-app';
import { startOpenIdProvider } from './start-open-id-provider';
import {
  CALLBACK,
  FAILED,
  LOGIN,
  outcome,
  startSingleSignOn,
  UNAVAILABLE,
} from './start-single-sign-on';

describe('a provider', () => {
  test('that does not run at first is unavailable, left alone for a second, and found when it runs', async () => {
    const sso = await startSingleSignOn();
    const browser = sso.browserOf('ada');
    await sso.provider.kill();
    const answer = await browser.visit(LOGIN);
    expect(outcome(answer)).toEqual(UNAVAILABLE);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    const port = Number(new URL(sso.provider.url).port);
    const provider = await startOpenIdProvider({ redirectUri: CALLBACK, port });
    expect(outcome(await browser.visit(LOGIN))).toEqual(UNAVAILABLE);
    await new Promise(resolve => setTimeout(resolve, 1_050));
    expect((await browser.visit(LOGIN)).status).toBe(302);
    await provider.kill();
    await sso.close();
  });

  test.each(['kill', 'hang'] as const)(
    'that goes while somebody signs in (%s) is unavailable, and refuses nobody',
    async end => {
      const sso = await startSingleSignOn();
      const { sub } = await sso.ada();
      const browser = sso.browserOf(sub);
      const callback = await sso.begin(browser);
      await sso.provider[end]();
      expect(outcome(await browser.visit(callback))).toEqual(UNAVAILABLE);
      const where = { kind: 'sign-in-failed' };
      expect(await sso.service.context.db.prisma.auditEvent.count({ where })).toBe(0);
      await sso.close();
    },
  );

  test('that does no more than OpenID Connect asks is enough', async () => {
    const sso = await startSingleSignOn({ isBare: true });
    const { sub } = await sso.ada();
    expect(outcome(await sso.signIn(sub))).toEqual([302, '/']);
    const unverified = await sso.ada({ email_verified: false });
    expect(outcome(await sso.signIn(unverified.sub))).toEqual(FAILED);
    await sso.close();
  });

  test('whose ID token is signed by no key that it publishes is not believed', async () => {
    const sso = await startSingleSignOn({ isForged: true });
    const { sub } = await sso.ada();
    expect(outcome(await sso.signIn(sub))).toEqual(FAILED);
    await sso.close();
  });

  test('that is not configured is not found', async () => {
    const service = await startTestApp();
    for (const path of ['/auth/sso/login', '/auth/sso/callback?code=a&state=b']) {
      const { status, body } = await ask(service.url + path);
      expect([status, body.code]).toEqual([404, 'not-found']);
    }
    await service.close();
  });
});
