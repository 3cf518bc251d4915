import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root, setUp } from './setup.mjs';

/**
 * `npm test [-- FILE …]`: Jest for the services, on a real database; Vitest for the console's pages, in jsdom.
 * Without a file both run; options go to Jest.
 */
const CONSOLE = 'packages/console/';
const given = process.argv.slice(2);
const pages = given.filter(name => name.startsWith(CONSOLE));
const others = given.filter(name => !name.startsWith(CONSOLE));

setUp();
const runs = [];
if (others.length > 0 || given.length === 0) {
  runs.push(run('node_modules/jest/bin/jest.js', others, root));
}
if (pages.length > 0 || given.length === 0) {
  const folder = path.join(root, CONSOLE);
  const files = pages.map(name => name.slice(CONSOLE.length));
  runs.push(run('node_modules/vitest/vitest.mjs', ['run', ...files], folder));
}
process.exitCode = runs.every(status => status === 0) ? 0 : 1;

function run(program, parameters, folder) {
  return spawnSync(process.execPath, [path.join(folder, program), ...parameters], {
    cwd: folder,
    stdio: 'inherit',
  }).status;
}
