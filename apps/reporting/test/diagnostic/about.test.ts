import { apiKey, bearer, castOf } from '../cast';
import { startTestApp, type TestApp } from '../start-test-app';

const serviceKey = 'a service key of thirty-two characters or more';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp({ SERVICE_KEY: serviceKey });
  cast = castOf(service);
});
afterAll(() => service.close());

const ABOUT = '/diagnostic/about';

test('what runs here is told to operators and the service key', async () => {
  const { secret } = await cast.grace();
  for (const headers of [bearer(secret), apiKey(serviceKey)]) {
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
