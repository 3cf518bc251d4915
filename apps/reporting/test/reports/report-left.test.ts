import path from 'node:path';
import { query, readStatement, transaction } from '@platform/db';
import { startTestApp, type TestApp } from '../start-test-app';

const statements = path.join(__dirname, '../statements');
const lockReported = readStatement(statements, 'lock-reported.sql');
const busyStatements = readStatement<{ count: number }>(statements, 'busy-statements.sql');

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({ REPORT_CONCURRENCY: '1' });
});
afterAll(() => service.close());

test.each(['directory-contacts', 'competency-validations', 'achievement-gaps'])(
  'a client that leaves %s ends its statement, and its place is free',
  async report => {
    const { db, runReport } = service.context;
    const acme = await service.seed.company('acme');
    const grace = await service.seed.account('Grace', { isOperator: true, reportAccess: true });
    const headers = { 'X-Api-Key': await service.seed.secret(grace, acme) };
    const achievement = await acme.achievement('H2S Alive');
    const search = report === 'achievement-gaps' ? `?achievementId=${achievement.uuid}` : '';
    const busy = async () => (await query(db, busyStatements))[0]!.count;

    await transaction(db, async tx => {
      await query(tx, lockReported);
      const leaving = new AbortController();
      const { signal } = leaving;
      const left = fetch(`${service.url}/reporting/${report}${search}`, { headers, signal });
      await waitUntil(async () => (await busy()) === 1);
      leaving.abort();
      await expect(left).rejects.toThrow(/aborted/);
      await waitUntil(async () => (await busy()) === 0);
    });
    expect(await runReport(null, () => Promise.resolve('ran'))).toBe('ran');
  },
);

/** Within two seconds. */
async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt++) {
    if (await isSo()) return;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  throw new Error('not within two seconds');
}
