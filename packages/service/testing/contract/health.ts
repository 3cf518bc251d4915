import {
  createTestDatabase,
  type TcpProxy,
  type TestDatabase,
  tcpProxy,
} from '@platform/db/testing';
import { waitUntil } from '@platform/http/testing';
import { ask, errorOf, type RunningService, type ServiceUnderTest } from './service-under-test';

export function testHealth(tested: ServiceUnderTest): void {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let service: RunningService;
  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await tcpProxy(database.url);
    service = await tested.start({ DATABASE_URL: proxy.url, STATEMENT_TIMEOUT: '1s' });
  });
  afterEach(() => proxy.resume());
  afterAll(async () => {
    await service.close();
    await proxy.close();
    await database.drop();
  });

  const health = () => askHealth(service, tested.health);

  test('a responding database is healthy', async () => {
    const { status, headers, body } = await health();
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'healthy',
      checks: {
        database: expect.objectContaining({ status: 'healthy', latencyms: expect.any(Number) }),
      },
    });
    expect(headers['cache-control']).toBe('no-store');
  });

  testOutages(tested, { health, proxy: () => proxy, service: () => service });

  test('a stopping service is unhealthy but still handles requests', async () => {
    const stopping = await tested.start();
    stopping.startDraining();
    expect((await ask(stopping, tested.health, { headers: [] })).status).toBe(503);
    expect((await ask(stopping, tested.readable)).status).toBe(200);
    await stopping.close();
  });
}

/** Converts the response to lower case, since the services differ only in that. */
async function askHealth(service: RunningService, path: string) {
  const { status, headers, text } = await ask(service, path, { headers: [] });
  return { status, headers, body: JSON.parse(text.toLowerCase()) as unknown };
}

interface BreakableService {
  readonly proxy: () => TcpProxy;
  readonly service: () => RunningService;
  readonly health: () => Promise<{ readonly status: number; readonly body: unknown }>;
}

function testOutages(tested: ServiceUnderTest, { proxy, service, health }: BreakableService): void {
  const outages: [string, () => Promise<void> | void][] = [
    ['is stopped', () => proxy().stop()],
    ['hangs', () => proxy().hang()],
  ];

  async function expectRecovery() {
    await proxy().resume();
    await waitUntil(async () => (await health()).status === 200);
  }

  test.each(outages)(
    'while the database %s, health is 503 within seconds, and it recovers by itself',
    async (_, fail) => {
      await health();
      await fail();
      expect(await health()).toMatchObject({
        status: 503,
        body: { status: 'unhealthy', checks: { database: { status: 'unhealthy' } } },
      });
      await expectRecovery();
    },
  );

  test.each(outages)(
    'while the database %s, requests fail with 503 and Retry-After',
    async (_, fail) => {
      expect((await ask(service(), tested.readable)).status).toBe(200);
      await fail();
      const refused = await ask(service(), tested.readable);
      expect(errorOf(refused)).toBe('503 database-unavailable');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      await expectRecovery();
      expect((await ask(service(), tested.readable)).status).toBe(200);
    },
  );
}
