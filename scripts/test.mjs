import path from 'node:path';
import { root, runNode, setUp } from './setup.mjs';

/**
 * `npm test [-- FILE …]` runs Jest for the services, on a real database, and Vitest for the console's pages, in jsdom.
 * Options are passed to Jest.
 */
const CONSOLE = 'packages/console';
const given = process.argv.slice(2);
const pages = given.filter(name => name.startsWith(CONSOLE));
const others = given.filter(name => !name.startsWith(CONSOLE));

await setUp();
const codes = [];
if (others.length > 0 || given.length === 0) {
  codes.push(runNode('node_modules/jest/bin/jest.js', others));
}
if (pages.length > 0 || given.length === 0) {
  const files = pages.map(name => name.slice(CONSOLE.length + 1));
  const folder = path.join(root, CONSOLE);
  codes.push(runNode('node_modules/vitest/vitest.mjs', ['run', ...files], folder));
}
process.exitCode = codes.every(code => code === 0) ? 0 : 1;
