import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root, setUp } from './setup.mjs';

/** `npm run verify` runs all static checks, longest first, as many at once as there are cores. */
const DOCUMENTS = ['apps/versioning/openapi.json', 'apps/reporting/openapi.json'];
const committed = DOCUMENTS.map(read);
await setUp();

const checks = [
  // Also reports what the compiler does.
  ['lint and types', 'oxlint/bin/oxlint'],
  ['import directions', 'dependency-cruiser/bin/dependency-cruise.mjs', 'apps', 'packages'],
  ['dead code', 'knip/bin/knip.js'],
  ['OpenAPI', '@redocly/cli/bin/cli.js', 'lint', ...DOCUMENTS],
  ['formatting', '@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  ['docs/settings.md', '../scripts/settings.mjs', '--check'],
];
// Texts of the console that are missing from the catalogs, no longer used, or not translated.
for (const [name, ...args] of [
  ['translations', 'sync', '--clean'],
  ['missing translations', 'missing'],
]) {
  const lingui = '../packages/console/node_modules/@lingui/cli/dist/lingui.js';
  const config = ['--config', 'packages/console/lingui.config.ts', '--workers', '1'];
  checks.push([name, lingui, 'check', ...args, ...config]);
}
const areFresh = DOCUMENTS.every((document, index) => read(document) === committed[index]);
say('generated files', areFresh);
// Migrations are exempt, because applied ones must not change.
const longLines = ['grep', '-nE', '.{121}', '--', '*.sql', ':!*/migrations/*'];
const { stdout, status } = spawnSync('git', longLines, { cwd: root, encoding: 'utf8' });
say('lines of SQL', status === 1, stdout);
// The rule applies since that day. A shallow clone has fewer commits, an archive none.
const newest = ['log', '--no-merges', '--since=2026-11-26T00:00Z', '-50', '--format=%s'];
const subjects = spawnSync('git', newest, { cwd: root, encoding: 'utf8' }).stdout ?? '';
const long = subjects
  .split('\n')
  .filter(subject => subject.length > 72)
  .map(subject => `longer than 72: ${subject}\n`);
say('subjects of commits', long.length === 0, long.join(''));
await Promise.all(Array.from({ length: availableParallelism() }, runChecks));

async function runChecks() {
  for (let check = checks.shift(); check; check = checks.shift()) {
    const [name, file, ...args] = check;
    const command = [path.join('node_modules', file), ...args];
    const options = { cwd: root, maxBuffer: Number.POSITIVE_INFINITY };
    const ran = promisify(execFile)(process.execPath, command, options);
    const { code = 0, stdout, stderr } = await ran.catch(error => error);
    say(name, code === 0, stdout + stderr);
  }
}

function say(name, hasPassed, output = '') {
  process.stdout.write(`verify: ${name}${hasPassed ? '' : ' failed'}\n${output}`);
  if (!hasPassed) process.exitCode = 1;
}

function read(file) {
  return readFileSync(path.join(root, file), 'utf8');
}
