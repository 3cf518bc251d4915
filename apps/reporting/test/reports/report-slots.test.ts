import path from 'node:path';
import { query, readStatement, transaction } from '@platform/db';
import { waitUntil } from '@platform/http/testing';
import { startTestApp, type TestApp } from '../start-test-app';

const lockReported = readStatement(path.join(__dirname, '../statements'), 'lock-reported.sql');

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

/** A reader of acme, and a function that requests a report as them. */
async function reader({ seed, url } = service) {
  const acme = await seed.company('acme');
  const ada = await seed.account('Ada', { isOperator: true, reportAccess: true });
  const headers = { 'X-Api-Key': await seed.secret(ada, acme) };
  return () => fetch(`${url}/reporting/directory-contacts`, { headers });
}

test('an account can run two reports while ten wait, and one more is rejected', async () => {
  const ask = await reader();
  const { reports } = service.context.slots;
  const claim = { caller: 'ada' };
  let finish!: () => void;
  const unfinished = new Promise<void>(resolve => {
    finish = resolve;
  });
  const held = Array.from({ length: 12 }, () => reports.run(claim, () => unfinished));
  expect([reports.held, reports.waiting]).toEqual([2, 10]);
  await expect(reports.run(claim, () => unfinished)).rejects.toMatchObject({
    code: 'rate-limited',
    headers: { 'Retry-After': '5' },
  });
  expect((await ask()).status).toBe(200);
  finish();
  await Promise.all(held);
});

test('a third report of an account waits for a slot', async () => {
  const ask = await reader();
  const { reports } = service.context.slots;
  const answers = await transaction(service.context.db, async tx => {
    await query(tx, lockReported);
    const asked = [ask(), ask(), ask()];
    await waitUntil(() => reports.waiting > 0);
    expect(reports.held).toBe(2);
    return asked;
  });
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('a report that exceeds REPORT_MAX_DURATION is aborted, and releases its slot', async () => {
  const hasty = await startTestApp({ REPORT_MAX_DURATION: '1s' });
  const ask = await reader(hasty);
  await transaction(hasty.context.db, async tx => {
    await query(tx, lockReported);
    await expect(ask()).rejects.toThrow('fetch failed');
  });
  while (hasty.context.slots.reports.held > 0) {
    await new Promise(resolve => setImmediate(resolve));
  }
  await hasty.close();
});
