import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const IMPORTER = path.join(__dirname, '../../../dist/import/uploads/importer.js');

test('the import process does not load the HTTP server, which would double its startup time', async () => {
  const load = `require(${JSON.stringify(IMPORTER)})`;
  const print =
    'process.stdout.write(JSON.stringify(Object.keys(require.cache)), () => process.exit())';
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', `${load}; ${print}`]);
  const loaded = JSON.parse(stdout) as string[];
  expect(loaded).toContain(IMPORTER);
  expect(loaded.filter(file => file.includes('/node_modules/express/'))).toEqual([]);
});
