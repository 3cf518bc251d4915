import { idempotencyKeyOf, identifyBuild, toBuildUrl } from '../src/build';

interface Case {
  readonly env: Record<string, string>;
  /** What another attempt of the same job has otherwise. */
  readonly again: Record<string, string>;
  /** What another job of the same run has otherwise. */
  readonly other: Record<string, string>;
  readonly url: string;
}

const platforms: Record<string, Case> = {
  github: {
    env: {
      GITHUB_ACTIONS: 'true',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_RUN_ID: '4711',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_JOB: 'release',
    },
    again: { GITHUB_RUN_ATTEMPT: '2' },
    other: { GITHUB_JOB: 'publish' },
    url: 'https://github.com/acme/shop/actions/runs/4711',
  },
  gitlab: {
    env: {
      GITLAB_CI: 'true',
      CI_SERVER_HOST: 'gitlab.example.org',
      CI_PIPELINE_ID: '815',
      CI_JOB_ID: '1',
      CI_JOB_NAME: 'release app: [größe 1]',
      CI_JOB_URL: 'https://gitlab.example.org/acme/shop/-/jobs/1',
    },
    again: { CI_JOB_ID: '2' },
    other: { CI_JOB_NAME: 'release app: [größe 2]' },
    url: 'https://gitlab.example.org/acme/shop/-/jobs/1',
  },
  azure: {
    env: {
      TF_BUILD: 'True',
      SYSTEM_COLLECTIONURI: 'https://dev.azure.com/acme/',
      SYSTEM_TEAMPROJECT: 'Web Shop',
      BUILD_BUILDID: '77',
      SYSTEM_STAGENAME: 'Release',
      SYSTEM_PHASENAME: 'Tag',
      SYSTEM_JOBNAME: '__default',
      SYSTEM_JOBATTEMPT: '1',
    },
    again: { SYSTEM_JOBATTEMPT: '2' },
    other: { SYSTEM_PHASENAME: 'Publish' },
    url: 'https://dev.azure.com/acme/Web%20Shop/_build/results?buildId=77',
  },
  jenkins: {
    env: {
      JENKINS_URL: 'https://jenkins.example.org/',
      JOB_NAME: 'shop/main',
      BUILD_NUMBER: '12',
      STAGE_NAME: 'Version',
      BUILD_URL: 'https://jenkins.example.org/job/shop/job/main/12/',
    },
    again: {},
    other: { JOB_NAME: 'shop/other' },
    url: 'https://jenkins.example.org/job/shop/job/main/12/',
  },
  circleci: {
    env: {
      CIRCLECI: 'true',
      CIRCLE_WORKFLOW_ID: 'aaaa',
      CIRCLE_WORKFLOW_WORKSPACE_ID: 'wwww',
      CIRCLE_JOB: 'release',
      CIRCLE_NODE_INDEX: '0',
      CIRCLE_BUILD_NUM: '5',
      CIRCLE_BUILD_URL: 'https://circleci.com/gh/acme/shop/5',
    },
    again: { CIRCLE_WORKFLOW_ID: 'bbbb', CIRCLE_BUILD_NUM: '6' },
    other: { CIRCLE_JOB: 'publish' },
    url: 'https://circleci.com/gh/acme/shop/5',
  },
  buildkite: {
    env: {
      BUILDKITE: 'true',
      BUILDKITE_BUILD_ID: 'bbb',
      BUILDKITE_STEP_ID: 'sss',
      BUILDKITE_JOB_ID: 'j1',
      BUILDKITE_BUILD_URL: 'https://buildkite.com/acme/shop/builds/9',
    },
    again: { BUILDKITE_JOB_ID: 'j2' },
    other: { BUILDKITE_STEP_ID: 'ttt' },
    url: 'https://buildkite.com/acme/shop/builds/9#j1',
  },
  bitbucket: {
    env: {
      BITBUCKET_BUILD_NUMBER: '31',
      BITBUCKET_REPO_FULL_NAME: 'acme/shop',
      BITBUCKET_STEP_RUN_NUMBER: '1',
    },
    again: { BITBUCKET_STEP_RUN_NUMBER: '2' },
    other: { BITBUCKET_PARALLEL_STEP: '1' },
    url: 'https://bitbucket.org/acme/shop/pipelines/results/31',
  },
};

const keyIn = (env: Record<string, string>, slug = 'app') =>
  idempotencyKeyOf(identifyBuild(env)!, slug, 'patch');

describe.each(Object.entries(platforms))('on %s', (name, { env, again, other, url }) => {
  test('the build is known, with its page', () => {
    expect(identifyBuild(env)).toMatchObject({ platform: name, url });
  });

  test('a job that is run again has its key again; another job, run or package has its own', () => {
    const key = keyIn(env);
    expect(key).toMatch(/^[!-~]{1,255}$/);
    expect(keyIn({ ...env, ...again })).toBe(key);
    expect(keyIn({ ...env, ...other })).not.toBe(key);
    expect(keyIn(env, 'other')).not.toBe(key);
  });
});

test('a key is never longer than the service takes', () => {
  const env = { ...platforms.gitlab!.env, CI_JOB_NAME: 'ü'.repeat(200) };
  expect(keyIn(env)).toMatch(/^gitlab\/[0-9a-f]{64}$/);
});

test('a build is unknown outside a platform, and where the platform does not name the job', () => {
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
