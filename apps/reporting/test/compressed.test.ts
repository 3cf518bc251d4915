import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { query, readStatement } from '@platform/db';
import { startTestApp, type TestApp } from './start-test-app';

const joinDepartments = readStatement(path.join(__dirname, 'statements'), 'join-departments.sql');

let app: TestApp;
let secret: string;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_REPORTS: 'off' });
  const acme = await app.seed.company('acme');
  const grace = await acme.member('Grace', { reportAccess: true });
  await query(app.context.db, joinDepartments, { member: grace.id, count: 200 });
  secret = await app.seed.secret(grace.account, acme);
});
afterAll(() => app.close());

async function receive(target: string, encoding: string) {
  const headers = { 'x-api-key': secret, 'accept-encoding': encoding };
  const [response] = (await once(get(app.url + target, { headers }), 'response')) as [
    IncomingMessage,
  ];
  const body = Buffer.concat(await response.toArray());
  return { body, encoding: response.headers['content-encoding'] };
}

test.each(['json', 'csv', 'ndjson'])(
  'a report as %s is the same with and without compression',
  async format => {
    const target = `/reporting/directory-contacts?format=${format}`;
    const [plain, small] = [await receive(target, 'identity'), await receive(target, 'gzip')];
    expect([plain.encoding, small.encoding]).toEqual([undefined, 'gzip']);
    expect(gunzipSync(small.body).toString()).toBe(plain.body.toString());
    expect(small.body.length).toBeLessThan(plain.body.length / 2);
  },
);

test.each([
  ['/swagger/openapi.json', 'gzip'],
  ['/reporting/directory-contacts?format=xlsx', undefined],
  ['/me/client-secrets', undefined],
  ['/auth/session', undefined],
  ['/', undefined],
])('%s is sent with the encoding %s', async (target, encoding) => {
  expect((await receive(target, 'gzip')).encoding).toBe(encoding);
});
