import { unzipSync } from 'fflate';
import { purgeImports } from '../../../src/import/runs/import-runs';
import { rowsBefore } from '../../../src/import/undo/read-changes';
import { runReporting } from '../../run-program';
import {
  exampleFolder,
  type Folder,
  startTestImports,
  type TestImports,
  withCell,
} from '../test-folder';

const example = exampleFolder();
let imports: TestImports;
beforeAll(async () => {
  imports = await startTestImports();
});
afterAll(() => imports.close());

describe('an import that deletes', () => {
  const companies = ['small', 'large'].map((handle, index) => ({
    handle,
    id: `0b8f2a3c-1111-4222-8333-00000000000${index}`,
  }));
  const profile = (company: number, number: number) =>
    `0b8f2a3c-${company}111-4222-8333-${String(number).padStart(12, '0')},${companies[company]!.id},Profile ${number},\r\n`;
  /** Organizations with the given numbers of profiles. */
  const profiles = (...counts: number[]): Folder => ({
    'companies.csv': `id,handle,name\r\n${companies.map(({ id, handle }) => `${id},${handle},${handle}\r\n`).join('')}`,
    'profiles.csv': `id,companyId,name,code\r\n${counts
      .flatMap((count, company) =>
        Array.from({ length: count }, (_, number) => profile(company, number)),
      )
      .join('')}`,
  });
  const replaced = (folder: Folder, options = {}) =>
    imports.refusal(folder, { replace: true, ...options });

  test.each([
    ['20 of 99 rows', 99, 79],
    ['40 of 200 rows', 200, 160],
    ['2 of 3 rows', 3, 1],
  ])('%s of a table is not refused', async (_, before, after) => {
    await imports.load(profiles(5, before), { replace: true, allowRemovals: true });
    const { deleted } = await imports.load(profiles(5, after), { replace: true });
    expect(deleted).toBe(before - after);
  });

  test.each<[string, number, number, string, string?]>([
    ['21 of 100 rows', 100, 79, '21 of 100'],
    ['41 of 200 rows', 200, 159, '41 of 200'],
    ['all of 30 rows', 30, 0, '30 of 30'],
    ['all of 3 rows', 3, 0, '3 of 3', 'some rows'],
    ['1,500 of 2,000 rows', 2_000, 500, '1,500 of 2,000'],
  ])(
    '%s of a table of an organization is refused unless removals are allowed',
    async (_, before, after, share, least = 'at least 80 % of the rows') => {
      await imports.load(profiles(5, before), { replace: true, allowRemovals: true });
      expect(await replaced(profiles(5, after))).toEqual([
        `profiles.csv:- - null ${least} of large to stay, and ${share} would be deleted; see whether the file is whole; --allow-removals deletes them`,
      ]);
      const { deleted } = await imports.load(profiles(5, after), {
        replace: true,
        allowRemovals: true,
      });
      expect(deleted).toBe(before - after);
    },
  );

  test('an empty file is refused for each organization that has rows', async () => {
    await imports.load(profiles(5, 9), { replace: true, allowRemovals: true });
    expect(await replaced(profiles(0, 0))).toEqual([
      expect.stringContaining('rows of large to stay, and 9 of 9'),
      expect.stringContaining('rows of small to stay, and 5 of 5'),
    ]);
  });

  test('every table that would lose most of its rows is a fault', async () => {
    await imports.load(example);
    const header = (name: keyof typeof example) => `${example[name].split('\r\n')[0]!}\r\n`;
    const emptied = {
      ...example,
      'tickets.csv': header('tickets.csv'),
      'profile-achievements.csv': header('profile-achievements.csv'),
    };
    const faults = await replaced(emptied, { companies: ['acme', 'globex'] });
    expect(faults.map(fault => fault.split(' ')[0]).sort()).toEqual([
      'profile-achievements.csv:-',
      'profile-achievements.csv:-',
      'tickets.csv:-',
      'tickets.csv:-',
    ]);
  });
});

describe('the changes of an import', () => {
  const KEEP_CHANGES = { beforeDays: 30 };
  const lastRun = async () => {
    const [run] = await imports.rows<{
      id: number;
      uuid: string;
      kept: number | null;
      rows: number;
    }>(
      `select id, uuid, kept_changes as kept,
        (select count(*)::int from reporting.import_change where run_id = run.id) as rows
      from reporting.import_run as run order by id desc limit 1`,
    );
    return run!;
  };
  const undo = (id: string) =>
    runReporting(['import', '--undo', id], { DATABASE_URL: imports.url });
  beforeEach(() =>
    imports.load(example, { replace: true, allowRemovals: true, updateAccounts: true }),
  );

  test('are undone by the command', async () => {
    const lines = example['tickets.csv'].split('\r\n');
    const changed = {
      ...example,
      'companies.csv': withCell(example['companies.csv'], 2, 'name', 'Renamed'),
      'accounts.csv': withCell(example['accounts.csv'], 2, 'email', 'other@example.com'),
      'tickets.csv': lines.toSpliced(2, 1).join('\r\n'),
    };
    const options = { replace: true, updateAccounts: true, ...KEEP_CHANGES };
    expect(await imports.load(changed, options)).toMatchObject({ updated: 2, deleted: 1 });
    const { uuid, kept, rows } = await lastRun();
    expect([kept, rows]).toEqual([3, 3]);
    expect(await undo(uuid)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('3 rows read, 1 inserted, 2 updated, 0 unchanged, 0 deleted'),
    });
    expect(await imports.load(example, { replace: true, updateAccounts: true })).toMatchObject({
      unchanged: 58,
    });
  });

  test('are available in the import format, with the previous rows', async () => {
    const { before } = { before: example['companies.csv'] };
    await imports.load({ 'companies.csv': withCell(before, 2, 'name', 'Renamed') }, KEEP_CHANGES);
    const { uuid } = await lastRun();
    const pieces = [];
    for await (const piece of rowsBefore(imports.db, uuid, new AbortController().signal))
      pieces.push(piece);
    const archive = unzipSync(Buffer.concat(pieces));
    const [header, line] = before.split('\r\n');
    expect(Object.keys(archive)).toEqual(['companies.csv']);
    expect(Buffer.from(archive['companies.csv']!).toString()).toBe(
      `\ufeff${header},language\r\n${line},en\r\n`,
    );
  });

  test.each([
    ['changes nothing', example, KEEP_CHANGES],
    [
      'is configured to keep none',
      { 'companies.csv': withCell(example['companies.csv'], 2, 'name', 'X') },
      {},
    ],
  ])('are not kept if the import %s', async (_, files, options) => {
    await imports.load(files, options);
    expect(await lastRun()).toMatchObject({ kept: null, rows: 0 });
  });

  test('are kept for a dry run as for an import', async () => {
    const files = { 'companies.csv': withCell(example['companies.csv'], 2, 'name', 'X') };
    const kept =
      'select columns, file, key, before, after from reporting.import_change where run_id = $1';
    await imports.load(files, { ...KEEP_CHANGES, dryRun: true });
    const dry = await imports.rows(kept.replace('$1', String((await lastRun()).id)));
    await imports.load(files, KEEP_CHANGES);
    expect(dry).toHaveLength(1);
    expect(await imports.rows(kept.replace('$1', String((await lastRun()).id)))).toEqual(dry);
  });

  test('are deleted after the configured days, those of dry runs after 7, and faults after 30', async () => {
    const rename = (name: string, options = {}) =>
      imports.load(
        { 'companies.csv': withCell(example['companies.csv'], 2, 'name', name) },
        { ...KEEP_CHANGES, ...options },
      );
    await rename('Old');
    const old = await lastRun();
    await rename('New');
    const recent = await lastRun();
    await rename('Dry', { dryRun: true });
    const dry = await lastRun();
    await imports.refusal({ 'companies.csv': 'id,handle,name\r\nx,y,z\r\n' });
    const past = (days: number, ...ids: number[]) =>
      imports.rows(
        `update reporting.import_run set started_at = now() - interval '${days} days', finished_at = now() - interval '${days} days' where id in (${ids.join()})`,
      );
    await past(31, old.id, dry.id + 1);
    await past(8, recent.id, dry.id);
    expect(await purgeImports(imports.db, 30)).toBe(3);
    const runs = await imports.rows(
      `select kept_changes as kept, (select count(*)::int from reporting.import_change where run_id = run.id) as rows
      from reporting.import_run as run where id in (${old.id}, ${recent.id}, ${dry.id}) order by id`,
    );
    expect(runs).toEqual([
      { kept: null, rows: 0 },
      { kept: 1, rows: 1 },
      { kept: null, rows: 0 },
    ]);
  });

  test('an import without kept changes cannot be undone', async () => {
    const { code, stderr } = await undo('0b8f2a3c-1111-4222-8333-000000000001');
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no import with this ID')]);
  });
});
