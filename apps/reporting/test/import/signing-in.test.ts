import path from 'node:path';
import { query, readStatement } from '@platform/db';
import { waitUntil } from '@platform/http/testing';
import { importRecords } from '../../src/import/import-records';
import { castOf } from '../cast';
import { startTestApp, type TestApp } from '../start-test-app';
import { exampleFolder, MONTHLY_STATISTICS, sourcesOf } from './test-folder';

let service: TestApp;
beforeEach(async () => {
  service = await startTestApp();
});
afterEach(() => service.close());

const waiting = readStatement<{ count: number }>(
  path.join(__dirname, '../statements'),
  'waiting-for-locks.sql',
);

test.each([true, false])(
  'a sign-in does not wait for an import that changes the account (with its rights: %s)',
  async updateAccounts => {
    const { db } = service.context;
    const { account, signIn } = await castOf(service).ada();
    const example = exampleFolder();
    const renamed = `${account.uuid},${account.email},Ada Byron,false,true,false`;
    const folder = {
      ...example,
      'monthly-statistics.csv': MONTHLY_STATISTICS,
      'accounts.csv': `${example['accounts.csv'].trimEnd()}\r\n${renamed}\r\n`,
    };

    // A lock on the last table blocks the import in its last file.
    const holder = await db.pool.connect();
    await holder.query('begin; lock table reporting.monthly_statistic in exclusive mode');
    const importing = importRecords(db, sourcesOf(folder), { source: 'test', updateAccounts });
    try {
      await waitUntil(async () => (await query(db, waiting))[0]!.count > 0);
      expect(await signIn()).toHaveLength(1);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await importing).toMatchObject({ updated: 1 });
    expect(await db.prisma.account.findUnique({ where: { id: account.id } })).toMatchObject({
      name: 'Ada Byron',
      reportAccess: !updateAccounts,
    });
  },
);
