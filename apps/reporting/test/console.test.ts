import { type Answer, ask } from './ask';
import { startTestApp, type TestApp } from './start-test-app';

const BROWSER = ['Accept', 'text/html,application/xhtml+xml'] as const;

describe('The console', () => {
  let app: TestApp;
  let prefixed: TestApp;
  let without: TestApp;
  beforeAll(async () => {
    [app, prefixed, without] = await Promise.all([
      startTestApp(),
      startTestApp({ BASE_PATH: '/reporting', TRUST_PROXY: '1' }),
      startTestApp({ CONSOLE: 'off' }),
    ]);
  });
  afterAll(() => Promise.all([app, prefixed, without].map(each => each.close())));

  const get = (url: string, ...headers: (readonly [string, string])[]) => ask(url, { headers });

  it('is where GET / leads browsers, and only them', async () => {
    const browser = await get(`${app.url}/`, BROWSER);
    expect([browser.status, browser.headers.location]).toEqual([302, 'console/']);
    expect(browser.headers.vary).toContain('Accept');
    expect((await get(`${app.url}/`, ['Accept', 'application/json'])).status).toBe(404);
    expect((await get(`${app.url}/`)).status).toBe(404);
  });

  it.each([
    ['/reporting', 'reporting/console/'],
    ['/reporting/', 'console/'],
    ['/reporting/console', 'console/'],
    ['/console', 'console/'],
  ])(
    'leads from %s to its page, below the prefix that the browser sees',
    async (path, location) => {
      const answer = await get(prefixed.url + path, BROWSER);
      expect([answer.status, answer.headers.location]).toEqual([302, location]);
    },
  );

  it('answers every address below it with its page, whose links fit the depth', async () => {
    expect(links(await get(`${app.url}/console/`))).toContain('./icon.svg');
    expect(links(await get(`${app.url}/console/trends?months=24`))).toContain('./icon.svg');
    expect(links(await get(`${app.url}/console/a/b`))).toContain('../icon.svg');
    expect(links(await get(`${prefixed.url}/reporting/console/trends`))).toContain('./icon.svg');
  });

  it('allows its own scripts, and styles by a nonce of the answer', async () => {
    const [one, other] = [await get(`${app.url}/console/`), await get(`${app.url}/console/`)];
    expect(nonce(one)).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(nonce(one)).not.toBe(nonce(other));
    expect(one.text).toContain(`nonce="${nonce(one)}"`);
    const policy = String(one.headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/unsafe/);
    expect(one.headers['cache-control']).toBe('no-store');
  });

  it('keeps assets for ever, compressed where the browser takes it, and misses unknown ones', async () => {
    const page = await get(`${app.url}/console/`);
    const script = links(page).find(link => link.endsWith('.js'));
    const plain = await get(`${app.url}/console/${script}`);
    expect(plain.status).toBe(200);
    expect(plain.headers['cache-control']).toContain('immutable');
    expect(plain.headers['content-type']).toMatch(/javascript/);
    const gzipped = await get(`${app.url}/console/${script}`, ['Accept-Encoding', 'gzip']);
    expect(gzipped.headers['content-encoding']).toBe('gzip');
    expect(Number(gzipped.headers['content-length'])).toBeLessThan(250_000);
    expect((await get(`${app.url}/console/assets/gone.js`)).status).toBe(404);
  });

  it('is not there when it is off', async () => {
    expect((await get(`${without.url}/`, BROWSER)).status).toBe(404);
    expect((await get(`${without.url}/console/`, BROWSER)).status).toBe(404);
  });
});

function links({ text }: Answer): string[] {
  return [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => link!);
}

function nonce({ headers }: Answer): string | undefined {
  return /'nonce-([^']*)'/.exec(String(headers['content-security-policy']))?.[1];
}
