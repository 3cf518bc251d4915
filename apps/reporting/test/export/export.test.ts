import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { writeHistory } from '../../src/demo/history';
import { createDemonstration } from '../../src/demo/sources';
import { importRecords } from '../../src/import/import-records';
import { openPath } from '../../src/import/open-records';
import { FILE_NAMES } from '../../src/records/import-file';
import { startTestImports, type TestImports } from '../import/test-folder';
import { runReporting } from '../run-program';

const now = new Date('2026-11-21T10:00:00Z');
let imports: TestImports;
let folder: string;
beforeAll(async () => {
  imports = await startTestImports();
  const { sources, organizations } = createDemonstration('small', 1, now);
  await importRecords(imports.db, sources, { source: 'demo', allowOperators: true });
  await writeHistory(imports.db, organizations, { size: 'small', now });
});
afterAll(() => imports.close());
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'export-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => runReporting(args, { DATABASE_URL: imports.url });
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\r\n').length - 2;

async function importFolder(from: string, options = {}) {
  const { sources } = await openPath(from, { maxBytes: 0 });
  return importRecords(imports.db, sources, { source: from, ...options });
}

test('an export has every file and row, and importing it changes nothing', async () => {
  const target = path.join(folder, 'records');
  expect(await run('export', target)).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(target).sort()).toEqual([...FILE_NAMES].sort());
  const [counts] = await imports.rows<{ standings: string; statistics: string }>(
    `select
      (select count(*) from reporting.competency_standing) as standings,
      (select count(*) from reporting.monthly_statistic) as statistics`,
  );
  expect(linesOf(path.join(target, 'competency-standings.csv'))).toBe(Number(counts!.standings));
  expect(linesOf(path.join(target, 'monthly-statistics.csv'))).toBe(Number(counts!.statistics));
  const before = await imports.digest();
  const result = await importFolder(target, {
    replace: true,
    allowRemovals: true,
    updateHistory: true,
  });
  expect(result).toMatchObject({ inserted: 0, updated: 0, deleted: 0, keptAccounts: 0 });
  expect(result.unchanged).toBe(result.read);
  expect(await imports.digest()).toBe(before);
});

test('importing an export into another database gives the same rows', async () => {
  const other = await startTestImports();
  const target = path.join(folder, 'records');
  await run('export', target);
  const { sources } = await openPath(target, { maxBytes: 0 });
  await importRecords(other.db, sources, { source: 'export', allowOperators: true });
  const again = path.join(folder, 'again');
  await runReporting(['export', again], { DATABASE_URL: other.url });
  for (const name of FILE_NAMES) {
    const sorted = (directory: string) =>
      readFileSync(path.join(directory, name), 'utf8').split('\r\n').sort();
    expect(sorted(again)).toEqual(sorted(target));
  }
  await other.close();
});

test('an export of one organization has only its rows and the accounts of its members', async () => {
  const [own] = await imports.rows<{ handle: string; id: number }>(
    'select handle, id from reporting.company order by id limit 1',
  );
  const target = path.join(folder, 'records');
  await run('export', target, '--company', own!.handle);
  const [members] = await imports.rows<{ count: string }>(
    `select count(*) from reporting.member where company_id = ${own!.id}`,
  );
  expect(linesOf(path.join(target, 'companies.csv'))).toBe(1);
  expect(linesOf(path.join(target, 'members.csv'))).toBe(Number(members!.count));
  expect(linesOf(path.join(target, 'accounts.csv'))).toBe(Number(members!.count));
  const result = await importFolder(target, {
    replace: true,
    allowRemovals: true,
    companies: [own!.handle],
  });
  expect(result.unchanged).toBe(result.read);
});

test('a zip contains the same files as a folder', async () => {
  const file = path.join(folder, 'records.zip');
  const target = path.join(folder, 'records');
  expect(await run('export', file)).toMatchObject({ code: 0 });
  await run('export', target);
  const unzipped = unzipSync(readFileSync(file));
  expect(Object.keys(unzipped)).toEqual(FILE_NAMES);
  for (const name of FILE_NAMES)
    expect(Buffer.from(unzipped[name]!).equals(readFileSync(path.join(target, name)))).toBe(true);
});

test('an export can be imported again after a department of its history and scopes was removed', async () => {
  const other = await startTestImports();
  const { sources } = await openPath(path.join(__dirname, '../../../../examples/import'), {
    maxBytes: 0,
  });
  await importRecords(other.db, sources, { source: 'example' });
  await other.rows(
    `insert into reporting.compliance_snapshot
    select snapshot.company_id, removed.id, measurement, profile_condition, snapshot_date, required, satisfied
    from (select * from reporting.compliance_snapshot limit 1) as snapshot
    cross join lateral (
      select gen_random_uuid()
      union all
      -- another organization has reused the id
      (select uuid from reporting.department where company_id <> snapshot.company_id limit 1)
    ) as removed (id)`,
  );
  await other.rows(
    "update reporting.member set report_scope = 'departments', report_departments = '{0b0b0b0b-0000-4000-8000-000000000000}'",
  );
  const target = path.join(folder, 'records');
  await runReporting(['export', target], { DATABASE_URL: other.url });
  const written = await openPath(target, { maxBytes: 0 });
  const result = await importRecords(other.db, written.sources, { source: target });
  expect(result).toMatchObject({ read: 58, unchanged: 58 });
  await other.close();
});

test('nothing is written into a folder that is not empty', async () => {
  writeFileSync(path.join(folder, 'mine.txt'), '');
  const { code, stderr } = await run('export', folder);
  expect([code, stderr]).toEqual([1, expect.stringContaining('is not empty')]);
  expect(readdirSync(folder)).toEqual(['mine.txt']);
});

test.each(['records.zip', 'records.xlsx'])('%s is not overwritten', async name => {
  const file = path.join(folder, name);
  writeFileSync(file, 'mine');
  const { code, stderr } = await run('export', file);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${name} already exists`)]);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect(readdirSync(folder)).toEqual([name]);
});

test('the error for an unknown organization names it', async () => {
  const target = path.join(folder, 'records');
  const { code, stderr } = await run('export', target, '--company', 'nobody');
  expect([code, stderr]).toEqual([1, expect.stringContaining('handle nobody')]);
});
