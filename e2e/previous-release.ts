import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * `npm run -s previous-release [-- COMMIT] [JEST ARGUMENTS]` runs the previous release's tests with its own code on the
 * schema and SQL functions of this release, as it does while replicas are being replaced.
 */
const PREVIOUS = '5dac53d30704307a7e97e20988e37f76991ac795';
const TESTS = [
  'apps/reporting/test/records/import/',
  'apps/reporting/test/reports/',
  'apps/versioning/test/(increments|idempotency)',
];

const given = process.argv.slice(2);
const commit = /^[0-9a-f]{7,40}$/.test(given[0] ?? '') ? given.shift()! : PREVIOUS;
const folder = path.join(tmpdir(), `previous-release-${commit}`);
checkOut();
useSchema();
npm('run', 'setup');
npm('test', '--', ...(given.length > 0 ? given : TESTS));

function checkOut(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = path.join(folder, 'archive.tar');
  const isKnown = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`]).status === 0;
  if (!isKnown) git('fetch', '--depth', '1', 'origin', commit);
  git('archive', '--output', archive, commit);
  run('tar', ['-xf', archive]);
}

/** Makes the previous release apply the migrations, SQL functions and privileges of this one instead of its own. */
function useSchema(): void {
  const migrations = 'packages/db/prisma/migrations';
  rmSync(path.join(folder, migrations), { recursive: true });
  cpSync(migrations, path.join(folder, migrations), { recursive: true });
  const source = 'apps/reporting/src';
  const definitions = readFileSync(path.join(source, 'main/definitions.ts'), 'utf8');
  const files = [...definitions.matchAll(/'(.+\.define\.sql)'/g)].map(([, file]) =>
    readFileSync(path.join(source, file!), 'utf8'),
  );
  const last = path.join(folder, migrations, '99999999999999_definitions');
  mkdirSync(last);
  const lacking = readFileSync(path.join(source, 'reports/row-security.sql'), 'utf8');
  const grants = `do $grants$ declare lack record; begin for lack in ${lacking} loop execute lack.statement; end loop; end $grants$;`;
  writeFileSync(path.join(last, 'migration.sql'), [...files, grants].join('\n'));
  const own = path.join(folder, source, 'definitions.ts');
  writeFileSync(own, readFileSync(own, 'utf8').replace(/files: \[[^\]]*\]/, 'files: []'));
}

function git(...args: string[]): void {
  run('git', args, { cwd: process.cwd() });
}

/** Runs npm with the Node.js version of the previous release. */
function npm(...args: string[]): void {
  const version = readFileSync(path.join(folder, '.nvmrc'), 'utf8').trim();
  const find = ['--yes', `--package=node@${version}`, '--', 'node', '-p', 'process.execPath'];
  const { stdout } = spawnSync('npx', find, { cwd: folder, encoding: 'utf8' });
  const PATH = [path.dirname(stdout.trim()), process.env.PATH].join(path.delimiter);
  run('npm', args, { env: { ...process.env, PATH } });
}

function run(command: string, args: readonly string[], options: SpawnSyncOptions = {}): void {
  const { status } = spawnSync(command, args, { cwd: folder, stdio: 'inherit', ...options });
  if (status !== 0) process.exit(status ?? 1);
}
