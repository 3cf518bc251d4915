import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const IMPORTER = path.join(__dirname, '../../../dist/import/uploads/importer.js');

test('the process of an import loads nothing that serves HTTP, which would double its start', async () => {
  const load = `require(${JSON.stringify(IMPORTER)})`;
  const print =
    'process.stdout.write(JSON.stringify(Object.keys(require.cache)), () => process.exit())';
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', `${load}; ${print}`]);
  const loaded = JSON.parse(stdout) as string[];
  expect(loaded).toContain(IMPORTER);
  expect(loaded.filter(file => file.includes('/node_modules/express/'))).toEqual([]);
});
