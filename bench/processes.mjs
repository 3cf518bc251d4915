import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = path.dirname(fileURLToPath(import.meta.url));
const cli = path.join(here, '..', 'apps', 'versioning', 'dist', 'cli.js');
const reporting = path.join(here, '..', 'apps', 'reporting', 'dist', 'cli.js');
const run = promisify(execFile);

/** The service as it is deployed, but for limits that would end the run, with a key of its own. */
export async function startService(databaseUrl) {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_DEFAULT: 'off',
    LOG_LEVEL: 'warn',
  };
  await run(process.execPath, [cli, 'migrate'], { env });
  const { stdout } = await run(process.execPath, [cli, 'keys', 'create', '--name', 'bench'], {
    env,
  });
  const service = await start([cli, 'serve'], env, '/api/health');
  return { ...service, headers: { authorization: `Bearer ${stdout.trim()}` } };
}

/** Reporting on demonstration data, and the secret of its reader; without limits that would end the run. */
export async function startReporting(databaseUrl, size = 'small') {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    RATE_LIMIT_DEFAULT: 'off',
    RATE_LIMIT_REPORTS: 'off',
    REPORT_CONCURRENCY: '32',
    LOG_LEVEL: 'warn',
  };
  const command = async (...args) =>
    (await run(process.execPath, [reporting, ...args], { env })).stdout;
  await command('migrate');
  const { email, company } = JSON.parse(await command('demo', '--size', size, '--json'));
  const secret = await command('secrets', 'create', '--email', email, '--company', company);
  const service = await start([reporting, 'serve'], env, '/diagnostic/health');
  return { ...service, headers: { authorization: `Bearer ${secret.trim()}` } };
}

export async function startBaseline(databaseUrl) {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  return { ...(await start([path.join(here, 'baseline.mjs')], env, '/')), headers: {} };
}

async function start(command, env, health) {
  const port = await freePort();
  const child = spawn(process.execPath, command, {
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = new Promise(resolve => child.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url + health).catch(() => null))) await new Promise(r => setTimeout(r, 50));
  return {
    url,
    pid: child.pid,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

function freePort() {
  return new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
