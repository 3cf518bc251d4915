import { execFile } from 'node:child_process';
import path from 'node:path';
import { nextVersion } from '../src/next-version';
import { COMMIT, platforms } from './platforms';
import { answer, type Received, type Step, scriptedServer, version } from './scripted-server';

const script = path.join(__dirname, '..', '..', '..', 'integrations', 'curl', 'next-version.sh');
interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly sent: Received | undefined;
}

type Environment = Record<string, string>;

async function bySh(args: readonly string[], env: Environment, step: Step) {
  const server = await scriptedServer(step);
  const options = { env: { PATH: process.env.PATH!, VERSIONING_URL: server.url, ...env } };
  const result = await new Promise<{ code: number; stdout: string; stderr: string }>(resolve => {
    const child = execFile('sh', [script, ...args], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, stdout, stderr }),
    );
  });
  await server.close();
  return { ...result, sent: server.received[0] };
}

async function byNode(args: readonly string[], env: Environment, step: Step): Promise<Outcome> {
  const server = await scriptedServer(step);
  let stdout = '';
  const code = await nextVersion(
    args,
    { VERSIONING_URL: server.url, ...env },
    { stdout: { write: text => (stdout += text) }, stderr: { write: () => undefined } },
  );
  await server.close();
  return { code, stdout, sent: server.received[0] };
}

const withKey = { VERSIONING_KEY: 'vrk_test_0123456789', VERSIONING_TIMEOUT: '1' };

/** Returns what both send for a job, which must be the same. */
async function sentByBoth(env: Environment, args = ['app'], answered = '0.0.1') {
  const step = version(answered);
  const all = await Promise.all([
    bySh(args, { ...withKey, ...env }, step),
    byNode(args, { ...withKey, ...env }, step),
  ]);
  const [shell, node] = all.map(({ sent }) => {
    const { headers, path: target } = sent!;
    return {
      target,
      key: headers['idempotency-key'],
      url: headers['build-url'],
      commit: headers['build-commit'],
    };
  });
  expect(shell).toEqual(node);
  return shell!;
}

test.each(Object.entries(platforms))(
  'both send the same for a job on %s',
  async (_, { env, key, url }) => {
    const target = '/api/packages/app/increment/patch';
    expect(await sentByBoth(env)).toEqual({ target, key, url, commit: COMMIT });
  },
);

test.each<[string, Environment]>([
  ['a long name', { ...platforms.gitlab!.env, CI_JOB_NAME: 'ü'.repeat(200) }],
  [
    'a name with special characters',
    { ...platforms.gitlab!.env, CI_JOB_NAME: `a*b(c)'d"~!/\\%$ +` },
  ],
  ['a project name outside ASCII', { ...platforms.azure!.env, SYSTEM_TEAMPROJECT: 'Größe & Maß' }],
  [
    'a page with a user and a token',
    { ...platforms.jenkins!.env, BUILD_URL: 'https://me:token@ci.example.org/1/' },
  ],
  ['a page that is not a URL', { ...platforms.jenkins!.env, BUILD_URL: 'unconfigured' }],
  [
    'a URL that is too long',
    { ...platforms.jenkins!.env, BUILD_URL: `https://ci.example.org/${'x'.repeat(500)}` },
  ],
  ['a commit that is not a hash', { ...platforms.buildkite!.env, BUILDKITE_COMMIT: 'HEAD' }],
  [
    'Jenkins without a configured address',
    { ...platforms.jenkins!.env, JENKINS_URL: '', JENKINS_HOME: '/var/jenkins' },
  ],
])('both send the same for %s', async (_, env) => {
  expect((await sentByBoth(env)).url ?? '').not.toContain('token');
});

test('both send the line and the label, and derive another key from them', async () => {
  const { target, key } = await sentByBoth(
    platforms.github!.env,
    ['app', 'patch', '--line', '1.4', '--pre', 'rc'],
    '1.4.3-rc.1',
  );
  expect(target).toBe('/api/packages/app/increment/patch?line=1.4&pre=rc');
  expect(key).toBe(`${platforms.github!.key}/line%3D1.4/pre%3Drc`);
});

test('next-version.sh ends with one sentence if VERSIONING_TIMEOUT is not a number of seconds', async () => {
  for (const timeout of ['2m', '08', 'path[$(echo)]']) {
    const env = { ...withKey, VERSIONING_TIMEOUT: timeout };
    const { code, stderr, sent } = await bySh(['app'], env, version('0.0.1'));
    const sentence = 'VERSIONING_TIMEOUT takes a number of seconds from 1 to 99999.';
    expect([code, stderr, sent]).toEqual([2, `next-version: ${sentence}\n`, undefined]);
  }
});

test.each([
  ['main', 'minor', '1.5.0'],
  ['refs/heads/release/1.4', 'patch?line=1.4', '1.4.3'],
  ['release/v1', 'patch?line=1', '1.4.3'],
  ['release/next', 'minor?pre=rc', '1.5.0-rc.1'],
  ['feature/main', 'minor?pre=rc', '1.5.0-rc.1'],
])('for the branch %s, both take %s', async (branch, call, answered) => {
  const { target } = await sentByBoth(
    platforms.github!.env,
    ['app', 'minor', '--branch', branch],
    answered,
  );
  expect(target).toBe(`/api/packages/app/increment/${call}`);
});

const commands = { 'next-version.sh': bySh, 'next-version': byNode };

describe.each(Object.entries(commands))('%s', (_, run) => {
  test('uses a new key for every call if the platform does not identify the job', async () => {
    const env = { ...withKey, GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '1' };
    const [one, two] = [
      await run(['app'], env, version('0.0.1')),
      await run(['app'], env, version('0.0.1')),
    ];
    expect(one.sent!.headers['idempotency-key']).not.toBe(two.sent!.headers['idempotency-key']);
  });

  test.each([
    ['1.2.3\nLD_PRELOAD=/tmp/x', []],
    ['1.2.3; touch PWNED', []],
    ['01.2.3', []],
    ['1.2', []],
    ['1.2.3-rc.1', []],
    ['1.2.3', ['minor']],
    ['1.2.0', ['major']],
    ['1.2.3', ['patch', '--pre', 'rc']],
    ['1.2.3-beta.1', ['patch', '--pre', 'rc']],
    ['1.40.1', ['patch', '--line', '1.4']],
  ])('prints nothing if the service responds with %j to %j', async (answered, args) => {
    const { code, stdout } = await run(['app', ...args], withKey, version(answered));
    expect([code, stdout]).toEqual([5, '']);
  });

  test.each([
    ['1.4.3', ['patch', '--line', '1.4']],
    ['1.5.0', ['minor', '--line', '1']],
    ['2.0.0-rc.12', ['major', '--pre', 'rc']],
  ])('prints %s for %j', async (answered, args) => {
    const { code, stdout } = await run(['app', ...args], withKey, version(answered));
    expect([code, stdout]).toEqual([0, `${answered}\n`]);
  });

  test('rejects --once-per-commit without a commit as wrong usage', async () => {
    const { code, sent } = await run(['app', '--once-per-commit'], withKey, version('0.0.1'));
    expect([code, sent]).toEqual([2, undefined]);
  });

  test.each([
    [['']],
    [['', 'minor']],
    [['app', '']],
    [['app', '--branch', '']],
    [['app', '--branch', 'refs/heads/']],
    [['withdraw', '', '1.5.0']],
    [['withdraw', 'app', '']],
  ])('sends nothing for %j, as if a variable is not set', async args => {
    const { code, stdout, sent } = await run(args, withKey, version('0.0.1'));
    expect([code === 2 || code === 4, stdout, sent]).toEqual([true, '', undefined]);
  });

  test('requests the version of a commit with a new key each time', async () => {
    const env = { ...withKey, ...platforms.github!.env, VERSIONING_COMMIT: 'C0FFEE1' };
    const take = async () => (await run(['app', '--once-per-commit'], env, version('0.0.1'))).sent!;
    const [one, other] = [await take(), await take()];
    const target = '/api/packages/app/increment/patch?once=commit';
    expect([one.path, one.headers['build-commit']]).toEqual([target, 'C0FFEE1']);
    expect(one.headers['idempotency-key']).not.toBe(other.headers['idempotency-key']);
  });

  test("uses the platform's commit if VERSIONING_COMMIT is none, such as HEAD", async () => {
    const env = { ...withKey, ...platforms.github!.env };
    const { sent: plain } = await run(['app'], env, version('0.0.1'));
    const { sent } = await run(['app'], { ...env, VERSIONING_COMMIT: 'HEAD' }, version('0.0.1'));
    for (const name of ['build-commit', 'idempotency-key']) {
      expect(sent!.headers[name]).toBe(plain!.headers[name]);
    }
  });

  test('prints the version of a commit outside a platform', async () => {
    const env = { ...withKey, VERSIONING_COMMIT: COMMIT };
    const { code, stdout, sent } = await run(['app', '--once-per-commit'], env, version('1.4.2'));
    expect([code, stdout, sent!.headers['build-commit']]).toEqual([0, '1.4.2\n', COMMIT]);
  });

  test('previews the next version with a GET request', async () => {
    const step = answer(200, { Version: '1.5.0-rc.1', IsNew: false });
    const args = ['@acme/web', 'minor', '--line', '1', '--pre', 'rc', '--preview'];
    const { code, stdout, sent } = await run(args, withKey, step);
    expect([code, stdout]).toEqual([0, '1.5.0-rc.1\n']);
    expect([sent!.method, sent!.path]).toEqual([
      'GET',
      '/api/packages/%40acme%2Fweb/next/minor?line=1&pre=rc',
    ]);
  });

  test('withdraws a version and prints nothing', async () => {
    const step = answer(200, { Version: '1.5.0-rc.1', State: 'Withdrawn' });
    const { code, stdout, sent } = await run(['withdraw', 'app', '1.5.0-rc.1'], withKey, step);
    expect([code, stdout]).toEqual([0, '']);
    expect([sent!.method, sent!.path]).toEqual(['PATCH', '/api/packages/app/versions/1.5.0-rc.1']);
  });

  test('takes a version of a package named withdraw', async () => {
    const { stdout, sent } = await run(['withdraw', 'minor'], withKey, version('0.1.0'));
    expect([stdout, sent!.path]).toEqual(['0.1.0\n', '/api/packages/withdraw/increment/minor']);
  });

  test('uses the token of the pipeline if no key is set', async () => {
    const env = { VERSIONING_ID_TOKEN: 'e30.e30.e30' };
    const { sent } = await run(['app'], env, version('0.0.1'));
    expect(sent!.headers.authorization).toBe('Bearer e30.e30.e30');
    const both = await run(['app'], { ...env, ...withKey }, version('0.0.1'));
    expect(both.sent!.headers.authorization).toBe(`Bearer ${withKey.VERSIONING_KEY}`);
  });

  test('requests a token from GitHub for the audience', async () => {
    const github = await scriptedServer(response => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"count":1,"value":"e30.e30.e30"}');
    });
    const env = {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${github.url}/token?api-version=2`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'runner',
      VERSIONING_AUDIENCE: 'https://ci.example.org/versioning',
    };
    const { sent } = await run(['app'], env, version('0.0.1'));
    await github.close();
    expect(sent!.headers.authorization).toBe('Bearer e30.e30.e30');
    expect(github.received[0]).toMatchObject({
      path: '/token?api-version=2&audience=https%3A%2F%2Fci.example.org%2Fversioning',
      headers: { authorization: 'Bearer runner' },
    });
  });

  test('trims line endings from the address and the key', async () => {
    const server = await scriptedServer(version('0.0.1'));
    const env = {
      VERSIONING_KEY: `\n${withKey.VERSIONING_KEY}\r\n`,
      VERSIONING_URL: `${server.url}/\r\n`,
    };
    const { code } = await run(['app'], env, version('0.0.1'));
    await server.close();
    expect([code, server.received[0]?.headers.authorization]).toEqual([
      0,
      `Bearer ${withKey.VERSIONING_KEY}`,
    ]);
  });

  test('rejects a key with two lines as wrong usage', async () => {
    const { code, sent } = await run(['app'], { VERSIONING_KEY: 'one\r\ntwo' }, version('0.0.1'));
    expect([code, sent]).toEqual([2, undefined]);
  });

  test('rejects a call without a credential as wrong usage', async () => {
    const { code, sent } = await run(['app'], {}, version('0.0.1'));
    expect([code, sent]).toEqual([2, undefined]);
  });
});

test('the shell client reads the first of several Retry-After headers as a decimal number', async () => {
  const { code, stderr } = await bySh(['app'], withKey, response => {
    response.writeHead(503, ['retry-after', '08', 'retry-after', '0']);
    response.end('{"Detail":"The service restarts."}');
  });
  expect([code, stderr]).toEqual([5, 'next-version: The service restarts.\n']);
});
