import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root, setUp } from './setup.mjs';

/** `npm run bench [-- NAME]`: runs bench/NAME.mjs on a build that is up to date; increments by default. */
const [name = 'increments'] = process.argv.slice(2);
const file = path.join(root, 'bench', `${name}.mjs`);
if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
  process.stderr.write(`There is no bench/${name}.mjs.\n`);
  process.exit(2);
}
setUp();
process.exitCode = spawnSync(process.execPath, [file], { cwd: root, stdio: 'inherit' }).status ?? 1;
