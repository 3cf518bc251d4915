import { apiKey, bearer, castOf, type Headers } from '../cast';
import { SERVICE_KEY, startTestApp, type TestApp } from '../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp({ SERVICE_KEY });
  cast = castOf(service);
});
afterAll(() => service.close());

test.each([
  '/notification/queue',
  '/sync',
  '/sync/run',
  '/support/issues',
  '/reporting/video-statistics',
])(
  '%s fails with 403 for others, and as not implemented for operators, with any method',
  async path => {
    const [ada, grace] = [await cast.ada(), await cast.grace()];
    for (const method of ['GET', 'POST', 'PATCH']) {
      const codeOf = async (headers: Headers) => {
        const { status, body } = await cast.call(path, headers, { method });
        return `${status} ${body.code}`;
      };
      expect(await codeOf(bearer(ada.secret))).toBe('403 operator-required');
      expect(await codeOf(bearer(grace.secret))).toBe('501 not-implemented');
      expect(await codeOf(apiKey(SERVICE_KEY))).toBe('501 not-implemented');
      expect(await codeOf([])).toBe('401 secret-missing');
    }
  },
);
