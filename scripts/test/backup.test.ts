import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postgresAccount, runPostgresProgram } from '../../packages/db/src/embedded/programs';
import { freePort } from '../../packages/db/testing';
import { onServer } from '../../packages/db/testing/on-server';
import { startServiceProcess } from '../../packages/service/testing';

const root = path.join(__dirname, '..', '..');

/** pg_dump and the server must have the same version. */
const DEBIAN = '/usr/lib/postgresql';
const [version] = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort().reverse() : [];
const programs = path.join(DEBIAN, version ?? '', 'bin');
const testWithPostgres = existsSync(path.join(programs, 'initdb')) ? test : test.skip;

/** The commands in docs/backup.md, in order. */
const blocks = [
  ...readFileSync(path.join(root, 'docs/backup.md'), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms),
].map(([, commands]) => commands!);
const [dump, erasures, ...restore] = blocks as [string, string, ...string[]];

let folder: string;
const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'services-backup-'));
  chmodSync(folder, 0o755);
});
afterAll(async () => {
  for (const each of undo.reverse()) await each();
  await rm(folder, { recursive: true });
});

/** Starts a server that requires no passwords; returns the administrator's URL. */
async function startServer(name: string): Promise<string> {
  const directory = path.join(folder, name);
  mkdirSync(directory);
  const account = process.getuid?.() === 0 ? await postgresAccount() : undefined;
  if (account) await chown(directory, account.uid, account.gid);
  const run = (program: string, ...args: string[]) =>
    runPostgresProgram(path.join(programs, program), [`--pgdata=${directory}`, ...args], account);
  await run('initdb', '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-sync');
  const port = await freePort();
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  await run('pg_ctl', 'start', '--wait', `--log=${directory}/log`, `--options=${options}`);
  undo.push(() => run('pg_ctl', 'stop', '--wait', '--mode=immediate'));
  return `postgresql://postgres@127.0.0.1:${port}/postgres`;
}

const on = (server: string, service: string) =>
  Object.assign(new URL(server), {
    username: service,
    password: 'a password',
    pathname: `/${service}`,
  }).href;

/** Returns a folder for PATH with `versioning` and `reporting`, as in the images. */
function createCommands(): string {
  const bin = path.join(folder, 'bin');
  mkdirSync(bin);
  for (const service of ['versioning', 'reporting']) {
    const cli = path.join(root, 'apps', service, 'dist/cli.js');
    writeFileSync(
      path.join(bin, service),
      `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`,
      { mode: 0o755 },
    );
  }
  return bin;
}

/** Runs commands until the first failure. */
async function shell(commands: string, env: Record<string, string>): Promise<string> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', data => (stdout += String(data)));
  child.stderr.on('data', data => (stderr += String(data)));
  const code = await new Promise(resolve => child.once('close', resolve));
  if (code !== 0) throw new Error(`exit code ${String(code)} of\n${commands}\n${stdout}${stderr}`);
  return stdout;
}

/** Settings of libpq for commands without a URL; the systemd unit uses the socket. */
function clientOf(server: string): Record<string, string> {
  const { hostname, port, username } = new URL(server);
  return { PGHOST: hostname, PGPORT: port, PGUSER: username };
}

/** Runs the commands of the systemd unit for reporting's database in the folder of backups. */
async function runUnit(env: Record<string, string>): Promise<void> {
  const unit = readFileSync(path.join(root, 'deploy/systemd/services-backup@.service'), 'utf8');
  const commands = [...unit.matchAll(/^ExecStart=(.*)$/gm)].map(([, command]) => command!);
  expect(commands).toHaveLength(2);
  const script = commands
    .join('\n')
    .replaceAll('$$', '$')
    .replaceAll('%%', '%')
    .replaceAll('%i', 'reporting')
    .replaceAll('/opt/services/node_modules/.bin/node', process.execPath)
    .replaceAll('/opt/services', root);
  await shell(`cd "$BACKUPS"\n${script}`, env);
}

async function serve(service: 'versioning' | 'reporting', databaseUrl: string): Promise<string> {
  const { url, kill } = await startServiceProcess(
    {
      cli: path.join(root, 'apps', service, 'dist/cli.js'),
      health: service === 'versioning' ? '/api/health' : '/diagnostic/health',
    },
    {
      DATABASE_URL: databaseUrl,
      ENVIRONMENT: 'live',
      SESSION_SECRET: 'a session secret of the restored service',
    },
  );
  undo.push(() => kill('SIGKILL'));
  return url;
}

testWithPostgres(
  'docs/backup.md, run as printed, restores both services on a new server',
  async () => {
    const [oldServer, newServer] = await Promise.all([startServer('old'), startServer('new')]);
    const env = {
      PATH: `${createCommands()}:${programs}:${process.env.PATH}`,
      HOME: folder,
      ENVIRONMENT: 'live',
      VERSIONING_DB: on(oldServer, 'versioning'),
      REPORTING_DB: on(oldServer, 'reporting'),
      BACKUPS: folder,
      NEW_SERVER: newServer,
      VERSIONING_PASSWORD: 'a password',
      REPORTING_PASSWORD: 'a password',
      NEW_VERSIONING_DB: on(newServer, 'versioning'),
      NEW_REPORTING_DB: on(newServer, 'reporting'),
      REPOSITORY: path.join(folder, 'my-app'),
    };

    // Both services are running, with releases, the demo organization and queued jobs.
    const [roles] = restore;
    await shell(roles!, { ...env, NEW_SERVER: oldServer });
    const { email, company } = JSON.parse(
      await shell(
        `DATABASE_URL=$VERSIONING_DB versioning migrate >&2
         DATABASE_URL=$REPORTING_DB reporting migrate >&2
         DATABASE_URL=$REPORTING_DB reporting accounts create --email gone@example.org --name Gone >&2
         DATABASE_URL=$REPORTING_DB reporting demo --json`,
        env,
      ),
    ) as { email: string; company: string };
    const versioning = await serve('versioning', env.VERSIONING_DB);
    await serve('reporting', env.REPORTING_DB);
    const key = (
      await shell('DATABASE_URL=$VERSIONING_DB versioning keys create --name old', env)
    ).trim();
    const release = () =>
      fetch(`${versioning}/api/packages/my-app/increment/minor`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}` },
      });
    await release();

    await shell(dump, env);
    // After the dump, a person is erased, and a version is released and tagged.
    await shell(
      'DATABASE_URL=$REPORTING_DB reporting accounts erase --email gone@example.org --confirm gone@example.org',
      env,
    );
    await shell(erasures, env);
    await runUnit({ ...env, ...clientOf(oldServer), DATABASE_URL: env.REPORTING_DB });
    const [list] = readdirSync(folder).filter(name =>
      /^reporting-[\d-]+\.erasures\.txt$/.test(name),
    );
    expect(readFileSync(path.join(folder, list!), 'utf8')).toBe(
      readFileSync(path.join(folder, 'erasures.txt'), 'utf8'),
    );
    expect(readdirSync(folder)).toContainEqual(expect.stringMatching(/^reporting-[\d-]+\.dump$/));
    await release();
    await shell(
      `git init --quiet "$REPOSITORY" && cd "$REPOSITORY"
       git -c user.name=ci -c user.email=ci@example.org commit --quiet --allow-empty --message release
       git tag v0.1.0 && git tag v0.2.0`,
      env,
    );

    const printed: string[] = [];
    let urls: Record<string, string> = {};
    for (const block of restore) {
      if (block.includes('$VERSIONING_URL') && !urls.VERSIONING_URL) {
        urls = {
          VERSIONING_URL: await serve('versioning', env.NEW_VERSIONING_DB),
          REPORTING_URL: await serve('reporting', env.NEW_REPORTING_DB),
        };
      }
      printed.push(await shell(block, { ...env, ...urls, EMAIL: email, COMPANY: company }));
    }

    expect(printed).toHaveLength(8);
    const [, , , erased, revoked, advanced, health, answers] = printed;
    expect(erased).toContain('1');
    expect(revoked).not.toContain('gone@example.org');
    expect(advanced).toContain('my-app is now at 0.2.0');
    expect(health).toMatch(/"Status":"Healthy".*"status":"healthy"/s);
    // The version after the one missing from the dump, and a report on the whole organization.
    expect(answers).toMatch(/"Version":"0\.2\.1".*"satisfied":[1-9]/s);
    const old = await fetch(`${urls.VERSIONING_URL}/api/packages`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(old.status).toBe(401);
    const queues = "select from pg_namespace where nspname like 'reporting\\_jobs%'";
    expect(await onServer(env.REPORTING_DB, queues)).not.toEqual([]);
    expect(await shell('pg_restore --list "$BACKUPS/reporting.dump"', env)).not.toContain(
      'reporting_jobs',
    );
  },
  600_000,
);
