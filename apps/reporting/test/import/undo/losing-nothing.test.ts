import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { query, transaction } from '@platform/db';
import { importRecords } from '../../../src/import/import-records';
import { openPath } from '../../../src/import/open-records';
import { purgeImports } from '../../../src/import/runs/import-runs';
import { createStaging } from '../../../src/import/staging-statements';
import { keepBeforeImages } from '../../../src/import/undo/keep-before-images';
import { importFiles } from '../../../src/records/files';
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
let folder: string;
beforeAll(async () => {
  imports = await startTestImports();
  folder = mkdtempSync(path.join(tmpdir(), 'before-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await imports.close();
});

describe('an import that deletes', () => {
  const companies = ['small', 'large'].map((handle, index) => ({
    handle,
    id: `0b8f2a3c-1111-4222-8333-00000000000${index}`,
  }));
  const profile = (company: number, number: number) =>
    `0b8f2a3c-${company}111-4222-8333-${String(number).padStart(12, '0')},${companies[company]!.id},Profile ${number},\r\n`;
  /** So many profiles of each organization. */
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
  ])('%s of a table goes on', async (_, before, after) => {
    await imports.load(profiles(5, before), { replace: true, allowRemovals: true });
    const { deleted } = await imports.load(profiles(5, after), { replace: true });
    expect(deleted).toBe(before - after);
  });

  test.each([
    ['21 of 100 rows', 100, 79, '21 of 100'],
    ['41 of 200 rows', 200, 159, '41 of 200'],
    ['all of 3 rows', 3, 0, '3 of 3'],
    ['1,500 of 2,000 rows', 2_000, 500, '1,500 of 2,000'],
  ])(
    '%s of a table of an organization is refused until removals are allowed',
    async (_, before, after, said) => {
      await imports.load(profiles(5, before), { replace: true, allowRemovals: true });
      expect(await replaced(profiles(5, after))).toEqual([
        `profiles.csv:- - null most rows of large to stay, and ${said} would be deleted; see whether the file is whole; --allow-removals deletes them`,
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

  test('every table that would lose most of its rows has a fault', async () => {
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

describe('the rows as they were', () => {
  const KEEPING = { beforeDays: 30 };
  const lastRun = async () => {
    const [run] = await imports.rows<{ id: number; uuid: string; kept: boolean; pieces: number }>(
      `select id, uuid, has_before as kept,
        (select count(*)::int from reporting.import_before where run_id = run.id) as pieces
      from reporting.import_run as run order by id desc limit 1`,
    );
    return run!;
  };
  const bringBack = async (uuid: string) => {
    const file = path.join(folder, `${uuid}.zip`);
    const command = ['import', '--before', uuid, file];
    expect(await runReporting(command, { DATABASE_URL: imports.url })).toMatchObject({ code: 0 });
    const { sources, close } = await openPath(file, { maxBytes: 1e9 });
    try {
      return await importRecords(imports.db, sources, { source: file, updateAccounts: true });
    } finally {
      await close();
    }
  };
  beforeEach(() =>
    imports.load(example, { replace: true, allowRemovals: true, updateAccounts: true }),
  );

  test('bring back what an import changed and deleted', async () => {
    const lines = example['tickets.csv'].split('\r\n');
    const changed = {
      ...example,
      'companies.csv': withCell(example['companies.csv'], 2, 'name', 'Renamed'),
      'accounts.csv': withCell(example['accounts.csv'], 2, 'email', 'other@example.com'),
      'tickets.csv': lines.toSpliced(2, 1).join('\r\n'),
    };
    const options = { replace: true, updateAccounts: true, ...KEEPING };
    expect(await imports.load(changed, options)).toMatchObject({ updated: 2, deleted: 1 });
    const { uuid, kept } = await lastRun();
    expect(kept).toBe(true);
    expect(await bringBack(uuid)).toMatchObject({ read: 3, inserted: 1, updated: 2 });
    expect(await imports.load(example, { replace: true, updateAccounts: true })).toMatchObject({
      unchanged: 58,
    });
  });

  test.each([
    ['changes nothing', example, KEEPING],
    ['keeps none', { 'companies.csv': withCell(example['companies.csv'], 2, 'name', 'X') }, {}],
    [
      'is a dry run',
      { 'companies.csv': withCell(example['companies.csv'], 2, 'name', 'X') },
      { ...KEEPING, dryRun: true },
    ],
    [
      'adds the first rows of an organization',
      { 'companies.csv': 'id,handle,name\r\n0b8f2a3c-1111-4222-8333-00000000aaaa,first,First\r\n' },
      KEEPING,
    ],
  ])('there are none of an import that %s', async (_, files, options) => {
    await imports.load(files, options);
    expect(await lastRun()).toMatchObject({ kept: false, pieces: 0 });
  });

  test('are not kept where they are too many', async () => {
    await imports.load(example);
    const { id } = await lastRun();
    const kept = (mostBytes: number) =>
      transaction(imports.db, async tx => {
        await query(tx, createStaging);
        const choices = { replace: false, updateAccounts: false };
        await tx.client.query(
          `insert into staged_company (line, id, handle, name) select 2, uuid, handle, 'X' from reporting.company`,
        );
        const isKept = await keepBeforeImages(tx, id, importFiles.slice(0, 1), choices, mostBytes);
        return isKept;
      });
    expect(await kept(10)).toBe(false);
    expect(await lastRun()).toMatchObject({ id, pieces: 0 });
    expect(await kept(1_000_000)).toBe(true);
    expect(await lastRun()).toMatchObject({ id, pieces: 1 });
  });

  test('go after the days that they are kept, and faults after 30', async () => {
    const rename = (name: string) =>
      imports.load(
        { 'companies.csv': withCell(example['companies.csv'], 2, 'name', name) },
        KEEPING,
      );
    await rename('Old');
    const old = await lastRun();
    await rename('New');
    const recent = await lastRun();
    await imports.refusal({ 'companies.csv': 'id,handle,name\r\nx,y,z\r\n' });
    await imports.rows(
      `update reporting.import_run set started_at = now() - interval '31 days', finished_at = now() - interval '31 days' where id in (${old.id}, ${recent.id + 1})`,
    );
    expect(await purgeImports(imports.db, 30)).toBe(2);
    const runs = await imports.rows(
      `select has_before as kept, (select count(*)::int from reporting.import_before where run_id = run.id) as pieces
      from reporting.import_run as run where id in (${old.id}, ${recent.id}) order by id`,
    );
    expect(runs).toEqual([
      { kept: false, pieces: 0 },
      { kept: true, pieces: 1 },
    ]);
  });

  test('of an import that kept none are refused in a sentence, and no file is overwritten', async () => {
    const target = path.join(folder, 'none.zip');
    const unknown = ['import', '--before', '0b8f2a3c-1111-4222-8333-000000000001', target];
    const { code, stderr } = await runReporting(unknown, { DATABASE_URL: imports.url });
    expect([code, stderr]).toEqual([1, expect.stringContaining('No rows are kept of an import')]);
    expect(existsSync(target)).toBe(false);
  });
});
