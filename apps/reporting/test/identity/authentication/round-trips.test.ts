import { startTestApp, type TestApp } from '../../start-test-app';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

/** Counts connections borrowed by a call, one per statement outside a transaction. */
async function roundTrips(headers: Record<string, string>): Promise<number> {
  let count = 0;
  const countOne = () => {
    count++;
  };
  const { db, reports } = service.context;
  for (const { pool } of [db, reports.primary]) pool.on('acquire', countOne);
  const path = '/reporting/compliance-summaries/measurements';
  const response = await fetch(service.url + path, { headers });
  for (const { pool } of [db, reports.primary]) pool.off('acquire', countOne);
  expect(response.status).toBe(200);
  return count;
}

test('authentication takes one round trip, including the organization', async () => {
  const acme = await service.seed.company('acme');
  const ada = await acme.member('Ada', { reportAccess: true });
  const secret = await service.seed.secret(ada.account, acme);
  expect(await roundTrips({ 'X-Api-Key': secret })).toBe(1);
  expect(await roundTrips({ 'X-Api-Key': secret, 'X-Company': acme.handle })).toBe(1);
});

test('authentication of a service account takes one round trip', async () => {
  const acme = await service.seed.company('acme-service');
  const secret = await service.seed.serviceSecret(acme);
  expect(await roundTrips({ 'X-Api-Key': secret, 'X-Company': acme.handle })).toBe(1);
});
