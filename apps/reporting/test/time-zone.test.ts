import { castOf } from './cast';
import { sendJson } from './send-json';
import { startProcess } from './start-process';
import { startTestApp } from './start-test-app';

test('timestamps in responses are in UTC, whatever the time zone of the service', async () => {
  const database = await startTestApp();
  const { session } = await castOf(database).ada();
  const service = await startProcess({ DATABASE_URL: database.databaseUrl, TZ: 'Asia/Tokyo' });
  try {
    const { status, body } = await sendJson(`${service.url}/me/client-secrets`, {
      method: 'POST',
      headers: await session(),
      body: { name: 'export', expiresAt: '2030-01-01T09:00:00+09:00' },
    });
    expect([status, body.expiresAt]).toEqual([201, '2030-01-01T00:00:00.000+00:00']);
  } finally {
    await service.kill('SIGTERM');
    await database.close();
  }
});
