import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runPnpm, setUp } from '../scripts/setup.mjs';
import { faultsOf } from './mutations/faults.js';
import { root } from './scratch/programs.js';

/**
 * `npm run mutations [-- --count 100 --seed 1 --area NAME]`: puts small faults into the code, one at a time,
 * and runs the tests of its area on each, the nearest first, until one fails. Prints the faults that no test
 * noticed, and exits with 1 if they are more than one in twenty.
 */
const AREAS: Record<string, { sources: string[]; tests: string[] }> = {
  authentication: {
    sources: [
      'apps/reporting/src/identity/authentication',
      'apps/reporting/src/identity/sign-in/password-checks.ts',
      'apps/reporting/src/identity/sign-in/tokens.ts',
      'apps/versioning/src/api-keys/authenticate.ts',
      'apps/versioning/src/api-keys/find-key.sql',
      'apps/versioning/src/api-keys/key-access.ts',
      'apps/versioning/src/trusted-issuers',
      'packages/auth/src',
    ],
    tests: [
      'apps/reporting/test/access',
      'apps/reporting/test/schedules',
      'apps/versioning/test/authentication.test.ts',
      'apps/versioning/test/keys.test.ts',
      'apps/versioning/test/trusted-issuers.test.ts',
      'packages/auth/test',
    ],
  },
  scope: {
    sources: [
      'apps/reporting/src/reports/selection.ts',
      'apps/reporting/src/reports/find-selection.sql',
      'apps/reporting/src/reports/organization-scope.ts',
      'apps/reporting/src/reports/report-controller.ts',
      'apps/reporting/src/reports/servers',
    ],
    tests: [
      'apps/reporting/test/reports',
      'apps/reporting/test/isolation',
      'apps/reporting/test/identity/authentication',
    ],
  },
  increments: {
    sources: ['apps/versioning/src/packages', 'apps/versioning/src/idempotency'],
    tests: ['apps/versioning/test'],
  },
  tables: {
    sources: ['apps/reporting/src/reports/table'],
    tests: ['apps/reporting/test/reports'],
  },
  import: {
    sources: ['apps/reporting/src/import'],
    tests: ['apps/reporting/test/records'],
  },
};

interface Mutant {
  readonly area: string;
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
  /** The file as it is with the fault. */
  readonly text: string;
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    area: { type: 'string' },
  },
});
const areas = Object.keys(AREAS).filter(name => values.area === undefined || name === values.area);
if (areas.length === 0) fail(`There is no area ${values.area}: ${Object.keys(AREAS).join(', ')}.`);
if (git('status', '--porcelain', '--', 'apps', 'packages') !== '') {
  fail('Commit or stash changes of apps/ and packages/ first.');
}

for (const { sources, tests } of Object.values(AREAS)) {
  const missing = [...sources, ...tests].find(each => !existsSync(path.join(root, each)));
  if (missing !== undefined) fail(`There is no ${missing}.`);
}

await setUp();

// Ctrl-C ends the tests, and they this program: ending by itself, it would leave a fault in the code.
process.on('SIGINT', () => undefined);

let [tried, survived] = [0, 0];
const summary: string[] = [];
for (const area of areas) {
  // Else every fault would seem caught.
  const failure = failureOf(AREAS[area]!.tests);
  if (failure !== null) fail(`The tests of ${area} fail without a fault: ${failure}`);
  const mutants = sample(mutantsOf(area), Math.ceil(Number(values.count) / areas.length));
  const survivors = mutants.filter(mutant => !isCaught(mutant));
  summary.push(`${area}: ${mutants.length - survivors.length} of ${mutants.length} faults caught`);
  summary.push(...survivors.map(mutant => `  not caught: ${describe(mutant)}`));
  tried += mutants.length;
  survived += survivors.length;
}
process.stdout.write(`\n${summary.join('\n')}\n${tried - survived} of ${tried} faults caught\n`);
process.exitCode = survived * 20 > tried ? 1 : 0;

function isCaught(mutant: Mutant): boolean {
  const { tests } = AREAS[mutant.area]!;
  const noticed = withMutant(mutant, () => failureOf(tests, mutant.file));
  const outcome = noticed === null ? 'NOT CAUGHT' : 'caught';
  process.stdout.write(`${outcome} ${describe(mutant)}\n`);
  if (noticed !== null) process.stdout.write(`  by: ${noticed}\n`);
  return noticed !== null;
}

function mutantsOf(area: string): Mutant[] {
  return AREAS[area]!.sources.flatMap(source => filesOf(source)).flatMap(file => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return faultsOf(file, text).map(({ start, end, replacement }) => {
      const mutated = text.slice(0, start) + replacement + text.slice(end);
      const line = text.slice(0, start).split('\n').length;
      const lineOf = (whole: string) => whole.split('\n')[line - 1]!.trim();
      return { area, file, line, before: lineOf(text), after: lineOf(mutated), text: mutated };
    });
  });
}

function filesOf(source: string): string[] {
  if (path.extname(source) !== '') return [source];
  return readdirSync(path.join(root, source), { recursive: true, encoding: 'utf8' })
    .filter(file => /(?<!\.dto)\.(ts|sql)$/.test(file))
    .map(file => path.join(source, file))
    .sort();
}

function sample(mutants: Mutant[], count: number): Mutant[] {
  let state = Number(values.seed);
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  return mutants
    .map(mutant => ({ mutant, order: random() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

/** Commands and processes are tested as they are built. A fault that does not build is caught. */
function withMutant({ file, text }: Mutant, act: () => string | null): string | null {
  const target = path.join(root, file);
  const original = readFileSync(target, 'utf8');
  const restore = () => {
    writeFileSync(target, original);
  };
  writeFileSync(target, text);
  process.once('exit', restore);
  try {
    return build(file) ? act() : 'the build';
  } finally {
    restore();
    process.removeListener('exit', restore);
    if (!build(file)) fail('The build fails without the fault.');
  }
}

/** Builds the package of a file; false where that fails. */
function build(file: string): boolean {
  const folder = file.split(path.sep).slice(0, 2).join('/');
  const { status, signal } = runPnpm(['--dir', folder, 'run', 'build'], { stdio: 'ignore' });
  if (signal !== null) process.exit(130);
  return status === 0;
}

/** The title of the first test that fails, those nearest to the fault first, or null. What hangs counts as caught. */
function failureOf(tests: string[], fault = ''): string | null {
  const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const sequencer = path.join(root, 'e2e', 'mutations', 'nearest-first.cjs');
  const { status, signal, error, stderr } = spawnSync(
    process.execPath,
    [jest, '--bail', '--forceExit', '--testSequencer', sequencer, ...tests],
    // As long as only what hangs takes, also on a machine that does other work.
    {
      cwd: root,
      env: { ...process.env, FAULT: fault },
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      maxBuffer: Infinity,
      timeout: 600_000,
    },
  );
  if (error !== undefined) {
    // A worker within an endless loop outlives its parent.
    spawnSync('pkill', ['-KILL', '-f', path.join(root, 'node_modules', '.pnpm', 'jest-worker')]);
    return 'no end';
  }
  // Ctrl-C ended the tests: nothing was noticed, and the exit restores the file.
  if (signal !== null) process.exit(130);
  if (status === 0) return null;
  return /^ +● (.*)/m.exec(stderr)?.[1] ?? 'the tests do not start';
}

function describe({ file, line, before, after }: Mutant) {
  return `${file}:${line}  ${before}  →  ${after}`;
}

function git(...args: string[]) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

function fail(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(2);
}
