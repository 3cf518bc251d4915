import { apiKey, bearer, castOf } from '../../cast';
import { SERVICE_KEY, startTestApp, type TestApp } from '../../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp({ SERVICE_KEY, COMMIT: '5d9f5af' });
  cast = castOf(service);
});
afterAll(() => service.close());

const ABOUT = '/diagnostic/about';

test('operators and the service key can read the deployment information', async () => {
  const { secret } = await cast.grace();
  for (const headers of [bearer(secret), apiKey(SERVICE_KEY)]) {
    const { status, body } = await cast.call(ABOUT, headers);
    expect(status).toBe(200);
    expect(body).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      commit: '5d9f5af',
      environment: 'test',
      uptimeSeconds: expect.any(Number),
      database: { version: expect.stringMatching(/^\d+/), pendingMigrations: [] },
    });
  }
});

test('others cannot read it', async () => {
  const { secret } = await cast.ada();
  expect((await cast.call(ABOUT, bearer(secret))).body.code).toBe('operator-required');
});

test('anybody can read the version and environment', async () => {
  expect((await cast.call('/diagnostic/version')).body).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    commit: '5d9f5af',
    environment: 'test',
  });
});
