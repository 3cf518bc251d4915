import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { columnTables } from '../../src/export/template';
import { importFiles } from '../../src/records/files';
import { FILE_NAMES } from '../../src/records/import-file';
import { runReporting } from '../run-program';
import { startTestImports } from './test-folder';

const DOCUMENT = path.join(__dirname, '../../../../docs/import-columns.md');
const HEADING = 'beside examples.\n\n';

let folder: string;
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'template-')), 'new');
});
afterEach(() => rm(path.dirname(folder), { recursive: true }));

test('a template has all files and a README of every column, and can be imported as it is', async () => {
  const imports = await startTestImports();
  const env = { DATABASE_URL: imports.url };
  const written = await runReporting(['import', '--template', folder], env);
  expect(written).toMatchObject({ code: 0, stderr: '' });
  expect(written.stdout).toBe(`Wrote ${FILE_NAMES.length} files and README.md to ${folder}.\n`);
  expect((await readdir(folder)).sort()).toEqual([...FILE_NAMES, 'README.md'].sort());

  const readme = await readFile(path.join(folder, 'README.md'), 'utf8');
  for (const { name, columns } of importFiles)
    for (const column of [name, ...Object.keys(columns)]) expect(readme).toContain(column);

  const { code, stdout } = await runReporting(['import', folder], env);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^16 rows read, 16 inserted/)]);
  await imports.close();
});

test('a template does not overwrite files', async () => {
  await runReporting(['import', '--template', folder], {});
  await writeFile(path.join(folder, 'companies.csv'), 'mine');
  const { code, stderr } = await runReporting(['import', '--template', folder], {});
  expect([code, stderr]).toEqual([1, expect.stringMatching(/companies\.csv already exists;/)]);
  expect(await readFile(path.join(folder, 'companies.csv'), 'utf8')).toBe('mine');
});

test.each([[[]], [['a', '--template', 'b']]])('import %j is a usage error', async args => {
  expect(await runReporting(['import', ...args], {})).toMatchObject({ code: 2 });
});

/** Updated by `UPDATE_DOCUMENTS=1 npx jest template`. */
test('docs/import-columns.md lists every column as the import reads it', async () => {
  const document = await readFile(DOCUMENT, 'utf8');
  const before = document.slice(0, document.indexOf(HEADING) + HEADING.length);
  if (process.env.UPDATE_DOCUMENTS) await writeFile(DOCUMENT, before + columnTables());
  else expect(document.slice(before.length)).toBe(columnTables());
});
