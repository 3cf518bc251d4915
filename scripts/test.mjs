import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root, setUp } from './setup.mjs';

setUp();
const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const { status } = spawnSync(process.execPath, [jest, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
