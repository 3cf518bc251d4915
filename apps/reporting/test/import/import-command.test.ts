import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runReporting } from '../run-program';
import { runCommand } from '../start-process';
import {
  EXAMPLE,
  MONTHLY_STATISTICS,
  startTestImports,
  type TestImports,
  takeSnapshotOf,
} from './test-folder';

let imports: TestImports;
let folder: string;
beforeAll(async () => {
  imports = await startTestImports();
});
afterAll(() => imports.close());
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'import-'));
  cpSync(EXAMPLE, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a copy of a file is read as its table; a workbook in the folder is ignored with a hint', async () => {
  renameSync(path.join(folder, 'tickets.csv'), path.join(folder, 'Records - Tickets (1).CSV'));
  writeFileSync(path.join(folder, 'members.xlsx'), '');
  const { code, stdout } = await runReporting(['import', folder], { DATABASE_URL: imports.url });
  rmSync(path.join(folder, 'members.xlsx'));
  expect(code).toBe(0);
  expect(stdout).toContain('Ignored, not import files: members.xlsx (save it as members.csv).');
  expect(stdout).toContain('58 rows read');
});

test('a time zone is recorded as given', async () => {
  const args = ['import', folder, '--dry-run', '--time-zone', 'Asia/Kolkata'];
  expect((await runReporting(args, { DATABASE_URL: imports.url })).code).toBe(0);
  expect(
    await imports.rows(
      `select options ->> 'timeZone' as zone from reporting.import_run order by id desc limit 1`,
    ),
  ).toEqual([{ zone: 'Asia/Kolkata' }]);
});

test('a folder with only import files has no ignored files', async () => {
  const { stdout } = await runReporting(['import', folder], { DATABASE_URL: imports.url });
  expect(stdout).not.toContain('Ignored');
});

test('files that do not belong to the format are named, with control characters shown as ?', async () => {
  writeFileSync(path.join(folder, 'tickets.xlsx'), '');
  writeFileSync(path.join(folder, 'a\u001b[2J.txt'), '');
  const args = ['import', folder, '--dry-run', '--json'];
  const { stdout } = await runReporting(args, { DATABASE_URL: imports.url });
  expect(JSON.parse(stdout)).toMatchObject({
    read: 58,
    ignored: ['a\u001b[2J.txt', 'tickets.xlsx (save it as tickets.csv)'],
  });
});

test('a pipe among the files is refused immediately', async () => {
  rmSync(path.join(folder, 'tickets.csv'));
  execFileSync('mkfifo', [path.join(folder, 'tickets.csv')]);
  const { code, stderr } = await runReporting(['import', folder], { DATABASE_URL: imports.url });
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(
      'tickets.csv: expected a file, and this is a folder, a pipe or a device.',
    ),
  ]);
});

test('a folder with faults exits with 1, and prints ignored files and each fault', async () => {
  writeFileSync(path.join(folder, 'notes.txt'), '');
  writeFileSync(path.join(folder, 'companies.csv'), 'id,handle,name\nx,acme,Acme\n,b,B\n');
  const { code, stdout, stderr } = await runReporting(['import', folder], {
    DATABASE_URL: imports.url,
  });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('Ignored, not import files: notes.txt.');
  expect(stderr).toContain('companies.csv, line 2, column id: "x"; expected');
  expect(stderr).toContain('companies.csv, line 3, column id: ');
});

test('statistics of a month with snapshots taken here are kept, and the number of differing rows is reported', async () => {
  const load = () => runReporting(['import', folder], { DATABASE_URL: imports.url });
  await load();
  await takeSnapshotOf(imports, 'acme', '2024-01-14');
  const [header, january] = MONTHLY_STATISTICS.split('\r\n');
  writeFileSync(path.join(folder, 'monthly-statistics.csv'), `${header}\r\n${january}\r\n`);
  expect((await load()).stdout).toContain(
    'monthly-statistics.csv: 1 row differs in months with snapshots taken here, which stay;',
  );
});

test('with --json an import prints the id that undoes it', async () => {
  const env = { DATABASE_URL: imports.url };
  const run = async (...args: string[]) =>
    JSON.parse((await runReporting(['import', ...args, '--json'], env)).stdout);
  const companies = path.join(folder, 'companies.csv');
  writeFileSync(companies, 'id,handle,name\nab100000-0000-4000-8000-000000000000,new,New\n');
  const added = await run(companies);
  expect(added).toMatchObject({ inserted: 1, hasChanges: true });
  const undone = await run('--undo', added.id);
  expect(undone).toMatchObject({ deleted: 1, hasChanges: true });
  expect(await run('--undo', undone.id)).toMatchObject({ inserted: 1 });
  expect(await run(companies)).toMatchObject({ unchanged: 1, hasChanges: false });
});

test('a folder that does not exist is named in the message', async () => {
  const { code, stderr } = await runReporting(['import', '/nope'], { DATABASE_URL: imports.url });
  expect([code, stderr]).toEqual([1, 'Folder /nope does not exist.\n']);
});

// In a separate process, whose output is not a terminal.
test('without a terminal, each step is a line, and a dry run never prints "Importing"', async () => {
  const env = { DATABASE_URL: imports.url };
  const dryRun = await runCommand(['import', folder, '--dry-run'], env);
  expect(dryRun.stderr).toBe('Reading.\nChecking.\nChecking changes.\n');
  expect(dryRun.stdout).toMatch(/^Dry run, nothing kept: 58 rows read/);
  const { stderr } = await runCommand(['import', folder], env);
  expect(stderr).toBe('Reading.\nChecking.\nImporting.\n');
});
