import { connect } from 'node:net';
import path from 'node:path';
import { query, readStatement, transaction } from '@platform/db';
import { waitUntil } from '@platform/http/testing';
import { startTestApp, type TestApp } from '../start-test-app';

const statements = path.join(__dirname, '../statements');
const lockReported = readStatement(statements, 'lock-reported.sql');
const waitingForLocks = readStatement<{ count: number }>(statements, 'waiting-for-locks.sql');
const busyStatements = readStatement<{ count: number }>(statements, 'busy-statements.sql');

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({ REPORT_CONCURRENCY: '2' });
});
afterAll(() => service.close());

const waiting = async () => (await query(service.context.db, waitingForLocks))[0]!.count;
const busy = async () => (await query(service.context.db, busyStatements))[0]!.count;

test.each(['directory-contacts', 'competency-validations', 'achievement-gaps'])(
  'a client that disconnects from %s cancels its statement and frees its slot',
  async report => {
    const { db, slots } = service.context;
    const acme = await service.seed.company('acme');
    const grace = await service.seed.account('Grace', { isOperator: true, reportAccess: true });
    const headers = { 'X-Api-Key': await service.seed.secret(grace, acme) };
    const achievement = await acme.achievement('H2S Alive');
    const search = report === 'achievement-gaps' ? `?achievementId=${achievement.uuid}` : '';
    await transaction(db, async tx => {
      await query(tx, lockReported);
      const leaving = new AbortController();
      const { signal } = leaving;
      const left = fetch(`${service.url}/reporting/${report}${search}`, { headers, signal });
      await waitUntil(async () => (await waiting()) === 1);
      leaving.abort();
      await expect(left).rejects.toThrow(/aborted/);
      await waitUntil(async () => (await busy()) === 0);
    });
    const run = () => slots.reports.run({}, () => Promise.resolve('ran'));
    expect(await Promise.all([run(), run()])).toEqual(['ran', 'ran']);
  },
);

test('a client that disconnects cancels its report, and a pipelined one never starts', async () => {
  const { db, slots } = service.context;
  const acme = await service.seed.company('acme');
  const ada = await service.seed.account('Ada', { isOperator: true, reportAccess: true });
  const secret = await service.seed.secret(ada, acme);
  const request = `GET /reporting/directory-contacts HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${secret}\r\n\r\n`;
  await transaction(db, async tx => {
    await query(tx, lockReported);
    const client = connect(Number(new URL(service.url).port), '127.0.0.1');
    client.write(request.repeat(2));
    await waitUntil(async () => (await waiting()) === 1);
    client.destroy();
    await waitUntil(async () => (await busy()) === 0);
    expect(await waiting()).toBe(0);
  });
  const run = () => slots.reports.run({}, () => Promise.resolve('ran'));
  expect(await Promise.all([run(), run()])).toEqual(['ran', 'ran']);
});
