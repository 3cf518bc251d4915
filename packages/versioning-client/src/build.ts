import { createHash } from 'node:crypto';

type Environment = Readonly<Record<string, string | undefined>>;

/** The build that a process runs in. */
export interface Build {
  /** Short name of the platform: the start of its keys. */
  readonly platform: string;
  /** What names the run and its job, and stays the same when the job is run again. */
  readonly job: readonly string[];
  /** The page of the build; null where the platform names none that can be sent. */
  readonly url: string | null;
}

interface Platform {
  readonly name: string;
  readonly isPresent: (env: Environment) => boolean;
  /** Variables that all have to be set for the job to be known. */
  readonly required: readonly string[];
  /** Variables that tell jobs apart where they are set: copies of a job, servers that count alike. */
  readonly optional: readonly string[];
  readonly url: (env: Environment) => string | undefined;
}

/**
 * None of the variables is the attempt's own (such as GITHUB_RUN_ATTEMPT or CI_JOB_ID): a job that is run
 * again has to make the same key.
 */
const PLATFORMS: readonly Platform[] = [
  {
    name: 'github',
    isPresent: env => env.GITHUB_ACTIONS === 'true',
    required: ['GITHUB_RUN_ID', 'GITHUB_JOB'],
    optional: ['GITHUB_REPOSITORY'],
    url: env =>
      env.GITHUB_REPOSITORY &&
      `${env.GITHUB_SERVER_URL ?? 'https://github.com'}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID ?? ''}`,
  },
  {
    name: 'gitlab',
    isPresent: env => env.GITLAB_CI === 'true',
    required: ['CI_PIPELINE_ID', 'CI_JOB_NAME'],
    optional: ['CI_SERVER_HOST'],
    url: env => env.CI_JOB_URL,
  },
  {
    name: 'azure',
    isPresent: env => env.TF_BUILD?.toLowerCase() === 'true',
    required: ['BUILD_BUILDID', 'SYSTEM_JOBNAME'],
    // The phase is the job as written; the job's name is that of the copy where there are several.
    optional: ['SYSTEM_COLLECTIONURI', 'SYSTEM_STAGENAME', 'SYSTEM_PHASENAME'],
    url: env =>
      env.SYSTEM_COLLECTIONURI &&
      env.SYSTEM_TEAMPROJECT &&
      `${env.SYSTEM_COLLECTIONURI}${encodeURIComponent(env.SYSTEM_TEAMPROJECT)}/_build/results?buildId=${env.BUILD_BUILDID ?? ''}`,
  },
  {
    name: 'jenkins',
    isPresent: env => Boolean(env.JENKINS_URL ?? env.JENKINS_HOME),
    required: ['JOB_NAME', 'BUILD_NUMBER'],
    optional: ['JENKINS_URL', 'STAGE_NAME'],
    url: env => env.BUILD_URL,
  },
  {
    name: 'circleci',
    isPresent: env => env.CIRCLECI === 'true',
    // A workflow that is run again from its failed jobs keeps its workspace, not its identifier.
    required: ['CIRCLE_WORKFLOW_WORKSPACE_ID', 'CIRCLE_JOB'],
    optional: ['CIRCLE_NODE_INDEX'],
    url: env => env.CIRCLE_BUILD_URL,
  },
  {
    name: 'buildkite',
    isPresent: env => env.BUILDKITE === 'true',
    required: ['BUILDKITE_BUILD_ID', 'BUILDKITE_STEP_ID'],
    optional: ['BUILDKITE_PARALLEL_JOB'],
    url: env =>
      env.BUILDKITE_BUILD_URL && `${env.BUILDKITE_BUILD_URL}#${env.BUILDKITE_JOB_ID ?? ''}`,
  },
  {
    name: 'bitbucket',
    isPresent: env => Boolean(env.BITBUCKET_BUILD_NUMBER),
    // A step has no name here; those that run side by side have an index.
    required: ['BITBUCKET_REPO_FULL_NAME', 'BITBUCKET_BUILD_NUMBER'],
    optional: ['BITBUCKET_PARALLEL_STEP'],
    url: env =>
      `https://bitbucket.org/${env.BITBUCKET_REPO_FULL_NAME ?? ''}/pipelines/results/${env.BITBUCKET_BUILD_NUMBER ?? ''}`,
  },
];

/** The build that the environment is of; null outside a known platform, or when it does not name its job. */
export function identifyBuild(env: Environment): Build | null {
  const platform = PLATFORMS.find(({ isPresent }) => isPresent(env));
  if (!platform?.required.every(name => env[name])) return null;
  const job = [...platform.required, ...platform.optional].map(name => env[name] ?? '');
  return { platform: platform.name, job, url: toBuildUrl(platform.url(env)) };
}

/** What a Build-Url header takes, without a user or password; null when the text makes none. */
export function toBuildUrl(text: string | undefined): string | null {
  if (!text || !URL.canParse(text)) return null;
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return /^https?:$/.test(url.protocol) && url.href.length <= 500 ? url.href : null;
}

/** The Idempotency-Key of a job: the same whenever it is run again, another for another package or part. */
export function idempotencyKeyOf(
  { platform, job }: Build,
  slug: string,
  component: string,
): string {
  const text = [platform, ...job, slug, component].map(encodeURIComponent).join('/');
  if (text.length <= 255) return text;
  return `${platform}/${createHash('sha256').update(text).digest('hex')}`;
}
