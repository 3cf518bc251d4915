import path from 'node:path';
import { query, readStatement, transaction } from '@platform/db';
import { connect } from '@platform/db/testing';
import { scheduleSnapshots } from '../../src/snapshots/schedule-snapshots';
import { takeSnapshots } from '../../src/snapshots/take-snapshots';
import { runReporting } from '../run-program';
import { startTestApp, type TestApp } from '../start-test-app';

const now = new Date('2026-11-21T10:00:00.000Z');
const clock = () => now;
const lock = readStatement(path.join(__dirname, '..', '..', 'src', 'snapshots'), 'try-lock.sql');

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

test('every organization has its snapshot, one that fails keeps none of the others', async () => {
  const acme = await organization('acme');
  const globex = await organization('globex');
  await organization('initech');
  expect(await takeAll()).toEqual({ organizations: 3, totals: 72, statistics: 6 });

  await app.context.db.prisma.complianceSnapshot.deleteMany();
  const { log } = app.context;
  // The second instant is one that the database does not know.
  const times = [now, new Date(-8.64e15), now];
  const failing = takeSnapshots({ db: app.context.db, log, clock: () => times.shift()! });
  await expect(failing).rejects.toThrow(`No snapshot was taken of ${globex.handle}.`);
  expect(await companiesWithTotals()).toHaveLength(2);
  expect(await companiesWithTotals()).toContain(acme.id);
});

test('whoever comes while snapshots are taken leaves them to the one who takes them', async () => {
  await organization('acme');
  const { db } = app.context;
  expect(
    await transaction(db, async tx => {
      await query(tx, lock);
      return takeAll();
    }),
  ).toBeNull();
  expect(await takeAll()).toMatchObject({ organizations: 1 });
});

test('a server that ends transactions which idle does not end their taking', async () => {
  const acme = await organization('acme');
  const { pool } = app.context.db;
  await pool.query(`do $$ begin execute format(
    'alter database %I set idle_in_transaction_session_timeout = 300', current_database()
  ); end $$`);
  const db = connect(app.databaseUrl);
  // What they write to is locked for longer than a transaction may idle.
  const held = pool.query(
    'begin; lock table reporting.compliance_snapshot; select pg_sleep(1); commit',
  );
  expect(await takeSnapshots({ db, log: app.context.log, clock })).toMatchObject({
    organizations: 1,
  });
  await held;
  await db.close();
  expect(await companiesWithTotals()).toEqual([acme.id]);
});

test('the command takes them of one organization or of all, and says how much there is', async () => {
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
    'Snapshots of 2 organizations: 48 totals, 4 monthly statistics.\n',
  );
  const unknown = await command('--company', 'nowhere');
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    'There is no organization with the handle nowhere.\n',
  ]);
});

test('the schedule takes them when its time comes, and not after it is stopped', async () => {
  await organization('acme');
  const schedule = scheduleSnapshots({
    // Every second, which the setting would not take.
    expression: '* * * * * *',
    databaseUrl: app.databaseUrl,
    clock,
    log: app.context.log,
  });
  while ((await companiesWithTotals()).length === 0)
    await new Promise(resolve => setTimeout(resolve, 100));
  await schedule.stop();
  await app.context.db.prisma.complianceSnapshot.deleteMany();
  await new Promise(resolve => setTimeout(resolve, 1_200));
  expect(await companiesWithTotals()).toEqual([]);
});
