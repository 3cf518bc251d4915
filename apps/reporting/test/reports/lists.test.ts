import path from 'node:path';
import { query, readStatement, transaction } from '@platform/db';
import { holdSlots, waitUntil } from '@platform/http/testing';
import { type Reply, sendJson } from '../send-json';
import { startTestApp, type TestApp } from '../start-test-app';

const statements = path.join(__dirname, '../statements');
const lockAchievements = readStatement(statements, 'lock-achievements.sql');
const waitingForLocks = readStatement<{ count: number }>(statements, 'waiting-for-locks.sql');

const LIST = 'achievement-gaps/achievements';
/** The max number of running and waiting lists of one account. */
const PER_ACCOUNT = 20;

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({ REPORT_CONCURRENCY: '1' });
});
afterAll(() => service.close());

async function caller() {
  const acme = await service.seed.company('acme');
  const ada = await acme.member('Ada', { reportAccess: true });
  const headers = { 'X-Api-Key': await service.seed.secret(ada.account, acme) };
  return (report: string): Promise<Reply> =>
    sendJson(`${service.url}/reporting/${report}`, { headers: Object.entries(headers) });
}

const waiting = async () => (await query(service.context.db, waitingForLocks))[0]!.count;

test('slow lists do not use the connections of reports', async () => {
  const callers = await Promise.all([caller(), caller()]);
  const lists = await transaction(service.context.db, async tx => {
    await query(tx, lockAchievements);
    const calls = callers.flatMap(call => Array.from({ length: PER_ACCOUNT }, () => call(LIST)));
    await waitUntil(async () => (await waiting()) >= 2);
    expect((await callers[0]('directory-contacts')).status).toBe(200);
    return calls;
  });
  const statuses = (await Promise.all(lists)).map(({ status }) => status);
  expect(statuses).toEqual(statuses.map(() => 200));
});

test('an account has a limited number of concurrent lists; the next fails with Retry-After', async () => {
  const call = await caller();
  const lists = await transaction(service.context.db, async tx => {
    await query(tx, lockAchievements);
    const calls = Array.from({ length: PER_ACCOUNT + 1 }, () => call(LIST));
    const refused = await Promise.race(calls);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5']);
    return calls;
  });
  const statuses = (await Promise.all(lists)).map(({ status }) => status);
  expect(statuses.filter(status => status === 200)).toHaveLength(PER_ACCOUNT);
});

test('a client that disconnects from a list cancels its statement', async () => {
  const acme = await service.seed.company('acme');
  const ada = await acme.member('Ada', { reportAccess: true });
  const headers = { 'X-Api-Key': await service.seed.secret(ada.account, acme) };
  await transaction(service.context.db, async tx => {
    await query(tx, lockAchievements);
    const leaving = new AbortController();
    const { signal } = leaving;
    const left = fetch(`${service.url}/reporting/${LIST}`, { headers, signal });
    await waitUntil(async () => (await waiting()) === 1);
    leaving.abort();
    await expect(left).rejects.toThrow(/aborted/);
    await waitUntil(async () => (await waiting()) === 0);
  });
});

test('lists fail as busy while too many are waiting', async () => {
  const call = await caller();
  const release = holdSlots(service.context.slots.lists);
  const refused = await Promise.all([call(LIST), call('achievement-gaps/person-types')]);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
    [503, 'busy'],
    [503, 'busy'],
  ]);
  await release();
  expect((await call(LIST)).status).toBe(200);
});
