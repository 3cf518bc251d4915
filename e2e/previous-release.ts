import assert from 'node:assert/strict';
import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * `npm run -s previous-release [-- COMMIT] [JEST ARGUMENTS]` upgrades a database of the previous release, and runs that
 * release's tests with its own code on the schema and SQL functions of this release, as it does while replicas are being
 * replaced.
 */
const PREVIOUS = '5dac53d30704307a7e97e20988e37f76991ac795';
const TESTS = [
  'apps/reporting/test/records/import/',
  'apps/reporting/test/reports/',
  'apps/versioning/test/(increments|idempotency)',
];

/** Returns the output instead of printing it. */
const OUTPUT: SpawnSyncOptions['stdio'] = ['ignore', 'pipe', 'inherit'];

const given = process.argv.slice(2);
const commit = /^[0-9a-f]{7,40}$/.test(given[0] ?? '') ? given.shift()! : PREVIOUS;
const folder = path.join(tmpdir(), `previous-release-${commit}`);
checkOut();
const PATH = pathOfNode();
npm('run', 'setup');
upgrade();
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

/** Upgrades the demo, after which the previous release has to start without replacing any SQL function. */
function upgrade(): void {
  const { DATABASE_URL: _, ...rest } = process.env;
  const env = { ...rest, DATA_DIR: path.join(folder, 'upgraded') };
  const command = ['run', '--silent', 'reporting', '--'];
  const previous = { env: { ...env, PATH } };
  const next = { cwd: process.cwd(), env };
  run('npm', [...command, 'demo'], previous);
  run('npm', [...command, 'migrate'], next);
  run('npm', [...command, 'verify'], next);
  const applied = run('npm', [...command, 'migrate'], { ...previous, stdio: OUTPUT });
  assert.equal(applied.trim(), 'The database is up to date.');
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

/** Returns PATH with the Node.js version of the previous release. */
function pathOfNode(): string {
  const version = readFileSync(path.join(folder, '.nvmrc'), 'utf8').trim();
  const find = ['--yes', `--package=node@${version}`, '--', 'node', '-p', 'process.execPath'];
  const node = run('npx', find, { stdio: OUTPUT });
  return [path.dirname(node.trim()), process.env.PATH].join(path.delimiter);
}

function npm(...args: string[]): void {
  run('npm', args, { env: { ...process.env, PATH } });
}

/** Returns the output unless it is inherited. */
function run(command: string, args: readonly string[], options: SpawnSyncOptions = {}): string {
  const inherited = { cwd: folder, stdio: 'inherit', ...options } as const;
  const { status, stdout } = spawnSync(command, args, inherited);
  if (status !== 0) process.exit(status ?? 1);
  return String(stdout);
}
