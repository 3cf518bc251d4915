import { type Answer, ask } from '../ask';
import { startTestApp, type TestApp } from '../start-test-app';

const password = 'seven lamps on a quiet street';

let service: TestApp;
afterEach(() => service.close());

async function signInAndOut(env: Record<string, string>) {
  service = await startTestApp(env);
  const { email } = await service.seed.account('Ada', { password });
  const body = { email, password };
  const signedIn = await ask(`${service.url}/auth/login`, { method: 'POST', body });
  const session = ['Cookie', String(signedIn.headers['set-cookie']).split(';')[0]!] as const;
  const signedOut = await ask(`${service.url}/auth/logout`, { method: 'POST', headers: [session] });
  return [attributesOf(signedIn), attributesOf(signedOut)];
}

/** All but the value and the times, which two cookies of one name share when one is to clear the other. */
function attributesOf({ headers }: Answer): string[] {
  const cookies = headers['set-cookie'] as string[];
  expect(cookies).toHaveLength(1);
  const [pair = '', ...attributes] = cookies[0]!.split('; ');
  const lasting = attributes.filter(attribute => !/^(Max-Age|Expires)=/.test(attribute));
  return [pair.split('=')[0]!, ...lasting.sort()];
}

test('the cookie is bound to this host unless a domain is configured', async () => {
  const [given] = await signInAndOut({});
  expect(given).toEqual(['reporting_session', 'HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']);
});

test.each(['Lax', 'Strict', 'None'])(
  'it goes to the configured domain, and to other sites as SameSite=%s says',
  async sameSite => {
    const [given] = await signInAndOut({
      SESSION_COOKIE_DOMAIN: 'example.org',
      SESSION_COOKIE_SAMESITE: sameSite,
    });
    expect(given).toEqual([
      'reporting_session',
      'Domain=example.org',
      'HttpOnly',
      'Path=/',
      `SameSite=${sameSite}`,
      'Secure',
    ]);
  },
);

test('signing out clears the very cookie that signing in set', async () => {
  const [given, cleared] = await signInAndOut({ SESSION_COOKIE_DOMAIN: 'example.org' });
  expect(cleared).toEqual(given);
});
