import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestApp, type TestApp } from '../start-test-app';
import { type Project, platforms } from './platforms';
import { run, scratchRepository } from './scratch-repository';

const root = path.join(__dirname, '..', '..', '..', '..');
jest.setTimeout(180_000);

const commands = {
  'next-version': [
    process.execPath,
    path.join(root, 'packages', 'versioning-client', 'dist', 'next-version.js'),
  ],
  'next-version.sh': ['sh', path.join(root, 'integrations', 'curl', 'next-version.sh')],
};

/** An address of the client's tarball. */
const CLIENT = 'https://artifacts.example.org/client.tgz';

/** Has an npx that runs the built client if called as documented; a test of the client runs its tarball with npm's. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'npx-'));
  const program = `#!/bin/sh
[ "$1 $2 $3" = "--yes --package=${CLIENT} next-version" ] || exit 64
shift 3
exec ${commands['next-version'].join(' ')} "$@"
`;
  await writeFile(path.join(folder, 'npx'), program, { mode: 0o755 });
});
afterAll(() => rm(folder, { recursive: true }));

let app: TestApp;
let project: Project;
beforeEach(async () => {
  const repository = await scratchRepository();
  const { env } = repository;
  project = {
    repository: { ...repository, env: { ...env, PATH: `${folder}:${env.PATH}` } },
    url: app.url,
    credential: { VERSIONING_KEY: app.key },
    client: CLIENT,
  };
});
afterEach(() => project.repository.drop());

/** Starts a service for one describe block, because the jobs of the others have the same IDs. */
function startServiceOnce() {
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
}

describe.each(Object.entries(platforms))('the worked example of %s', (_, platform) => {
  startServiceOnce();

  test('builds, tags and pushes, and makes no second tag when repeated', async () => {
    const first = await platform.release(project, 1);
    expect(first).toMatchObject({ code: 0 });
    expect(await project.repository.tags()).toEqual(['v0.1.0']);

    const again = await platform.release(project, 2);
    expect(again).toMatchObject({ code: 0 });
    expect(await project.repository.tags()).toEqual(['v0.1.0']);

    const { body } = await app.call('GET', '/api/packages/my-app/history');
    expect(body).toMatchObject([{ Version: '0.1.0', BuildUrl: platform.buildUrl }]);
  });

  test('takes pre-releases for a branch, and a patch of its line for a release branch', async () => {
    for (const [branch, commit] of [
      ['feature/shop', 'a'.repeat(40)],
      ['release/0.1', 'b'.repeat(40)],
    ] as const) {
      const { code, stderr } = await platform.release({ ...project, branch, commit }, 1);
      expect([branch, code, stderr]).toEqual([branch, 0, stderr]);
    }
    expect(await project.repository.tags()).toEqual(['v0.1.1', 'v0.2.0-rc.1']);
  });

  test('withdraws the version of a failed build, and takes a new one when repeated', async () => {
    const branch = 'feature/broken';
    await writeFile(path.join(project.repository.clone, 'build.sh'), '#!/bin/sh\nexit 7\n');
    const commit = 'c'.repeat(40);
    const { code } = await platform.release({ ...project, branch, commit }, 1);
    expect(code).toBe(7);
    const { body } = await app.call('GET', '/api/packages/my-app/versions/0.2.0-rc.2');
    expect(body).toMatchObject({ State: 'Withdrawn' });
    await writeFile(path.join(project.repository.clone, 'build.sh'), '#!/bin/sh\nexit 0\n');
    await platform.release({ ...project, branch, commit }, 2);
    expect(await project.repository.tags()).toEqual(['v0.2.0-rc.3']);
  });

  test('stops with one sentence before the build if the key is wrong', async () => {
    const wrong = await platform.release(
      { ...project, credential: { VERSIONING_KEY: 'vrk_test_wrong' } },
      1,
    );
    expect(wrong.code).toBe(3);
    expect(sentences(wrong.stderr)).toHaveLength(1);
    expect(await project.repository.tags()).toEqual([]);
  });
});

describe.each(['GitHub Actions', 'GitLab CI', 'Azure Pipelines'])('the step of %s', name => {
  startServiceOnce();

  test.each(['slug', 'part', 'pre', 'line'])('does not run its input %s', async input => {
    const hostile = `x'; touch PWNED; echo '$(touch PWNED)\`touch PWNED\`"; touch PWNED; "1`;
    const { code } = await platforms[name]!.release(
      { ...project, inputs: { [input]: hostile } },
      1,
    );
    expect([2, 4]).toContain(code);
    expect(await readdir(project.repository.clone)).not.toContain('PWNED');
    expect(await project.repository.tags()).toEqual([]);
  });
});

describe.each(Object.entries(commands))('%s', (_, command) => {
  startServiceOnce();

  /** Returns the command in a `bash -e` script, as a job would run it. */
  const take = (args: string[], env: Record<string, string> = {}) => {
    const words = [...command, ...args].map(word => `'${word}'`).join(' ');
    return run('bash', ['-e', '-c', `VERSION=$(${words})\necho "took $VERSION"`], {
      cwd: project.repository.clone,
      env: {
        ...project.repository.env,
        VERSIONING_URL: project.url,
        ...project.credential,
        VERSIONING_TIMEOUT: '1',
        ...env,
      },
    });
  };

  test('packages and components of one job get separate versions, and every call does outside a job', async () => {
    const job = platforms['GitLab CI']!.environment(1);
    expect((await take(['one'], job)).stdout).toBe('took 0.0.1\n');
    expect((await take(['two', 'minor'], job)).stdout).toBe('took 0.1.0\n');
    expect((await take(['one', 'major'], job)).stdout).toBe('took 1.0.0\n');
    expect((await take(['one'], job)).stdout).toBe('took 0.0.1\n');
    expect((await take(['one'])).stdout).toBe('took 1.0.1\n');
    expect((await take(['one'])).stdout).toBe('took 1.0.2\n');
  });

  test('a project with a non-ASCII name gets its version', async () => {
    const job = platforms['Azure Pipelines']!.environment(1);
    const { code, stdout } = await take(['three'], { ...job, SYSTEM_TEAMPROJECT: 'Größe & Maß' });
    expect([code, stdout]).toEqual([0, 'took 0.0.1\n']);
  });

  test('a wrong key, a slug without access, an overflow and a wrong address each stop the job with one sentence', async () => {
    await app.call('PUT', '/api/packages/full/version', { body: { Version: '0.0.2147483647' } });
    const foreign = await app.issueKey({ slugPatterns: ['team-a-*'] });
    const timeout = command[0] === 'sh' ? [] : ['--timeout', '1'];
    const results = [
      await take(['app'], { VERSIONING_KEY: 'vrk_test_wrong' }),
      await take(['app'], { VERSIONING_KEY: foreign }),
      await take(['full']),
      await take(['a b']),
      await take(['app', 'patch', ...timeout], { VERSIONING_URL: 'http://127.0.0.1:1' }),
      await take(['app', 'patch', ...timeout], { VERSIONING_URL: `${app.url}/elsewhere` }),
      await take(['app'], { VERSIONING_URL: 'ci.example.org' }),
      await take(['app', 'huge']),
    ];
    expect(results.map(({ code }) => code)).toEqual([3, 3, 4, 4, 5, 5, 2, 2]);
    for (const { stdout, stderr } of results) {
      expect(stdout).toBe('');
      expect(sentences(stderr)).toHaveLength(1);
    }
  });
});

/** Returns the last message of a failed command, without messages about retries and the shell's trace. */
function sentences(stderr: string): string[] {
  return stderr
    .split('\n')
    .filter(line => line.startsWith('next-version: ') && !line.includes('Trying again'));
}
