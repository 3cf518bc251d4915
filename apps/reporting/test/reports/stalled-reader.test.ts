import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { query, readStatement } from '@platform/db';
import { waitUntil } from '@platform/http/testing';
import { sendJson } from '../send-json';
import { startTestApp, type TestApp } from '../start-test-app';

const joinDepartments = readStatement(
  path.join(__dirname, '../statements'),
  'join-departments.sql',
);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ REPORT_CONCURRENCY: '1' });
});
afterAll(() => app.close());

test('a report in JSON holds its slot until it has been read', async () => {
  const acme = await app.seed.company('acme');
  const ada = await acme.member('Ada', { reportAccess: true });
  // 8 MB of JSON, more than the socket buffers of both ends.
  await query(app.context.db, joinDepartments, { member: ada.id, count: 8_000 });
  const headers = { 'X-Api-Key': await app.seed.secret(ada.account, acme) };
  const another = () =>
    sendJson(`${app.url}/reporting/expirations`, { headers: Object.entries(headers) });

  const contacts = get(`${app.url}/reporting/directory-contacts`, { headers });
  const [stalled] = (await once(contacts, 'response')) as [IncomingMessage];
  expect((await another()).body).toMatchObject({ code: 'busy' });

  stalled.on('error', () => undefined).destroy();
  await waitUntil(async () => (await another()).status === 200);
});
