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

test('a CSV file that is none of an import is left aside, and named', async () => {
  renameSync(path.join(folder, 'tickets.csv'), path.join(folder, 'Tickets.CSV'));
  const { code, stdout, stderr } = await runCommand(['import', folder], {
    DATABASE_URL: imports.url,
  });
  expect(code).toBe(0);
  expect(stdout).toContain('52 rows read');
  expect(stderr).toContain('Tickets.CSV is left aside');
});

test('a folder with the files of an import alone leaves none aside', async () => {
  const { stderr } = await runCommand(['import', folder], { DATABASE_URL: imports.url });
  expect(stderr).not.toContain('left aside');
});
