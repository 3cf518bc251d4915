import { createHash } from 'node:crypto';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Build {
  /** Short name of the platform, which its idempotency keys begin with. */
  readonly platform: string;
  /** Identifies the run and the job; stays the same when the job is rerun. */
  readonly job: readonly string[];
  /** The build's page; null if the platform provides no valid URL. */
  readonly url: string | null;
  /** The commit being built, 7 to 64 hexadecimal digits; null if the platform provides none. */
  readonly commit: string | null;
  /** The commit in idempotency keys. It distinguishes runs with equal numbers after a job was deleted and recreated. */
  readonly keyCommit: string | null;
}

export interface Taken {
  readonly slug: string;
  readonly component: string;
  readonly line?: string | undefined;
  readonly pre?: string | undefined;
}

interface Platform {
  readonly name: string;
  readonly isPresent: (env: Environment) => boolean;
  /** Variables that identify the job; without all of them it is unknown. */
  readonly required: readonly string[];
  /** Variables that also distinguish jobs if set: copies of a job, servers with equal run numbers. */
  readonly optional: readonly string[];
  readonly url: (env: Environment) => string | undefined;
  readonly commit: string;
  /** The commit is `HEAD` until checkout, so keys omit it; run IDs are unique anyway. */
  readonly resolvesCommitLate?: true;
}

// integrations/curl/next-version.sh has the same table. Variables of an attempt, such as GITHUB_RUN_ATTEMPT or
// CI_JOB_ID, are excluded, because a rerun job must derive the same key.
const PLATFORMS: readonly Platform[] = [
  {
    name: 'github',
    isPresent: env => env.GITHUB_ACTIONS === 'true',
    required: ['GITHUB_RUN_ID', 'GITHUB_JOB'],
    optional: ['GITHUB_REPOSITORY'],
    url: env =>
      env.GITHUB_REPOSITORY &&
      `${env.GITHUB_SERVER_URL ?? 'https://github.com'}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID ?? ''}`,
    commit: 'GITHUB_SHA',
  },
  {
    name: 'gitlab',
    isPresent: env => env.GITLAB_CI === 'true',
    required: ['CI_PIPELINE_ID', 'CI_JOB_NAME'],
    optional: ['CI_SERVER_HOST'],
    url: env => env.CI_JOB_URL,
    commit: 'CI_COMMIT_SHA',
  },
  {
    name: 'azure',
    isPresent: env => env.TF_BUILD?.toLowerCase() === 'true',
    required: ['BUILD_BUILDID', 'SYSTEM_JOBNAME'],
    // The phase is the job as defined; the job name identifies the copy if there are several.
    optional: ['SYSTEM_COLLECTIONURI', 'SYSTEM_STAGENAME', 'SYSTEM_PHASENAME'],
    url: env =>
      env.SYSTEM_COLLECTIONURI &&
      env.SYSTEM_TEAMPROJECT &&
      `${env.SYSTEM_COLLECTIONURI}${encodeURIComponent(env.SYSTEM_TEAMPROJECT)}/_build/results?buildId=${env.BUILD_BUILDID ?? ''}`,
    commit: 'BUILD_SOURCEVERSION',
  },
  {
    name: 'jenkins',
    isPresent: env => [env.JENKINS_URL, env.JENKINS_HOME].some(Boolean),
    required: ['JOB_NAME', 'BUILD_NUMBER'],
    optional: ['JENKINS_URL', 'STAGE_NAME'],
    url: env => env.BUILD_URL,
    commit: 'GIT_COMMIT',
  },
  {
    name: 'circleci',
    isPresent: env => env.CIRCLECI === 'true',
    // A workflow rerun from its failed jobs keeps its workspace ID, but not its own ID.
    required: ['CIRCLE_WORKFLOW_WORKSPACE_ID', 'CIRCLE_JOB'],
    optional: ['CIRCLE_NODE_INDEX'],
    url: env => env.CIRCLE_BUILD_URL,
    commit: 'CIRCLE_SHA1',
  },
  {
    name: 'buildkite',
    isPresent: env => env.BUILDKITE === 'true',
    required: ['BUILDKITE_BUILD_ID', 'BUILDKITE_STEP_ID'],
    // The label distinguishes the combinations of a matrix.
    optional: ['BUILDKITE_PARALLEL_JOB', 'BUILDKITE_LABEL'],
    url: env =>
      env.BUILDKITE_BUILD_URL && `${env.BUILDKITE_BUILD_URL}#${env.BUILDKITE_JOB_ID ?? ''}`,
    commit: 'BUILDKITE_COMMIT',
    resolvesCommitLate: true,
  },
  {
    name: 'bitbucket',
    isPresent: env => Boolean(env.BITBUCKET_BUILD_NUMBER),
    required: ['BITBUCKET_REPO_FULL_NAME', 'BITBUCKET_BUILD_NUMBER'],
    optional: ['BITBUCKET_PARALLEL_STEP'],
    url: env =>
      `https://bitbucket.org/${env.BITBUCKET_REPO_FULL_NAME ?? ''}/pipelines/results/${env.BITBUCKET_BUILD_NUMBER ?? ''}`,
    commit: 'BITBUCKET_COMMIT',
  },
];

/** Returns the current build; null outside known platforms, or if the platform does not identify the job. */
export function identifyBuild(env: Environment): Build | null {
  const platform = PLATFORMS.find(({ isPresent }) => isPresent(env));
  if (!platform?.required.every(name => env[name])) return null;
  // VERSIONING_JOB distinguishes jobs to which the platform gives the same name.
  const names = [...platform.required, ...platform.optional, 'VERSIONING_JOB'];
  const job = names.map(name => env[name] ?? '');
  const commit = toCommit(env.VERSIONING_COMMIT) ?? toCommit(env[platform.commit]);
  return {
    platform: platform.name,
    job,
    url: toBuildUrl(platform.url(env)),
    commit,
    keyCommit: platform.resolvesCommitLate ? null : commit,
  };
}

/** Returns a valid Build-Url header, without the user name and password; null if the text is not one. */
export function toBuildUrl(text: string | undefined): string | null {
  if (!text || !URL.canParse(text)) return null;
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return /^https?:$/.test(url.protocol) && url.href.length <= 500 ? url.href : null;
}

/** Returns a valid Build-Commit header; null for other texts, such as `HEAD`. */
export function toCommit(text: string | undefined): string | null {
  return text !== undefined && /^[0-9a-f]{7,64}$/i.test(text) ? text : null;
}

/** Returns the Idempotency-Key of a job: the same for reruns, different for each kind of version. */
export function idempotencyKeyOf(
  { platform, job, keyCommit }: Build,
  { slug, component, line, pre }: Taken,
): string {
  const parts = [platform, ...job, slug, component];
  if (keyCommit !== null) parts.push(`commit=${keyCommit.toLowerCase()}`);
  if (line !== undefined) parts.push(`line=${line}`);
  if (pre !== undefined) parts.push(`pre=${pre}`);
  const text = parts.map(encodeURIComponent).join('/');
  if (text.length <= 255) return text;
  return `${platform}/${createHash('sha256').update(text).digest('hex')}`;
}
