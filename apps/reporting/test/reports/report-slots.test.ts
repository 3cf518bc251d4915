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
  const readReport = await reader();
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
  expect((await readReport()).status).toBe(200);
  finish();
  await Promise.all(held);
});

test('a third report of an account waits for a slot', async () => {
  const readReport = await reader();
  const { reports } = service.context.slots;
  const responses = await transaction(service.context.db, async tx => {
    await query(tx, lockReported);
    const running = [readReport(), readReport(), readReport()];
    await waitUntil(() => reports.waiting > 0);
    expect(reports.held).toBe(2);
    return running;
  });
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('a report that exceeds REPORT_MAX_DURATION is aborted, and releases its slot', async () => {
  const limited = await startTestApp({ REPORT_MAX_DURATION: '1s' });
  const readReport = await reader(limited);
  await transaction(limited.context.db, async tx => {
    await query(tx, lockReported);
    await expect(readReport()).rejects.toThrow('fetch failed');
  });
  while (limited.context.slots.reports.held > 0) {
    await new Promise(resolve => setImmediate(resolve));
  }
  await limited.close();
});
