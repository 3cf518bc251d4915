import { copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { type Result, run, type ScratchRepository } from './scratch-repository';

const integrations = path.join(__dirname, '..', '..', '..', '..', 'integrations');
const readText = (...file: string[]) => readFile(path.join(integrations, ...file), 'utf8');

/** The settings of a project on its platform. */
export interface Project {
  readonly repository: ScratchRepository;
  readonly url: string;
  /** The credential of the job: a key, or a token of its platform. */
  readonly credential: Readonly<Record<string, string>>;
  /** The client's tarball. */
  readonly client: string;
  /** Inputs of the step that replace those of the worked example. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Defaults to the commit of all platforms. */
  readonly commit?: string;
  /** Defaults to `main`. */
  readonly branch?: string;
}

/** The commit of every platform. */
export const COMMIT = '0123456789abcdef0123456789abcdef01234567';

export interface Platform {
  /** Returns the variables that the platform sets for attempt 1, 2, … of a job. */
  environment(attempt: number, commit?: string): Record<string, string>;
  /** The Build-Url in the history after attempt 1. */
  readonly buildUrl: string;
  /** Runs the worked example like the platform, up to the first failed step. */
  release(project: Project, attempt: number): Promise<Result>;
}

type Variables = Record<string, string>;

/** Runs scripts in order, in one environment, with the shell of the platform. */
async function runSteps(
  { repository }: Project,
  shell: readonly [string, ...string[]],
  env: Variables,
  scripts: readonly ((env: Variables) => string | Promise<string>)[],
  after: (result: Result, env: Variables) => unknown = () => undefined,
): Promise<Result> {
  let last: Result = { code: 0, stdout: '', stderr: '' };
  const variables = { ...repository.env, ...env };
  for (const script of scripts) {
    const [program, ...args] = shell;
    last = await run(program, [...args, await script(variables)], {
      cwd: repository.clone,
      env: variables,
    });
    if (last.code !== 0) return last;
    await after(last, variables);
  }
  return last;
}

function branchOf({ branch = 'main' }: Project): string {
  return branch;
}

function withoutEmpty(variables: Variables): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
}

/** Replaces `${{ a.b }}`, `$[[ a.b ]]` or `$(A)` with the value at its path. */
function interpolate(text: string, pattern: RegExp, values: Variables): string {
  return text.replace(pattern, (_, name: string) => values[name.trim()] ?? '');
}

const github: Platform = {
  environment: (attempt, commit = COMMIT) => ({
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_RUN_ID: '8001',
    GITHUB_RUN_ATTEMPT: String(attempt),
    GITHUB_JOB: 'release',
    GITHUB_SHA: commit,
  }),
  buildUrl: 'https://github.com/acme/shop/actions/runs/8001',
  async release(project, attempt) {
    const action = parse(await readText('github', 'action.yml'));
    const workflow = parse(await readText('github', 'example.yml'));
    const context: Variables = {
      'vars.VERSIONING_URL': project.url,
      'github.base_ref || github.ref_name': branchOf(project),
      "github.event_name == 'push'": 'true',
      "github.event_name == 'pull_request'": 'false',
    };
    const fill = (value: string) => interpolate(value, /\$\{\{(.+?)\}\}/g, context);
    let last: Result = { code: 0, stdout: '', stderr: '' };

    const runStep = async (step: any, scope: string) => {
      const folder = await mkdtemp(path.join(project.repository.clone, '..', 'step-'));
      const output = path.join(folder, 'output');
      await writeFile(output, '');
      const own = Object.entries<string>(step.env ?? {}).map(([name, value]) => [
        name,
        fill(value),
      ]);
      last = await run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
        cwd: project.repository.clone,
        env: {
          ...project.repository.env,
          ...this.environment(attempt, project.commit),
          GITHUB_ACTION_PATH: path.join(integrations, 'github'),
          GITHUB_OUTPUT: output,
          ...project.credential,
          ...withoutEmpty(Object.fromEntries(own)),
        },
      });
      for (const line of (await readFile(output, 'utf8')).split('\n').filter(Boolean)) {
        const [name, value] = line.split('=') as [string, string];
        context[`${scope}${step.id}.outputs.${name}`] = value;
      }
    };

    let failed: Result | null = null;
    for (const step of workflow.jobs.release.steps) {
      if (step.uses?.startsWith('actions/checkout')) continue;
      if (/failure\(\)/.test(step.if ?? '') !== (failed !== null)) continue;
      if (failed && !context['steps.next.outputs.version']) continue;
      if (step.uses) {
        const given = { ...step.with, ...project.inputs };
        for (const [name, input] of Object.entries<any>(action.inputs)) {
          context[`inputs.${name}`] = fill(String(given[name] ?? input.default ?? ''));
        }
        for (const inner of action.runs.steps) await runStep(inner, 'steps.');
        for (const [name, { value }] of Object.entries<any>(action.outputs)) {
          context[`steps.${step.id}.outputs.${name}`] = fill(value);
        }
      } else {
        await runStep(step, 'steps.');
      }
      if (last.code !== 0) failed ??= last;
    }
    return failed ?? last;
  },
};

const gitlab: Platform = {
  environment: (attempt, commit = COMMIT) => ({
    CI: 'true',
    GITLAB_CI: 'true',
    CI_SERVER_HOST: 'gitlab.example.org',
    CI_SERVER_FQDN: 'gitlab.example.org',
    CI_PROJECT_PATH: 'acme/shop',
    CI_PIPELINE_ID: '815',
    CI_JOB_ID: String(attempt),
    CI_JOB_NAME: 'next-version',
    CI_COMMIT_SHA: commit,
    CI_JOB_URL: `https://gitlab.example.org/acme/shop/-/jobs/${attempt}`,
  }),
  buildUrl: 'https://gitlab.example.org/acme/shop/-/jobs/1',
  async release(project, attempt) {
    const [spec, body] = parseAllDocuments(await readText('gitlab', 'next-version.yml'));
    const example = parse(await readText('gitlab', 'example.yml'));
    const { inputs } = spec!.toJS().spec;
    const given = { ...example.include[0].inputs, package: project.client, ...project.inputs };
    const values = Object.fromEntries(
      Object.entries<any>(inputs).map(([name, input]) => [
        `inputs.${name}`,
        String(given[name] ?? input.default),
      ]),
    );
    const job = body!.toJS()['next-version'];
    const fill = (line: string) => interpolate(line, /\$\[\[(.+?)\]\]/g, values);
    const named: Variables = {
      ...this.environment(attempt, project.commit),
      CI_COMMIT_BRANCH: branchOf(project),
    };
    const expand = (text: string) =>
      text.replace(/\$(\w+)/g, (_, name: string) => named[name] ?? '');
    const own = Object.entries<any>(job.variables).map(([name, given]) => [
      name,
      typeof given === 'string' ? expand(fill(given)) : fill(given.value),
    ]);
    const env = {
      ...named,
      VERSIONING_URL: project.url,
      ...project.credential,
      ...Object.fromEntries(own),
    };
    const shell = ['sh', '-e', '-c'] as const;
    const taken = await runSteps(project, [...shell], env, [() => job.script.map(fill).join('\n')]);
    if (taken.code !== 0) return taken;
    const dotenv = await readFile(
      path.join(project.repository.clone, job.artifacts.reports.dotenv),
      'utf8',
    );
    const variables = Object.fromEntries(
      dotenv
        .trim()
        .split('\n')
        .map(line => line.split('=') as [string, string]),
    );
    const released = { ...env, ...variables, RELEASE_REMOTE: project.repository.remote };
    const result = await runSteps(project, [...shell], released, [
      () => example.release.script.join('\n'),
    ]);
    const status = { CI_JOB_STATUS: result.code === 0 ? 'success' : 'failed' };
    const after = example.release.after_script.join('\n').replace(/https:\S+\.tgz/, project.client);
    await runSteps(project, [...shell], { ...released, ...status }, [() => after]);
    return result;
  },
};

const azure: Platform = {
  environment: (attempt, commit = COMMIT) => ({
    TF_BUILD: 'True',
    SYSTEM_COLLECTIONURI: 'https://dev.azure.com/acme/',
    SYSTEM_TEAMPROJECT: 'Web Shop',
    SYSTEM_STAGENAME: '__default',
    SYSTEM_PHASENAME: 'Job',
    SYSTEM_JOBNAME: '__default',
    SYSTEM_JOBATTEMPT: String(attempt),
    BUILD_BUILDID: '77',
    BUILD_SOURCEVERSION: commit,
  }),
  buildUrl: 'https://dev.azure.com/acme/Web%20Shop/_build/results?buildId=77',
  async release(project, attempt) {
    const template = parse(await readText('azure-pipelines', 'next-version.yml'));
    const example = parse(await readText('azure-pipelines', 'example.yml'));
    const variables: Variables = {
      VERSIONING_URL: project.url,
      'Build.SourceBranch': `refs/heads/${branchOf(project)}`,
      ...project.credential,
    };
    // Anything but a variable of the pipeline remains unchanged.
    const macro = (text: string) =>
      text.replace(/\$\(([\w.]+)\)/g, (whole, name: string) => variables[name] ?? whole);
    const steps = example.steps.flatMap((step: any) => {
      if (!step.template) return step.bash ? [step] : [];
      const given = { ...step.parameters, package: project.client, ...project.inputs };
      const parameters = Object.fromEntries(
        template.parameters.map(({ name, default: value }: any) => [
          `parameters.${name}`,
          given[name] ?? value,
        ]),
      );
      const fill = (text: string) => interpolate(text, /\$\{\{(.+?)\}\}/g, parameters);
      return template.steps.map((inner: any) => ({
        bash: fill(inner.bash),
        env: Object.fromEntries(
          Object.entries<string>(inner.env).map(([name, text]) => [name, fill(text)]),
        ),
      }));
    });
    let last: Result = { code: 0, stdout: '', stderr: '' };
    let failed: Result | null = null;
    for (const step of steps) {
      if ('condition' in step !== (failed !== null)) continue;
      if (failed && !variables.VERSION) continue;
      const own = Object.entries<string>(step.env ?? {}).map(([name, text]) => [name, macro(text)]);
      const { VERSION = '' } = variables;
      const env = {
        ...this.environment(attempt, project.commit),
        VERSION,
        ...Object.fromEntries(own),
      };
      // The task does not add -e.
      last = await runSteps(project, ['bash', '--noprofile', '--norc', '-c'], env, [
        () => macro(step.bash).replace(/https:\S+\.tgz/, project.client),
      ]);
      if (last.code !== 0) failed ??= last;
      const set = /^##vso\[task\.setvariable variable=(\w+)\](.*)$/m.exec(last.stdout);
      if (set) variables[set[1]!] = set[2]!;
    }
    return failed ?? last;
  },
};

const jenkins: Platform = {
  environment: (_, commit = COMMIT) => ({
    JENKINS_URL: 'https://jenkins.example.org/',
    JOB_NAME: 'shop/main',
    BUILD_NUMBER: '12',
    GIT_COMMIT: commit,
    BUILD_URL: 'https://jenkins.example.org/job/shop/job/main/12/',
  }),
  buildUrl: 'https://jenkins.example.org/job/shop/job/main/12/',
  async release(project, attempt) {
    const source = await readText('jenkins', 'Jenkinsfile');
    const env: Variables = {
      ...this.environment(attempt, project.commit),
      VERSIONING_URL: project.url,
      ...project.credential,
      VERSIONING_CLIENT: project.client,
      BRANCH_NAME: branchOf(project),
    };
    let last: Result = { code: 0, stdout: '', stderr: '' };
    for (const [, name, stage] of source.matchAll(/stage\('(\w+)'\) \{([\s\S]*?)\n {4}\}/g)) {
      const script = /(?:script: |sh )'([^']+)'/.exec(stage!)![1]!;
      last = await runSteps(project, ['sh', '-xe', '-c'], { ...env, STAGE_NAME: name! }, [
        () => script,
      ]);
      if (last.code !== 0) break;
      if (stage!.includes('env.VERSION')) env.VERSION = last.stdout.trim();
    }
    if (last.code !== 0) {
      const unsuccessful = /unsuccessful \{\s+sh '([^']+)'/.exec(source)![1]!;
      await runSteps(project, ['sh', '-xe', '-c'], { VERSION: '', ...env }, [() => unsuccessful]);
    }
    return last;
  },
};

const curl: Platform = {
  environment: (attempt, commit = COMMIT) => ({
    BUILDKITE: 'true',
    BUILDKITE_BUILD_ID: 'b-1',
    BUILDKITE_STEP_ID: 's-1',
    BUILDKITE_COMMIT: commit,
    BUILDKITE_JOB_ID: `j-${attempt}`,
    BUILDKITE_BUILD_URL: 'https://buildkite.com/acme/shop/builds/9',
  }),
  buildUrl: 'https://buildkite.com/acme/shop/builds/9#j-1',
  release: (project, attempt) =>
    runSteps(
      project,
      ['sh'],
      {
        ...curl.environment(attempt, project.commit),
        BRANCH: branchOf(project),
        VERSIONING_URL: project.url,
        ...project.credential,
      },
      [() => path.join(integrations, 'curl', 'release.sh')],
    ),
};

const bitbucket: Platform = {
  environment: (attempt, commit = COMMIT) => ({
    BITBUCKET_BUILD_NUMBER: '31',
    BITBUCKET_REPO_FULL_NAME: 'acme/shop',
    BITBUCKET_STEP_RUN_NUMBER: String(attempt),
    BITBUCKET_COMMIT: commit,
  }),
  buildUrl: 'https://bitbucket.org/acme/shop/pipelines/results/31',
  async release(project, attempt) {
    const { pipelines } = parse(await readText('bitbucket', 'bitbucket-pipelines.yml'));
    const { script, 'after-script': after } = pipelines.default[0].step;
    const { VERSIONING_ID_TOKEN = '', ...credential } = project.credential;
    const env = {
      ...bitbucket.environment(attempt, project.commit),
      BITBUCKET_BRANCH: branchOf(project),
      BITBUCKET_STEP_OIDC_TOKEN: VERSIONING_ID_TOKEN,
      VERSIONING_URL: project.url,
      ...credential,
    };
    const client = path.join(integrations, 'curl', 'next-version.sh');
    await copyFile(client, path.join(project.repository.clone, 'next-version.sh'));
    const bash = ['bash', '-e', '-c'] as const;
    const result = await runSteps(project, bash, env, [() => script.join('\n')]);
    const exit = { ...env, BITBUCKET_EXIT_CODE: String(result.code) };
    await runSteps(project, bash, exit, [() => after.join('\n')]);
    return result;
  },
};

export const platforms: Readonly<Record<string, Platform>> = {
  'GitHub Actions': github,
  'GitLab CI': gitlab,
  'Azure Pipelines': azure,
  Jenkins: jenkins,
  'Bitbucket Pipelines': bitbucket,
  curl,
};
