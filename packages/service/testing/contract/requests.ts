import {
  ask,
  errorOf,
  type Headers,
  type RunningService,
  type ServiceUnderTest,
} from './service-under-test';

/** Tests the checks that precede every operation, and the headers of every response. */
export function testRequests(tested: ServiceUnderTest): void {
  let service: RunningService;
  beforeAll(async () => {
    service = await tested.start();
  });
  afterAll(() => service.close());

  testPaths(tested, () => service);
  testBodies(tested, () => service);

  test.each([
    ['a response', tested.readable],
    ['an error', '/nothing/here'],
    ['Swagger UI', '/swagger/'],
  ])('%s has a request ID and the security headers', async (_, each) => {
    const { headers } = await ask(service, each);
    expect(headers['x-request-id']).toMatch(/\w/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('strict-transport-security');
  });
}

function testPaths(tested: ServiceUnderTest, service: () => RunningService): void {
  test('an unknown path is 404', async () => {
    const reply = await ask(service(), '/nothing/here', { headers: [] });
    expect(errorOf(reply)).toBe('404 not-found');
    expect(reply.headers['content-type']).toMatch(tested.errorType);
  });

  test('an unsupported method is 405 with the supported ones', async () => {
    const reply = await ask(service(), tested.health, { method: 'POST', headers: [] });
    expect(errorOf(reply)).toBe('405 method-not-allowed');
    expect(String(reply.headers.allow).split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS']);
  });

  test('HEAD responds like GET, without a body', async () => {
    for (const each of [tested.readable, tested.health]) {
      const { status, text } = await ask(service(), each, { method: 'HEAD' });
      expect([status, text]).toEqual([200, '']);
    }
  });
}

function testBodies(tested: ServiceUnderTest, service: () => RunningService): void {
  const { path, body } = tested.writable;
  const post = (text: string | undefined, headers: Headers = []) =>
    ask(service(), path, {
      method: 'POST',
      headers: [...service().credential, ...headers],
      body: text,
    });

  test('a body that is not JSON is rejected', async () => {
    expect(errorOf(await post('{"unfinished":'))).toBe('400 invalid-request');
  });

  test('a deeply nested body is rejected before validation', async () => {
    const name = Object.keys(body)[0]!;
    const reply = await post(`{"${name}":${'['.repeat(5_000)}${']'.repeat(5_000)}}`);
    expect(errorOf(reply)).toBe('400 invalid-request');
    expect(reply.text).toContain('The body exceeds 32 levels of nesting.');
  });

  test('the charset may be written utf8, and any other charset is rejected', async () => {
    const type = (charset: string): Headers => [
      ['Content-Type', `application/json; charset=${charset}`],
    ];
    expect((await post(JSON.stringify(body), type('utf8'))).status).toBeLessThan(300);
    expect(errorOf(await post(JSON.stringify(body), type('latin1')))).toBe('400 invalid-request');
  });

  test('an empty body counts as none, regardless of its encoding', async () => {
    const plain = await post(undefined);
    const encoded = await post(undefined, [
      ['Content-Encoding', 'gzip'],
      ['Content-Length', '0'],
    ]);
    expect([encoded.status, encoded.body]).toEqual([plain.status, plain.body]);
  });

  test('without a credential, the body is not validated', async () => {
    const reply = await ask(service(), path, {
      method: 'POST',
      headers: [],
      body: '{"unfinished":',
    });
    expect(reply.status).toBe(401);
  });
}
