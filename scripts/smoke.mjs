import { exec, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './setup.mjs';

/**
 * Runs `npm start` as a newcomer would, twice in one folder: the printed curl commands work, Ctrl-C stops everything,
 * and the second run has the packages and credentials of the first. A concurrent run fails, naming the port in use, and
 * prints no credentials.
 */
const dataDir = await mkdtemp(path.join(tmpdir(), 'smoke-'));
await chmod(dataDir, 0o755);
const env = {
  ...process.env,
  DATA_DIR: dataDir,
  VERSIONING_PORT: '3901',
  REPORTING_PORT: '3902',
  METRICS_PORT: '3903',
};
delete env.DATABASE_URL;

try {
  const first = await visit();
  const second = await visit();
  check(first.versions.join() === '0.1.0,0.1.0', `the first visit got ${first.versions}`);
  check(second.versions.join() === '0.2.0,0.2.0', `the second visit got ${second.versions}`);
  check(first.greeting === second.greeting, 'the second start prints different credentials');
  process.stdout.write('smoke: npm start works, stops, and works again\n');
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function visit() {
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const greeting = await greetingOf(npm);
    const lines = greeting.split('\n').map(line => line.trim());
    const versions = [];
    for (const line of lines.filter(text => text.startsWith('curl '))) {
      const { stdout } = await promisify(exec)(`${line} -fsS`);
      const { Version } = JSON.parse(stdout);
      if (Version) versions.push(Version);
    }
    await expectMetrics(3903, 'versioning');
    await expectMetrics(3904, 'reporting');
    await expectSecondStartToFail();
    return { greeting, versions };
  } finally {
    // For Ctrl-C, a terminal signals the whole process group.
    if (npm.exitCode === null) process.kill(-npm.pid, 'SIGINT');
    await waitUntilGone(npm);
  }
}

async function expectMetrics(port, service) {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const isOfService = (await response.text()).includes(`${service}_build_info`);
  check(isOfService, `no metrics of ${service} on port ${port}`);
}

async function expectSecondStartToFail() {
  const other = await promisify(exec)('npm start', { cwd: root, env }).catch(error => error);
  check(other.code === 1, `a concurrent npm start exited with ${other.code ?? 0}`);
  check(other.stderr.includes('set VERSIONING_PORT'), `the port is not named: ${other.stderr}`);
  check(!other.stdout.includes('curl'), 'a concurrent npm start prints the greeting');
}

function greetingOf(npm) {
  return new Promise((resolve, reject) => {
    let text = '';
    npm.stdout.on('data', data => {
      text += data;
      if (text.includes('Ctrl-C stops everything')) resolve(text);
    });
    npm.once('exit', code => reject(new Error(`npm start exited with ${code}: ${text}`)));
  });
}

/** Resolves once the process group and the database server are gone. */
async function waitUntilGone(npm) {
  for (let attempt = 0; attempt < 600; attempt++) {
    const hasServer = existsSync(path.join(dataDir, 'postgres', 'data', 'postmaster.pid'));
    if (isGroupGone(npm.pid) && !hasServer) return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error('a process is still running after Ctrl-C');
}

function isGroupGone(group) {
  try {
    process.kill(-group, 0);
    return false;
  } catch {
    return true;
  }
}

function check(holds, complaint) {
  if (!holds) throw new Error(`smoke: ${complaint}`);
}
