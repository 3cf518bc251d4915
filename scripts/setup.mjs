import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { whenParentExits } from './exit-with-parent.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** The program of a service, as it was built. */
export const cliOf = service => path.join(root, 'apps', service, 'dist', 'cli.js');

/** What is made by the set-up, or no part of a build. */
const NOT_SOURCE = ['node_modules', 'dist', 'generated', 'test', 'testing', 'openapi.json'];

const MANIFESTS = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];

/** The oldest Node.js that runs the services where the pinned one has no package. */
const OLDEST_NODE = [22, 12];

/**
 * Makes a checkout ready to run: dependencies, generated code, build. What is up to date is left as it
 * is, so a second time takes neither network nor time. The program then goes on in the Node.js of .nvmrc,
 * which is one of the dependencies: `npm run` finds it first, so this starts a process only on a new clone.
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
  const { platform, arch, version, versions } = process;
  if (version === `v${readFileSync(path.join(root, '.nvmrc'), 'utf8').trim()}`) return;
  const folder = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
  const node = path.join(root, 'node_modules', folder, 'bin', path.basename(process.execPath));
  if (existsSync(node)) return continueOn(node);
  const [major, minor] = versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    process.stderr.write(
      `Node.js ${OLDEST_NODE.join('.')} or later is needed on ${platform}-${arch}; this is ${version}.\n`,
    );
    process.exit(1);
  }
}

/** Never resolves: the program ends with the exit code of the one that takes its place. */
function continueOn(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  whenParentExits(() => child.kill('SIGTERM'));
  return new Promise((_, reject) => {
    child.once('error', reject);
    child.once('exit', code => process.exit(code ?? 1));
  });
}

function buildAll() {
  const sources = ['apps', 'packages', 'scripts/openapi'].flatMap(folder =>
    sourcesIn(folder)
      .filter(file => /\.(ts|tsx|css|html|svg|mjs|sql|json|prisma)$/.test(file))
      .sort(),
  );
  unlessStamped('node_modules/.built', fingerprint([...MANIFESTS, ...sources]), () => {
    // The console's types come from the document that the reporting service's build writes.
    pnpm('-r', '--filter=!@platform/console', 'run', 'build');
    pnpm('--filter=@platform/console', 'run', 'build');
  });
}

/** Enters no folder that is left out: node_modules has a hundred times the files of the sources. */
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
  // What ends halfway is begun anew.
  rmSync(file, { force: true });
  work();
  writeFileSync(file, content);
}

function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

/** Ends the program if it fails. */
function pnpm(...args) {
  const { status } = runPnpm(args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}

/** The pinned pnpm, through npm: nothing but Node.js and npm has to be there. */
export function runPnpm(args, options) {
  const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  // A shell finds npx.cmd on Windows; every argument is a constant of these scripts.
  const command = ['npx', '-y', packageManager, ...args].join(' ');
  return spawnSync(command, { cwd: root, shell: true, ...options });
}

/** A program of Node.js by its own file, so that no shell and no PATH is needed. Returns its exit code. */
export function runNode(program, args, folder = root) {
  const command = [path.join(folder, program), ...args];
  return spawnSync(process.execPath, command, { cwd: folder, stdio: 'inherit' }).status ?? 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setUp();
