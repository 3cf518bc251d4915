import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root, runNode, setUp } from './setup.mjs';

/** Lint, types, formatting, dead code, the documents' own rules, and generated files being fresh. */
const DOCUMENTS = ['apps/versioning/openapi.json', 'apps/reporting/openapi.json'];
const committed = DOCUMENTS.map(read);
setUp();

const checks = [
  [
    'generated files',
    () => DOCUMENTS.every((document, index) => read(document) === committed[index]),
  ],
  ['docs/settings.md', () => run('../scripts/settings.mjs', '--check')],
  ['formatting', () => run('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.')],
  ['types', () => run('typescript/bin/tsc', '-p', 'tsconfig.json')],
  ['types of the console', () => run('typescript/bin/tsc', '-p', 'packages/console')],
  ['lint', () => run('eslint/bin/eslint.js', '--max-warnings', '0', '.')],
  ['import cycles', () => run('dependency-cruiser/bin/dependency-cruise.mjs', 'apps', 'packages')],
  ['dead code', () => run('knip/bin/knip.js')],
  ['OpenAPI', () => run('@redocly/cli/bin/cli.js', 'lint', ...DOCUMENTS)],
];
for (const [name, passes] of checks) {
  process.stdout.write(`verify: ${name}\n`);
  if (passes()) continue;
  process.stderr.write(`verify: ${name} failed\n`);
  process.exitCode = 1;
}

function read(file) {
  return readFileSync(path.join(root, file), 'utf8');
}

function run(file, ...args) {
  return runNode(path.join('node_modules', file), args) === 0;
}
