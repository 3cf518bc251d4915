import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** The built command line of a service. */
export const cliOf = service => path.join(root, 'apps', service, 'dist', 'cli.js');

/** Generated during setup, or not part of a build. */
const NOT_SOURCE = ['node_modules', 'dist', 'generated', 'test', 'testing', 'openapi.json'];

const MANIFESTS = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];

/** The oldest Node.js that runs the services, for platforms without a package of the pinned version. */
const OLDEST_NODE = [22, 12];

/**
 * Installs dependencies and builds everything, unless it is up to date. Then continues in the Node.js version of .nvmrc,
 * which is one of the dependencies. `npm run` finds that one first, so only a new clone needs another process.
 */
export async function setUp() {
  installDependencies();
  await continueOnPinnedNode();
  buildAll();
}

export function installDependencies() {
  unlessStamped('node_modules/.installed', fingerprint(MANIFESTS), () =>
    pnpm('install', '--frozen-lockfile'),
  );
}

async function continueOnPinnedNode() {
  const { platform, arch, version } = process;
  if (version === `v${readFileSync(path.join(root, '.nvmrc'), 'utf8').trim()}`) return;
  const folder = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
  const node = path.join(root, 'node_modules', folder, 'bin', path.basename(process.execPath));
  if (existsSync(node)) return continueOn(node);
  if (isOlderThan(OLDEST_NODE)) {
    process.stderr.write(
      `Node.js ${OLDEST_NODE.join('.')} or later is required on ${platform}-${arch}; this is ${version}.\n`,
    );
    process.exit(1);
  }
}

export function isOlderThan([oldestMajor, oldestMinor]) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

/** Never resolves: this process exits with the exit code of its replacement. */
async function continueOn(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  whenParentExits(() => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  process.exit(code ?? 1);
}

/**
 * Calls `stop` once the parent process has exited. npm's signals do not pass the shell that it starts, so this process
 * would keep running.
 */
export function whenParentExits(stop) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 250);
  timer.unref();
}

function buildAll() {
  const sources = ['apps', 'packages', 'scripts/openapi'].flatMap(folder =>
    sourcesIn(folder)
      .filter(file => /\.(ts|tsx|css|html|svg|mjs|sql|json|prisma)$/.test(file))
      .sort(),
  );
  unlessStamped('node_modules/.built', fingerprint([...MANIFESTS, ...sources]), () => {
    // The console's types are generated from the OpenAPI document that the build of reporting writes.
    pnpm('-r', '--filter=!@platform/console', 'run', 'build');
    pnpm('--filter=@platform/console', 'run', 'build');
  });
}

/** Skips excluded folders without reading them: node_modules has a hundred times as many files as the sources. */
function sourcesIn(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(entry => !NOT_SOURCE.includes(entry.name))
    .flatMap(entry => {
      const name = path.join(folder, entry.name);
      return entry.isDirectory() ? sourcesIn(name) : [name];
    });
}

function unlessStamped(stamp, content, work) {
  const file = path.join(root, stamp);
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return;
  // Makes an interrupted setup start over.
  rmSync(file, { force: true });
  work();
  writeFileSync(file, content);
}

function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

/** Exits if the command fails. */
function pnpm(...args) {
  const { status } = runPnpm(args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}

/** Runs the pinned pnpm through npx, so that only Node.js and npm are required. */
export function runPnpm(args, options) {
  const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  // On Windows, only a shell finds npx.cmd; all arguments are constants in these scripts.
  const command = ['npx', '-y', packageManager, ...args].join(' ');
  return spawnSync(command, { cwd: root, shell: true, ...options });
}

/** Runs a program by its file, which requires neither a shell nor PATH. Returns its exit code. */
export function runNode(program, args, folder = root) {
  const command = [path.join(folder, program), ...args];
  return spawnSync(process.execPath, command, { cwd: folder, stdio: 'inherit' }).status ?? 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setUp();
