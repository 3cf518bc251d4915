import { idempotencyKeyOf, identifyBuild, toBuildUrl } from '../src/build';
import { COMMIT, platforms } from './platforms';

const keyIn = (env: Record<string, string>, slug = 'app') =>
  idempotencyKeyOf(identifyBuild(env)!, { slug, component: 'patch' });

describe.each(Object.entries(platforms))(
  'on %s',
  (name, { env, again, other, recreated, url, key: expected }) => {
    test('identifies the build with its page and commit', () => {
      expect(identifyBuild(env)).toMatchObject({ platform: name, url, commit: COMMIT });
    });

    test('derives the same key for a rerun job, and others for other jobs, runs, commits and packages', () => {
      const key = keyIn(env);
      expect(key).toBe(expected);
      expect(keyIn({ ...env, ...again })).toBe(key);
      const others = [other, recreated, { VERSIONING_JOB: 'linux' }, { VERSIONING_JOB: 'mac' }];
      const keys = others.map(more => keyIn({ ...env, ...more }));
      expect(new Set([key, ...keys]).size).toBe(5);
      expect(keyIn(env, 'other')).not.toBe(key);
    });
  },
);

test('hashes keys that are longer than the service accepts', () => {
  const env = { ...platforms.gitlab!.env, CI_JOB_NAME: 'ü'.repeat(200) };
  expect(keyIn(env)).toMatch(/^gitlab\/[0-9a-f]{64}$/);
});

test('identifies no build outside a platform, or if the platform does not identify the job', () => {
  expect(identifyBuild({ CI: 'true', BUILD_NUMBER: '1' })).toBeNull();
  expect(identifyBuild({ GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '1' })).toBeNull();
});

test.each([
  ['https://user:token@ci.example.org/1', 'https://ci.example.org/1'],
  ['http://jenkins/job/my job/1/', 'http://jenkins/job/my%20job/1/'],
  [`https://ci.example.org/${'x'.repeat(500)}`, null],
  ['unconfigured Jenkins URL', null],
  ['javascript:alert(1)', null],
  ['', null],
])('%s is sent as %s', (text, url) => {
  expect(toBuildUrl(text)).toBe(url);
});
