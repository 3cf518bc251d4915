import { transaction } from '@platform/db';
import { createMetrics } from '@platform/http';
import { waitUntil } from '@platform/http/testing';
import { type Enqueue, JobQueue } from '@platform/jobs';
import { takeSnapshots } from '../../../src/compliance/snapshots/snapshot-command';
import {
  allSnapshotsJob,
  organizationSnapshotJob,
} from '../../../src/compliance/snapshots/take-snapshot';
import { runReporting } from '../../run-program';
import { startTestApp, type TestApp } from '../../start-test-app';

const now = new Date('2026-11-21T10:00:00.000Z');
const clock = () => now;

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({}, { clock });
});
afterEach(() => app.close());

const takeAll = () => takeSnapshots({ db: app.context.db, log: app.context.log, clock });

async function organization(name: string) {
  const company = await app.seed.company(name);
  await company.affiliate(await company.member('Ada'), await company.department('Drilling'));
  return company;
}

const companiesWithTotals = async () => {
  const found = await app.context.db.prisma.complianceSnapshot.groupBy({ by: ['companyId'] });
  return found.map(({ companyId }) => companyId).sort();
};

test('a failing snapshot does not prevent those of other organizations', async () => {
  const acme = await organization('acme');
  const globex = await organization('globex');
  await organization('initech');
  expect(await takeAll()).toEqual({ organizations: 3, totals: 72, statistics: 6 });

  await app.context.db.prisma.complianceSnapshot.deleteMany();
  const { log } = app.context;
  // The second date is out of range for PostgreSQL.
  const times = [now, new Date(-8.64e15), now];
  const failing = takeSnapshots({ db: app.context.db, log, clock: () => times.shift()! });
  await expect(failing).rejects.toThrow(`The snapshots of ${globex.handle} failed.`);
  expect(await companiesWithTotals()).toHaveLength(2);
  expect(await companiesWithTotals()).toContain(acme.id);
});

test('the command takes snapshots of one or all organizations, and prints their size', async () => {
  const acme = await organization('acme');
  await organization('globex');
  const command = (...args: string[]) =>
    runReporting(['snapshot', 'take', ...args], { DATABASE_URL: app.databaseUrl });

  const one = await command('--company', acme.handle, '--json');
  expect([one.code, JSON.parse(one.stdout)]).toEqual([
    0,
    { organizations: 1, totals: 24, statistics: 2 },
  ]);
  expect(await companiesWithTotals()).toEqual([acme.id]);
  expect((await command()).stdout).toBe(
    'Took snapshots. Organizations: 2; totals: 48; monthly statistics: 4.\n',
  );
  const unknown = await command('--company', 'nowhere');
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    'There is no organization with the handle nowhere.\n',
  ]);
});

test('the job takes a snapshot of each organization', async () => {
  const acme = await organization('acme');
  const globex = await organization('globex');
  const { db, log } = app.context;
  const jobs = new JobQueue({
    databaseUrl: app.databaseUrl,
    log,
    metrics: createMetrics('test'),
    interval: 0.5,
  });
  jobs.start([
    { ...allSnapshotsJob, schedule: null },
    { ...organizationSnapshotJob, schedule: null },
  ]);
  await waitUntil(() =>
    transaction(db, tx => jobs.enqueue(tx, allSnapshotsJob.name, [{}])).then(
      () => true,
      () => false,
    ),
  );
  await waitUntil(async () => (await companiesWithTotals()).length === 2);
  await jobs.stop();
  expect(await companiesWithTotals()).toEqual([acme.id, globex.id]);
});

test('a late snapshot has the day on which it is taken', async () => {
  const acme = await organization('acme');
  const { db, log } = app.context;
  const at = '2026-01-31T23:55:00.000Z';
  const runs: object[] = [];
  const { signal } = new AbortController();
  const enqueue: Enqueue = (_tx, _name, data) => Promise.resolve(void runs.push(...data));
  await allSnapshotsJob.run({ db, log, data: { at }, signal, enqueue });
  expect(runs).toEqual([{ organization: acme.id, at }]);
  const day = () => `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
  const earliest = day();
  await organizationSnapshotJob.run({ db, log, data: runs[0]!, signal, enqueue });
  const { snapshotDate } = await db.prisma.complianceSnapshot.findFirstOrThrow();
  expect([earliest, day()]).toContain(snapshotDate.toISOString());
});
