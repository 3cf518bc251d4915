import path from 'node:path';
import { startTestApp, type TestApp } from '../start-test-app';
import { run, type ScratchRepository, scratchRepository } from './scratch-repository';

const client = path.join(
  __dirname,
  '..',
  '..',
  '..',
  '..',
  'packages',
  'versioning-client',
  'dist',
  'next-version.js',
);

let app: TestApp;
let repository: ScratchRepository;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  repository = await scratchRepository();
});
afterEach(() => repository.drop());

const inRepository = (program: string, args: string[], env: Record<string, string> = {}) =>
  run(program, args, { cwd: repository.clone, env: { ...repository.env, ...env } });
const git = async (...args: string[]) => (await inRepository('git', args)).stdout.trim();
const nextVersion = (...args: string[]) =>
  inRepository(process.execPath, [client, ...args], {
    VERSIONING_URL: app.url,
    VERSIONING_KEY: app.key,
  });
const history = async (slug: string) =>
  (await app.call('GET', `/api/packages/${slug}/history`)).body as Record<string, string>[];

/** Two commits, the second with an annotated tag, and a tag that is not a version. */
async function tagReleases(prefix: string): Promise<string[]> {
  const [first] = [await git('rev-parse', 'HEAD'), await git('tag', `${prefix}1.9.0`)];
  await git('commit', '--quiet', '--allow-empty', '--message', 'More');
  await git('tag', '--annotate', '--message', 'Release', `${prefix}1.10.0`);
  await git('tag', `${prefix}1.11`);
  return [first, await git('rev-parse', 'HEAD')];
}

test('adopts the versions of tags with their commits, continues from the highest, and repeats nothing', async () => {
  const [first, second] = await tagReleases('v');
  const adopted = await nextVersion('adopt', 'shop', '--from-tags', 'v*');
  expect([adopted.code, adopted.stdout]).toEqual([0, '1.10.0\n']);
  expect(adopted.stderr).toMatch(
    /^next-version: 1\.11 is skipped: Version must be [^\n]+\nnext-version: Versions adopted: 2; unchanged: 0\.\n$/,
  );
  expect(await history('shop')).toMatchObject([
    { Version: '1.10.0', Component: 'Adopted', Commit: second },
    { Version: '1.9.0', Component: 'Adopted', Commit: first },
  ]);
  const again = await nextVersion('adopt', 'shop', '--from-tags', 'v*');
  expect(again.stderr).toContain('Versions adopted: 0; unchanged: 2.');
  expect((await nextVersion('shop')).stdout).toBe('1.10.1\n');
});

test('adopts what the * of a pattern matches, for one package of a monorepo', async () => {
  await tagReleases('web@');
  await git('tag', 'api@7.0.0');
  const { stdout } = await nextVersion('adopt', '@acme/web', '--from-tags', 'web@*');
  expect(stdout).toBe('1.10.0\n');
});

test.each([
  ['no tag', ['adopt', 'shop', '--from-tags', 'release-*'], 'No tag matches release-*.'],
  ['a pattern without *', ['adopt', 'shop', '--from-tags', 'v1'], 'with one *'],
  ['another command', ['shop', '--from-tags', 'v*'], 'next-version adopt SLUG'],
])('%s is a usage error', async (_, args, sentence) => {
  const { code, stdout, stderr } = await nextVersion(...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(sentence);
});

test('a commit keeps its version 30 days later, until the version is withdrawn', async () => {
  const commit = await git('rev-parse', 'HEAD');
  const take = async () =>
    (
      await inRepository(process.execPath, [client, 'daily', '--once-per-commit'], {
        VERSIONING_URL: app.url,
        VERSIONING_KEY: app.key,
        VERSIONING_COMMIT: commit,
      })
    ).stdout;
  expect(await take()).toBe('0.0.1\n');
  await app.context.db.pool.query(
    `update versioning.package_change set at = at - interval '30 days';
     update versioning.idempotency_record set created_at = created_at - interval '30 days'`,
  );
  expect(await take()).toBe('0.0.1\n');
  expect((await nextVersion('withdraw', 'daily', '0.0.1', '--reason', 'Cancelled')).code).toBe(0);
  expect((await history('daily'))[0]).toMatchObject({ State: 'Withdrawn', Reason: 'Cancelled' });
  expect(await take()).toBe('0.0.2\n');
});

test('no two commits of a job that was deleted and created again share a version', async () => {
  const take = async (GIT_COMMIT: string, VERSIONING_JOB: string) =>
    (
      await inRepository(process.execPath, [client, 'rebuilt'], {
        JENKINS_URL: 'https://ci.example.org/',
        JOB_NAME: 'web/main',
        BUILD_NUMBER: '1',
        GIT_COMMIT,
        VERSIONING_JOB,
        VERSIONING_URL: app.url,
        VERSIONING_KEY: app.key,
      })
    ).stdout;
  const [one, other] = ['a'.repeat(40), 'b'.repeat(40)];
  const versions = [
    await take(one, 'linux'),
    await take(one, 'windows'),
    await take(one, 'linux'),
    await take(other, 'linux'),
    await take(other, 'windows'),
  ];
  expect(versions).toEqual(['0.0.1\n', '0.0.2\n', '0.0.1\n', '0.0.3\n', '0.0.4\n']);
});
