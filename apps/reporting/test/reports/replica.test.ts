import type { Database } from '@platform/db';
import { connect, createTestDatabase, type TestDatabase } from '@platform/db/testing';
import { ask } from '../ask';
import { createSeed } from '../seed';
import { startTestApp, type TestApp } from '../start-test-app';

let replica: TestDatabase;
let onReplica: Database;
let service: TestApp;
beforeAll(async () => {
  replica = await createTestDatabase();
  onReplica = connect(replica.url);
  service = await startTestApp({ DATABASE_REPLICA_URL: replica.url });
});
afterAll(async () => {
  await service.close();
  await onReplica.close();
  await replica.drop();
});

test('reports are read from the replica, and who asks for them from the database itself', async () => {
  const acme = await service.seed.company('acme');
  const ada = await acme.member('Ada', { reportAccess: true, personType: 'of the database' });
  const secret = await service.seed.secret(ada.account, acme);
  // The same organization by its key; a replica that lags has other facts of it.
  const lagging = await createSeed(onReplica).company('acme');
  expect(lagging.id).toBe(acme.id);
  await lagging.member('Ada', { personType: 'of the replica' });

  const { status, body } = await ask(`${service.url}/reporting/achievement-gaps/person-types`, {
    headers: [['X-Api-Key', secret]],
  });
  expect([status, body]).toEqual([200, ['of the replica']]);
});
