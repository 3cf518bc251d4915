import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root, setUp } from './setup.mjs';

/** `node scripts/run.mjs FILE.ts …`: a TypeScript program of this repository, in a checkout that is set up. */
setUp();
const tsx = path.join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
const { status } = spawnSync(process.execPath, [tsx, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
