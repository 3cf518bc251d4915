import { apiKey, bearer, castOf } from '../cast';
import { SERVICE_KEY, startTestApp, type TestApp } from '../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp({ SERVICE_KEY });
  cast = castOf(service);
});
afterAll(() => service.close());

const ABOUT = '/diagnostic/about';

test('what runs here is told to operators and the service key', async () => {
  const { secret } = await cast.grace();
  for (const headers of [bearer(secret), apiKey(SERVICE_KEY)]) {
    const { status, body } = await cast.call(ABOUT, headers);
    expect(status).toBe(200);
    expect(body).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      commit: null,
      environment: 'test',
      uptimeSeconds: expect.any(Number),
      database: { version: expect.stringMatching(/^\d+/), pendingMigrations: [] },
    });
  }
});

test('and to nobody else', async () => {
  const { secret } = await cast.ada();
  expect((await cast.call(ABOUT, bearer(secret))).body.code).toBe('operator-required');
});
