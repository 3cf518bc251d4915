import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from '../../start-process';
import { EXAMPLE, startTestImports, type TestImports } from './test-folder';

let imports: TestImports;
let folder: string;
beforeEach(async () => {
  imports = await startTestImports();
  folder = mkdtempSync(path.join(tmpdir(), 'import-'));
  cpSync(EXAMPLE, folder, { recursive: true });
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await imports.close();
});

test('a CSV file that is none of an import is ignored and named, with the name that was meant', async () => {
  renameSync(path.join(folder, 'tickets.csv'), path.join(folder, 'Tickets.CSV'));
  const { code, stdout, stderr } = await runCommand(['import', folder], {
    DATABASE_URL: imports.url,
  });
  expect(code).toBe(0);
  expect(stderr).not.toContain('Tickets');
  expect(stdout).toContain(
    'Ignored, as no file of an import: Tickets.CSV (rename it to tickets.csv).',
  );
  expect(stdout).toContain('52 rows read');
});

test('a folder with the files of an import alone ignores none', async () => {
  const { stdout } = await runCommand(['import', folder], { DATABASE_URL: imports.url });
  expect(stdout).not.toContain('Ignored');
});
