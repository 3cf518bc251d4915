import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { parseStatement, query } from '@platform/db';
import { takeSnapshot } from '../src/compliance/snapshots/take-snapshot';
import { importRecords } from '../src/import/import-records';
import { bearer, castOf } from './cast';
import { sourcesOf } from './import/test-folder';
import { startTestApp, type TestApp } from './start-test-app';

const root = path.join(__dirname, '../../..');
const DEBIAN = '/usr/lib/postgresql';
const [version] = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort().reverse() : [];
const testWithPsql = version === undefined ? test.skip : test;

const SNAPSHOT_DAYS = ['2024-05-12', '2025-01-05', new Date().toISOString()];

let service: TestApp;
beforeEach(async () => {
  service = await startTestApp();
});
afterEach(() => service.close());

const partition = (...options: string[]) =>
  promisify(execFile)(path.join(DEBIAN, version!, 'bin/psql'), [
    ...['--no-psqlrc', ...options],
    ...['--file', path.join(root, 'deploy/partitions/partition-history.sql'), service.databaseUrl],
  ]);

const countRows = parseStatement<{ partition: string; rows: number }>(
  'count-rows.sql',
  `select tableoid::regclass::text as partition, count(*) as rows
  from reporting.monthly_statistic
  where $organization::integer is not null
  group by tableoid
  order by 1`,
);

/** Creates Ada's organization with a snapshot of each day, and Linus, whose reports show another department. */
async function history() {
  const cast = castOf(service);
  const { acme, account, secret } = await cast.ada();
  const member = await service.context.db.prisma.member.findFirstOrThrow({
    where: { accountId: account.id },
  });
  const [plant, office] = [await acme.department('Plant'), await acme.department('Office')];
  const scope = { reportScope: 'departments', reportDepartments: [office] } as const;
  const linus = await acme.member('Linus', { reportAccess: true, ...scope });
  const firstAid = await acme.competency('First Aid');
  const operator = await acme.profile('Operator', [firstAid]);
  for (const [each, department] of [
    [member, plant],
    [linus, office],
  ] as const) {
    await acme.affiliate(each, department);
    await acme.assign(each, department, operator, { isPrimary: true });
  }
  for (const day of SNAPSHOT_DAYS) await takeSnapshot(service.context.db, acme.id, new Date(day));
  const secrets = [secret, await service.seed.secret(linus.account, acme)];
  const read = () =>
    Promise.all(
      secrets.map(async each => {
        const body = { from: '2024-01', to: '2026-12' };
        const trends = await cast.call('/reporting/compliance-trends', bearer(each), {
          ...{ method: 'POST', body },
        });
        const months = '/reporting/monthly-statistics/history?from=2024-01&to=2026-12';
        const statistics = await cast.call(months, bearer(each));
        expect([trends.status, statistics.status]).toEqual([200, 200]);
        return [trends.body, statistics.body];
      }),
    );
  const rows = async () =>
    Object.fromEntries(
      (await query(service.context.db, countRows, { organization: acme.id })).map(each => [
        each.partition.replace('reporting.monthly_statistic', ''),
        each.rows,
      ]),
    );
  return { acme, plant, linus, read, rows };
}

testWithPsql('partitions do not change reports, including those with a scope', async () => {
  const { read, rows } = await history();
  const before = await read();
  expect(before[0]).not.toEqual(before[1]);
  await partition();
  expect(await read()).toEqual(before);
  expect(await rows()).toEqual({ _before: 12 });
  const health = await castOf(service).call('/diagnostic/health');
  expect(health).toMatchObject({ status: 200, body: { status: 'healthy' } });
});

testWithPsql(
  'later months have partitions, and rows without one are moved once it exists',
  async () => {
    const { acme, rows } = await history();
    await partition();
    const { db } = service.context;
    const [next, later] = [1, 60].map(months => {
      const now = new Date();
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 15));
    }) as [Date, Date];
    const nameOf = (day: Date) => day.toISOString().slice(0, 7).replace('-', '_');
    await query(
      db,
      parseStatement('drop-next.sql', `drop table reporting.monthly_statistic_${nameOf(next)}`),
      {},
    );
    for (const day of [next, later]) await takeSnapshot(db, acme.id, day);
    expect(await rows()).toEqual({ _before: 12, _other: 8 });
    await partition();
    expect(await rows()).toEqual({ _before: 12, [`_${nameOf(next)}`]: 4, _other: 4 });
  },
);

testWithPsql('months past the retention are dropped, without output for cron to mail', async () => {
  const { rows } = await history();
  expect(await partition('--quiet', '--set', 'keep=36')).toEqual({ stdout: '', stderr: '' });
  expect(await rows()).toEqual({ _before: 12 });
  // as if it were a month later
  await partition('--set', 'keep=-1');
  expect(await rows()).toEqual({});
});

testWithPsql('undoing an import deletes no rows of other partitions', async () => {
  const { plant, linus, rows } = await history();
  await partition();
  const { db } = service.context;
  // enough rows for one in another partition to have the same ctid as the inserted row
  const copied = `department_uuid, item_number, department_role, company_name, department_name, member_name, required,
    validated, expired, not_completed, not_applicable, not_applicable_validated, needs_training, self_assessed,
    submitted, as_at`;
  const copy = `insert into reporting.monthly_statistic (company_id, month, member_uuid, ${copied})
    select company_id, month + interval '60 months', gen_random_uuid(), ${copied}
    from reporting.monthly_statistic
    cross join generate_series(1, 5)`;
  await query(db, parseStatement('copy-rows.sql', copy), {});
  const before = await rows();
  const statistics = `memberId,departmentId,month,asAt,category,required,validated,expired,notCompleted,notApplicable,notApplicableValidated,needsTraining,selfAssessed,submitted,completed,progress,score
${linus.uuid},${plant.uuid},2024-06,2024-06-30,Primary,1,1,0,0,0,0,0,0,0,,,`;
  const options = { source: 'test', beforeDays: 30 };
  await importRecords(db, sourcesOf({ 'monthly-statistics.csv': statistics }), options);
  expect(await rows()).toEqual({ ...before, _before: 13 });
  const { id: undoes } = await db.prisma.importRun.findFirstOrThrow();
  await importRecords(db, {}, { ...options, undoes });
  expect(await rows()).toEqual(before);
});
