import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './scratch/programs.js';

/**
 * `npm run mutations [-- --count 100 --seed 1 --area NAME]`: puts small faults into the code, one at a time,
 * and runs the tests of its area on each. Prints the faults that no test noticed, and exits with 1 if they are
 * more than one in twenty.
 */
const AREAS: Record<string, { sources: string[]; tests: string[] }> = {
  authentication: {
    sources: ['apps/reporting/src/access/authentication', 'packages/auth/src'],
    tests: ['apps/reporting/test/access/authentication', 'packages/auth/test'],
  },
  scope: {
    sources: [
      'apps/reporting/src/reports/selection.ts',
      'apps/reporting/src/reports/organization-scope.ts',
    ],
    tests: ['apps/reporting/test/reports', 'apps/reporting/test/access/authentication'],
  },
  increments: {
    sources: ['apps/versioning/src/packages', 'apps/versioning/src/idempotency'],
    tests: ['apps/versioning/test'],
  },
  tables: {
    sources: ['apps/reporting/src/reports/table'],
    tests: ['apps/reporting/test/reports/table', 'apps/reporting/test/reports/achievement-gaps'],
  },
  import: {
    sources: ['apps/reporting/src/records/import'],
    tests: ['apps/reporting/test/records/import'],
  },
};

const OPERATORS: Record<string, [RegExp, string][]> = {
  '.ts': [
    [/ === /g, ' !== '],
    [/ !== /g, ' === '],
    [/ < /g, ' <= '],
    [/ > /g, ' >= '],
    [/ <= /g, ' < '],
    [/ >= /g, ' > '],
    [/ && /g, ' || '],
    [/ \|\| /g, ' && '],
    [/ \?\? /g, ' && '],
    [/\btrue\b/g, 'false'],
    [/\bfalse\b/g, 'true'],
    [/ \+ /g, ' - '],
    [/if \(!/g, 'if ('],
    [/\bthrow /g, 'void '],
    [/\b([1-9]\d*)\b/g, '($1 + 1)'],
  ],
  '.sql': [
    [/ = /g, ' <> '],
    [/ < /g, ' <= '],
    [/ <= /g, ' < '],
    [/ > /g, ' >= '],
    [/\band\b/g, 'or'],
    [/\bor\b/g, 'and'],
    [/\bnot /g, ''],
    [/\bdesc\b/g, 'asc'],
    [/\bmin\(/g, 'max('],
    [/\bmax\(/g, 'min('],
    [/ \+ 1\b/g, ' + 2'],
    [/\btrue\b/g, 'false'],
    [/\bfalse\b/g, 'true'],
  ],
};

interface Mutant {
  area: string;
  file: string;
  line: number;
  before: string;
  after: string;
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    area: { type: 'string' },
  },
});
const areas = Object.keys(AREAS).filter(name => values.area === undefined || name === values.area);
if (git('status', '--porcelain', '--', 'apps', 'packages') !== '') {
  process.stderr.write('Commit or stash changes of apps/ and packages/ first.\n');
  process.exit(2);
}
const survivors: Mutant[] = [];
const chosen = areas.flatMap(area =>
  sample(listMutants(area), Math.ceil(Number(values.count) / areas.length)),
);
for (const [index, mutant] of chosen.entries()) {
  const isCaught = withMutant(mutant, () => !passes(AREAS[mutant.area]!.tests));
  if (!isCaught) survivors.push(mutant);
  process.stdout.write(
    `${index + 1}/${chosen.length} ${isCaught ? 'caught' : 'SURVIVED'} ${describe(mutant)}\n`,
  );
}
process.stdout.write(`\n${chosen.length - survivors.length} of ${chosen.length} faults caught\n`);
for (const mutant of survivors) process.stdout.write(`not caught: ${describe(mutant)}\n`);
process.exitCode = survivors.length * 20 > chosen.length ? 1 : 0;

function listMutants(area: string): Mutant[] {
  return AREAS[area]!.sources.flatMap(source => filesOf(source)).flatMap(file => {
    const operators = OPERATORS[path.extname(file)] ?? [];
    return readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((text, index) =>
        isCode(text)
          ? operators.flatMap(([pattern, replacement]) =>
              [...text.matchAll(pattern)].map(match => ({
                area,
                file,
                line: index + 1,
                before: text,
                after:
                  text.slice(0, match.index) +
                  match[0].replace(new RegExp(pattern.source), replacement) +
                  text.slice(match.index + match[0].length),
              })),
            )
          : [],
      );
  });
}

/** Comments, imports, decorators and one-line texts have no behaviour that a fault could change. */
function isCode(line: string) {
  return !/^\s*(\/\/|\/?\*|--|import |export (type|interface)|@|'|`)/.test(line);
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

function withMutant<T>({ file, line, after }: Mutant, act: () => T): T {
  const target = path.join(root, file);
  const original = readFileSync(target, 'utf8');
  const lines = original.split('\n');
  lines[line - 1] = after;
  writeFileSync(target, lines.join('\n'));
  const restore = () => {
    writeFileSync(target, original);
  };
  process.once('exit', restore);
  try {
    return act();
  } finally {
    restore();
    process.removeListener('exit', restore);
  }
}

/** Whether all tests pass. A fault that makes them hang counts as caught. */
function passes(tests: string[]) {
  const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const { status } = spawnSync(process.execPath, [jest, '--bail', '--forceExit', ...tests], {
    cwd: root,
    stdio: 'ignore',
    timeout: 300_000,
  });
  return status === 0;
}

function describe({ file, line, before, after }: Mutant) {
  return `${file}:${line}  ${before.trim()}  →  ${after.trim()}`;
}

function git(...args: string[]) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
