import { waitUntil } from '@platform/http/testing';
import { runVersioning } from '../run-program';
import { startTestApp, type TestApp } from '../start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const versioning = (args: string[], env: Record<string, string> = {}) =>
  runVersioning(args, { VERSIONING_URL: app.url, VERSIONING_KEY: app.key, ...env });

test('increment prints the next version, get the current one, set moves it', async () => {
  expect(await versioning(['increment', 'shop', 'minor'])).toEqual({
    code: 0,
    stdout: '0.1.0\n',
    stderr: '',
  });
  expect((await versioning(['increment', 'shop'])).stdout).toBe('0.1.1\n');
  expect((await versioning(['set', 'shop', '2.4.0'])).stdout).toBe('2.4.0\n');
  expect((await versioning(['get', 'shop'])).stdout).toBe('2.4.0\n');
  expect((await versioning(['set', 'shop', '2.0.0'])).code).toBe(1);
  expect((await versioning(['set', 'shop', '2.0.0', '--force'])).stdout).toBe('2.0.0\n');
});

test('history lists the changes with the builds that made them', async () => {
  const build = {
    GITLAB_CI: 'true',
    CI_PIPELINE_ID: '9',
    CI_JOB_NAME: 'release',
    CI_JOB_URL: 'https://gitlab.example.org/jobs/9',
    CI_COMMIT_SHA: '0123456789abcdef',
  };
  await versioning(['increment', 'told'], build);
  await versioning(['increment', 'told', 'major']);
  const { stdout } = await versioning(['history', 'told']);
  const [head, newest, oldest] = stdout.split('\n');
  expect(head).toMatch(/^VERSION +COMPONENT +AT +KEY +COMMIT +BUILD$/);
  expect(newest).toMatch(/^1\.0\.0 +Major +\S+ +ci$/);
  expect(oldest).toMatch(
    /^0\.0\.1 +Patch +\S+ +ci +0123456789ab +https:\/\/gitlab\.example\.org\/jobs\/9$/,
  );
  expect((await versioning(['get', 'told', '0.0.1'])).stdout).toBe(`${head}\n${oldest}\n`);
  const limited = await versioning(['history', 'told', '--limit', '1', '--json']);
  expect(JSON.parse(limited.stdout)).toMatchObject([{ Version: '1.0.0', BuildUrl: null }]);
});

test('releases lists the releases of a commit, and with --since those after an earlier call', async () => {
  const build = { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '8', GITHUB_JOB: 'release' };
  const increment = (slug: string, commit: string, ...args: string[]) =>
    versioning(['increment', slug, ...args], { ...build, GITHUB_SHA: commit });
  await increment('one', 'feedface1');
  await increment('two', 'feedface1', 'minor', '--pre', 'rc');
  await increment('two', 'feedface2', '--fresh');
  const { stdout, stderr } = await versioning(['releases', '--commit', 'feedface1']);
  expect(stdout.split('\n')).toEqual([
    expect.stringMatching(/^PACKAGE +VERSION +COMPONENT +AT +KEY +COMMIT +BUILD$/),
    expect.stringMatching(/^two +0\.1\.0-rc\.1 +Minor +\S+ +ci +feedface1$/),
    expect.stringMatching(/^one +0\.0\.1 +Patch +\S+ +ci +feedface1$/),
    '',
  ]);
  const [, since] = /^Later releases: versioning releases --since (\S+)\n$/.exec(stderr)!;
  await increment('three', 'feedface3');
  await waitUntil(async () => {
    const later = await versioning(['releases', '--since', since!, '--json']);
    const { Releases: releases } = JSON.parse(later.stdout) as { Releases: { Slug: string }[] };
    return releases.at(-1)?.Slug === 'three';
  });
});

test('increment prints the same version in a repeated job, unless --fresh', async () => {
  const build = { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '7', GITHUB_JOB: 'release' };
  const increment = async (...args: string[]) =>
    (await versioning(['increment', 'again', ...args], build)).stdout;
  expect(await increment()).toBe('0.0.1\n');
  expect(await increment()).toBe('0.0.1\n');
  expect(await increment('--fresh')).toBe('0.0.2\n');
});

test('--json prints the response of the service', async () => {
  const { stdout } = await versioning(['increment', 'data', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ Slug: 'data', Version: '0.0.1', Patch: 1 });
});

test.each([
  ['a wrong key', ['get', 'shop'], { VERSIONING_KEY: 'vrk_test_wrong' }, 1],
  ['an unknown package', ['get', 'nobody'], {}, 1],
  ['an address where nothing listens', ['get', 'shop', '--timeout', '1'], closed(), 1],
  ['no address', ['get', 'shop'], { VERSIONING_URL: '' }, 2],
  ['no key', ['increment', 'shop'], { VERSIONING_KEY: '' }, 2],
  ['an unknown part', ['increment', 'shop', 'huge'], {}, 2],
  ['a version that was never handed out', ['get', 'shop', '9.9.9'], {}, 1],
  ['a commit too short', ['releases', '--commit', 'abc'], {}, 1],
  ['an empty commit', ['releases', '--commit', ''], {}, 1],
  ['a commit and a cursor', ['releases', '--commit', 'abcdef1', '--since', 'x'], {}, 2],
  ['an invalid limit', ['history', 'shop', '--limit', '0'], {}, 2],
])('%s prints a sentence on standard error', async (_, args, env, code) => {
  const result = await versioning(args, env);
  expect([result.code, result.stdout]).toEqual([code, '']);
  expect(result.stderr).toMatch(/\w/);
  expect(result.stderr).not.toMatch(/\n {4}at /);
});

function closed() {
  return { VERSIONING_URL: 'http://127.0.0.1:1' };
}

test('--help names the default of --timeout in seconds', async () => {
  expect((await versioning(['increment', '--help'])).stdout).toMatch(/default:\s+120\)/);
});

test('--version prints the version of the service', async () => {
  expect((await versioning(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
