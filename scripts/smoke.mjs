import { exec, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './setup.mjs';

/**
 * `npm start` as a newcomer meets it, twice on one folder: the printed curl lines work as pasted, Ctrl-C
 * ends everything, and the second time the packages and the credentials are the ones of the first. Beside
 * one that runs, another says which port is taken, and prints no credentials.
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
  check(first.versions.join() === '0.1.0,0.1.0', `the first visit saw ${first.versions}`);
  check(second.versions.join() === '0.2.0,0.2.0', `the second visit saw ${second.versions}`);
  check(first.greeting === second.greeting, 'the second start prints other credentials');
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
    await expectRefusalBeside();
    return { greeting, versions };
  } finally {
    // Ctrl-C: the terminal sends it to the whole group.
    if (npm.exitCode === null) process.kill(-npm.pid, 'SIGINT');
    await ended(npm);
  }
}

async function expectMetrics(port, service) {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const isOfService = (await response.text()).includes(`${service}_build_info`);
  check(isOfService, `no metrics of ${service} on port ${port}`);
}

async function expectRefusalBeside() {
  const another = await promisify(exec)('npm start', { cwd: root, env }).catch(error => error);
  check(another.code === 1, `npm start beside another ended with ${another.code ?? 0}`);
  check(
    another.stderr.includes('set VERSIONING_PORT'),
    `it does not name the port: ${another.stderr}`,
  );
  check(!another.stdout.includes('curl'), 'npm start beside another still prints the greeting');
}

function greetingOf(npm) {
  return new Promise((resolve, reject) => {
    let text = '';
    npm.stdout.on('data', data => {
      text += data;
      if (text.includes('Ctrl-C stops everything')) resolve(text);
    });
    npm.once('exit', code => reject(new Error(`npm start ended with ${code}: ${text}`)));
  });
}

/** Waits until no process of the group and no server of the folder is left. */
async function ended(npm) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const hasServer = existsSync(path.join(dataDir, 'postgres', 'data', 'postmaster.pid'));
    if (isGroupGone(npm.pid) && !hasServer) return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error('a process stayed after Ctrl-C');
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
