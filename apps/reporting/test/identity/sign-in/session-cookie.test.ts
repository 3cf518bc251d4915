import type document from '../../../openapi.json';
import { castOf, PASSWORD } from '../../cast';
import { type Reply, sendJson } from '../../send-json';
import { startTestApp, type TestApp } from '../../start-test-app';

let service: TestApp;
afterEach(() => service.close());

async function signInAndOut(env: Record<string, string>) {
  service = await startTestApp(env);
  const { email } = await service.seed.account('Ada', { password: PASSWORD });
  const body = { email, password: PASSWORD };
  const signedIn = await sendJson(`${service.url}/auth/login`, { method: 'POST', body });
  const session = ['Cookie', cookieOf(signedIn).split(';')[0]!] as const;
  const signedOut = await sendJson(`${service.url}/auth/logout`, {
    method: 'POST',
    headers: [session],
  });
  expect([signedIn.status, signedOut.status]).toEqual([204, 204]);
  return { given: cookieOf(signedIn), cleared: cookieOf(signedOut) };
}

function cookieOf({ headers }: Reply): string {
  const cookies = headers['set-cookie'] as string[];
  return cookies.find(cookie => /^(__Host-)?reporting_session=/.test(cookie))!;
}

/** Returns the attributes that must match for one cookie to clear the other. */
function attributesOf(cookie: string): string[] {
  const [pair = '', ...attributes] = cookie.split('; ');
  const lasting = attributes.filter(attribute => !/^(Max-Age|Expires)=/.test(attribute));
  return [pair.split('=')[0]!, ...lasting.sort()];
}

test('the cookie is valid for 8 hours and, unless a domain is configured, only for this host', async () => {
  const { given } = await signInAndOut({});
  expect(given).toMatch(
    /^__Host-reporting_session=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=28800; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
  );
});

test.each(['Lax', 'Strict', 'None'])(
  'it is sent to the configured domain, and to other sites according to SameSite=%s',
  async sameSite => {
    const { given } = await signInAndOut({
      SESSION_COOKIE_DOMAIN: 'example.org',
      SESSION_COOKIE_SAMESITE: sameSite,
    });
    expect(attributesOf(given)).toEqual([
      'reporting_session',
      'Domain=example.org',
      'HttpOnly',
      'Path=/',
      `SameSite=${sameSite}`,
      'Secure',
    ]);
  },
);

test('a cookie from a sibling domain is not a session', async () => {
  service = await startTestApp({});
  const cast = castOf(service);
  const [[, session]] = (await (await cast.ada()).signIn()) as [[string, string]];
  const planted = session.replace('__Host-', '');
  const { status, body } = await cast.call('/auth/session', [['Cookie', planted]]);
  expect([status, body.code]).toEqual([401, 'secret-missing']);
});

test.each([[{}], [{ SESSION_COOKIE_DOMAIN: 'example.org' }]])(
  'signing out clears the cookie that signing in has set, with %j',
  async env => {
    const { given, cleared } = await signInAndOut(env);
    expect(cleared).toMatch(/^(__Host-)?reporting_session=; .*Expires=Thu, 01 Jan 1970/);
    expect(attributesOf(cleared)).toEqual(attributesOf(given));
  },
);

test.each([
  [{}, '__Host-reporting_session'],
  [{ SESSION_COOKIE_DOMAIN: 'example.org' }, 'reporting_session'],
])('with %j, the API document names the session cookie %s', async (env, name) => {
  service = await startTestApp(env);
  const response = await fetch(`${service.url}/swagger/openapi.json`);
  const { components } = (await response.json()) as typeof document;
  expect(components.securitySchemes.Session.name).toBe(name);
});
