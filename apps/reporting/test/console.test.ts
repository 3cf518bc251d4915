import { expectProblem } from './expect-problem';
import { type Reply, sendJson } from './send-json';
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

  const get = (url: string, ...headers: (readonly [string, string])[]) =>
    sendJson(url, { headers });

  it('is where GET / redirects browsers, but not other clients', async () => {
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
    ['/console?q=a?b', 'console/?q=a?b'],
  ])(
    'leads from %s to its page, below the prefix that the browser sees',
    async (path, location) => {
      const response = await get(prefixed.url + path, BROWSER);
      expect([response.status, response.headers.location]).toEqual([302, location]);
      expect(response.headers['cache-control']).toBe('no-store');
    },
  );

  it('sends its page for every address, with links relative to it', async () => {
    expect(links(await get(`${app.url}/console/`))).toContain('./icon.svg');
    expect(links(await get(`${app.url}/console/trends?months=24`))).toContain('./icon.svg');
    expect(links(await get(`${app.url}/console/a/b`))).toContain('../icon.svg');
    expect(links(await get(`${prefixed.url}/reporting/console/trends`))).toContain('./icon.svg');
  });

  it('allows its own scripts, and styles with a nonce', async () => {
    const [one, other] = [await get(`${app.url}/console/`), await get(`${app.url}/console/`)];
    expect(nonce(one)).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(nonce(one)).not.toBe(nonce(other));
    expect(one.text).toContain(`nonce="${nonce(one)}"`);
    const policy = String(one.headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/unsafe/);
    expect(one.headers['cache-control']).toBe('no-store');
  });

  describe('its files', () => {
    let script: string;
    beforeAll(async () => {
      const page = await get(`${app.url}/console/`);
      script = `${app.url}/console/${links(page).find(link => link.endsWith('.js'))}`;
    });

    it('are cached permanently, and are compressed if the browser accepts it', async () => {
      const plain = await get(script, ['Accept-Encoding', 'identity']);
      expect(plain.status).toBe(200);
      expect(plain.headers['cache-control']).toContain('immutable');
      expect(plain.headers['content-type']).toMatch(/javascript/);
      expect(plain.headers.vary).toBe('Accept-Encoding');
      const gzipped = await get(script, ['Accept-Encoding', 'gzip']);
      expect(gzipped.headers['content-encoding']).toBe('gzip');
      expect(gzipped.headers['content-type']).toMatch(/javascript/);
      expect(Number(gzipped.headers['content-length'])).toBeLessThan(250_000);
      expect(gzipped.headers.etag).not.toBe(plain.headers.etag);
    });

    it('support range requests', async () => {
      const getFile = (...headers: (readonly [string, string])[]) =>
        get(script, ['Accept-Encoding', 'identity'], ...headers);
      const whole = await getFile();
      const part = await getFile(['Range', 'bytes=0-9'], ['If-Range', String(whole.headers.etag)]);
      expect([part.status, part.text]).toEqual([206, whole.text.slice(0, 10)]);
      expect(part.headers['content-range']).toBe(
        `bytes 0-9/${Number(whole.headers['content-length'])}`,
      );
      const changed = await getFile(['Range', 'bytes=0-9'], ['If-Range', '"other"']);
      expect(changed.status).toBe(200);
    });

    it('return 304 if the browser has them', async () => {
      const { headers } = await get(script);
      const known = await get(script, ['If-None-Match', String(headers.etag)]);
      expect([known.status, known.text.length]).toEqual([304, 0]);
      const notModified = await get(script, [
        'If-Modified-Since',
        String(headers['last-modified']),
      ]);
      expect(notModified.status).toBe(304);
    });

    it.each([
      ['416 Range not satisfiable, range-not-satisfiable', ['Range', 'bytes=999999999-']],
      ['412 Precondition failed, precondition-failed', ['If-Match', '"other"']],
      [
        '412 Precondition failed, precondition-failed',
        ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
      ],
    ] as const)('answer %s to %j', async (line, header) => {
      for (const encoding of ['identity', 'br']) {
        const response = await get(script, header, ['Accept-Encoding', encoding]);
        expectProblem(response, line);
        expect(response.headers['content-range']?.slice(0, 8)).toBe(
          line.startsWith('416') ? 'bytes */' : undefined,
        );
      }
    });

    it('return 404 if they do not exist', async () => {
      for (const name of ['gone.js', '..%2findex.html', '%00', 'gone']) {
        expect((await get(`${app.url}/console/assets/${name}`)).status).toBe(404);
      }
    });
  });

  it('is not served if it is off', async () => {
    expect((await get(`${without.url}/`, BROWSER)).status).toBe(404);
    expect((await get(`${without.url}/console/`, BROWSER)).status).toBe(404);
  });
});

function links({ text }: Reply): string[] {
  return [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => link!);
}

function nonce({ headers }: Reply): string | undefined {
  return /'nonce-([^']*)'/.exec(String(headers['content-security-policy']))?.[1];
}
