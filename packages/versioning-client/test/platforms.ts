/** The commit built by every job below. */
export const COMMIT = '0123456789abcdef0123456789abcdef01234567';

const OTHER_COMMIT = 'fedcba9876543210fedcba9876543210fedcba98';

export interface Case {
  readonly env: Record<string, string>;
  /** Changes in another attempt of the same job. */
  readonly again: Record<string, string>;
  /** Changes in another job of the same run. */
  readonly other: Record<string, string>;
  /** Changes in a run with the same number after the job was deleted and recreated. */
  readonly recreated: Record<string, string>;
  readonly url: string;
  /** The Idempotency-Key for a patch of `app`. */
  readonly key: string;
}

/** A job on each platform, for which `next-version` and `next-version.sh` send the same request. */
export const platforms: Record<string, Case> = {
  github: {
    env: {
      GITHUB_ACTIONS: 'true',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_RUN_ID: '4711',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_JOB: 'release',
      GITHUB_SHA: COMMIT,
    },
    again: { GITHUB_RUN_ATTEMPT: '2' },
    other: { GITHUB_JOB: 'publish' },
    recreated: { GITHUB_SHA: OTHER_COMMIT },
    url: 'https://github.com/acme/shop/actions/runs/4711',
    key: `github/4711/release/acme%2Fshop//app/patch/commit%3D${COMMIT}`,
  },
  gitlab: {
    env: {
      GITLAB_CI: 'true',
      CI_SERVER_HOST: 'gitlab.example.org',
      CI_PIPELINE_ID: '815',
      CI_JOB_ID: '1',
      CI_JOB_NAME: 'release app: [größe 1]',
      CI_JOB_URL: 'https://gitlab.example.org/acme/shop/-/jobs/1',
      CI_COMMIT_SHA: COMMIT,
    },
    again: { CI_JOB_ID: '2' },
    other: { CI_JOB_NAME: 'release app: [größe 2]' },
    recreated: { CI_COMMIT_SHA: OTHER_COMMIT },
    url: 'https://gitlab.example.org/acme/shop/-/jobs/1',
    key: `gitlab/815/release%20app%3A%20%5Bgr%C3%B6%C3%9Fe%201%5D/gitlab.example.org//app/patch/commit%3D${COMMIT}`,
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
      BUILD_SOURCEVERSION: COMMIT,
    },
    again: { SYSTEM_JOBATTEMPT: '2' },
    other: { SYSTEM_PHASENAME: 'Publish' },
    recreated: { BUILD_SOURCEVERSION: OTHER_COMMIT },
    url: 'https://dev.azure.com/acme/Web%20Shop/_build/results?buildId=77',
    key: `azure/77/__default/https%3A%2F%2Fdev.azure.com%2Facme%2F/Release/Tag//app/patch/commit%3D${COMMIT}`,
  },
  jenkins: {
    env: {
      JENKINS_URL: 'https://jenkins.example.org/',
      JOB_NAME: 'shop/main',
      BUILD_NUMBER: '12',
      STAGE_NAME: 'Version',
      BUILD_URL: 'https://jenkins.example.org/job/shop/job/main/12/',
      GIT_COMMIT: COMMIT,
    },
    again: {},
    other: { JOB_NAME: 'shop/other' },
    recreated: { GIT_COMMIT: OTHER_COMMIT },
    url: 'https://jenkins.example.org/job/shop/job/main/12/',
    key: `jenkins/shop%2Fmain/12/https%3A%2F%2Fjenkins.example.org%2F/Version//app/patch/commit%3D${COMMIT}`,
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
      CIRCLE_SHA1: COMMIT,
    },
    again: { CIRCLE_WORKFLOW_ID: 'bbbb', CIRCLE_BUILD_NUM: '6' },
    other: { CIRCLE_JOB: 'publish' },
    recreated: { CIRCLE_SHA1: OTHER_COMMIT },
    url: 'https://circleci.com/gh/acme/shop/5',
    key: `circleci/wwww/release/0//app/patch/commit%3D${COMMIT}`,
  },
  buildkite: {
    env: {
      BUILDKITE: 'true',
      BUILDKITE_BUILD_ID: 'bbb',
      BUILDKITE_STEP_ID: 'sss',
      BUILDKITE_JOB_ID: 'j1',
      BUILDKITE_BUILD_URL: 'https://buildkite.com/acme/shop/builds/9',
      BUILDKITE_COMMIT: COMMIT,
    },
    again: { BUILDKITE_JOB_ID: 'j2', BUILDKITE_COMMIT: 'HEAD' },
    other: { BUILDKITE_STEP_ID: 'ttt' },
    recreated: { BUILDKITE_BUILD_ID: 'ccc' },
    url: 'https://buildkite.com/acme/shop/builds/9#j1',
    key: 'buildkite/bbb/sss////app/patch',
  },
  bitbucket: {
    env: {
      BITBUCKET_BUILD_NUMBER: '31',
      BITBUCKET_REPO_FULL_NAME: 'acme/shop',
      BITBUCKET_STEP_RUN_NUMBER: '1',
      BITBUCKET_COMMIT: COMMIT,
    },
    again: { BITBUCKET_STEP_RUN_NUMBER: '2' },
    other: { BITBUCKET_PARALLEL_STEP: '1' },
    recreated: { BITBUCKET_COMMIT: OTHER_COMMIT },
    url: 'https://bitbucket.org/acme/shop/pipelines/results/31',
    key: `bitbucket/acme%2Fshop/31///app/patch/commit%3D${COMMIT}`,
  },
};
