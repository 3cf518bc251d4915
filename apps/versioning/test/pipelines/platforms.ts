import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { type Result, run, type ScratchRepository } from './scratch-repository';

const integrations = path.join(__dirname, '..', '..', '..', '..', 'integrations');
const readText = (...file: string[]) => readFile(path.join(integrations, ...file), 'utf8');

/** What a project has set up on its platform. */
export interface Project {
  readonly repository: ScratchRepository;
  readonly url: string;
  /** What the job calls with: a key, or a token of its platform. */
  readonly credential: Readonly<Record<string, string>>;
  /** The client's tarball. */
  readonly client: string;
  /** Inputs of the step, instead of those of the worked example. */
  readonly inputs?: Readonly<Record<string, string>>;
}

/** The commit that every platform names. */
export const COMMIT = '0123456789abcdef0123456789abcdef01234567';

export interface Platform {
  /** What the platform sets for attempt 1, 2, … of one job. */
  environment(attempt: number): Record<string, string>;
  /** Where the history points to, after attempt 1. */
  readonly buildUrl: string;
  /** Runs the worked example as the platform would, up to the first step that fails. */
  release(project: Project, attempt: number): Promise<Result>;
}

type Variables = Record<string, string>;

/** Scripts in their order, in one environment, each by the shell of its platform. */
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

function withoutEmpty(variables: Variables): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
}

/** Replaces `${{ a.b }}`, `$[[ a.b ]]` or `$(A)` by what its path names. */
function interpolate(text: string, pattern: RegExp, values: Variables): string {
  return text.replace(pattern, (_, name: string) => values[name.trim()] ?? '');
}

const github: Platform = {
  environment: attempt => ({
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_RUN_ID: '8001',
    GITHUB_RUN_ATTEMPT: String(attempt),
    GITHUB_JOB: 'release',
    GITHUB_SHA: COMMIT,
  }),
  buildUrl: 'https://github.com/acme/shop/actions/runs/8001',
  async release(project, attempt) {
    const action = parse(await readText('github', 'action.yml'));
    const workflow = parse(await readText('github', 'example.yml'));
    const context: Variables = {
      'vars.VERSIONING_URL': project.url,
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
          ...this.environment(attempt),
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

    for (const step of workflow.jobs.release.steps) {
      if (step.uses?.startsWith('actions/checkout')) continue;
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
      if (last.code !== 0) break;
    }
    return last;
  },
};

const gitlab: Platform = {
  environment: attempt => ({
    CI: 'true',
    GITLAB_CI: 'true',
    CI_SERVER_HOST: 'gitlab.example.org',
    CI_SERVER_FQDN: 'gitlab.example.org',
    CI_PROJECT_PATH: 'acme/shop',
    CI_PIPELINE_ID: '815',
    CI_JOB_ID: String(attempt),
    CI_JOB_NAME: 'next-version',
    CI_COMMIT_SHA: COMMIT,
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
    const own = Object.entries<any>(job.variables).map(([name, { value }]) => [name, fill(value)]);
    const env = {
      ...this.environment(attempt),
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
    return runSteps(
      project,
      [...shell],
      { ...env, ...variables, RELEASE_REMOTE: project.repository.remote },
      [() => example.release.script.join('\n')],
    );
  },
};

const azure: Platform = {
  environment: attempt => ({
    TF_BUILD: 'True',
    SYSTEM_COLLECTIONURI: 'https://dev.azure.com/acme/',
    SYSTEM_TEAMPROJECT: 'Web Shop',
    SYSTEM_STAGENAME: '__default',
    SYSTEM_PHASENAME: 'Job',
    SYSTEM_JOBNAME: '__default',
    SYSTEM_JOBATTEMPT: String(attempt),
    BUILD_BUILDID: '77',
    BUILD_SOURCEVERSION: COMMIT,
  }),
  buildUrl: 'https://dev.azure.com/acme/Web%20Shop/_build/results?buildId=77',
  async release(project, attempt) {
    const template = parse(await readText('azure-pipelines', 'next-version.yml'));
    const example = parse(await readText('azure-pipelines', 'example.yml'));
    const variables: Variables = { VERSIONING_URL: project.url, ...project.credential };
    // What is no variable of the pipeline stays as it is.
    const macro = (text: string) =>
      text.replace(/\$\((\w+)\)/g, (whole, name: string) => variables[name] ?? whole);
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
    for (const step of steps) {
      const own = Object.entries<string>(step.env ?? {}).map(([name, text]) => [name, macro(text)]);
      const { VERSION = '' } = variables;
      const env = { ...this.environment(attempt), VERSION, ...Object.fromEntries(own) };
      // The task writes no -e of its own.
      last = await runSteps(project, ['bash', '--noprofile', '--norc', '-c'], env, [
        () => macro(step.bash),
      ]);
      if (last.code !== 0) break;
      const set = /^##vso\[task\.setvariable variable=(\w+)\](.*)$/m.exec(last.stdout);
      if (set) variables[set[1]!] = set[2]!;
    }
    return last;
  },
};

const jenkins: Platform = {
  environment: () => ({
    JENKINS_URL: 'https://jenkins.example.org/',
    JOB_NAME: 'shop/main',
    BUILD_NUMBER: '12',
    GIT_COMMIT: COMMIT,
    BUILD_URL: 'https://jenkins.example.org/job/shop/job/main/12/',
  }),
  buildUrl: 'https://jenkins.example.org/job/shop/job/main/12/',
  async release(project, attempt) {
    const source = await readText('jenkins', 'Jenkinsfile');
    const env: Variables = {
      ...this.environment(attempt),
      VERSIONING_URL: project.url,
      ...project.credential,
      VERSIONING_CLIENT: project.client,
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
    return last;
  },
};

const curl: Platform = {
  environment: attempt => ({
    BUILDKITE: 'true',
    BUILDKITE_BUILD_ID: 'b-1',
    BUILDKITE_STEP_ID: 's-1',
    BUILDKITE_COMMIT: COMMIT,
    BUILDKITE_JOB_ID: `j-${attempt}`,
    BUILDKITE_BUILD_URL: 'https://buildkite.com/acme/shop/builds/9',
  }),
  buildUrl: 'https://buildkite.com/acme/shop/builds/9#j-1',
  release: (project, attempt) =>
    runSteps(
      project,
      ['sh'],
      {
        ...curl.environment(attempt),
        VERSIONING_URL: project.url,
        ...project.credential,
      },
      [() => path.join(integrations, 'curl', 'release.sh')],
    ),
};

export const platforms: Readonly<Record<string, Platform>> = {
  'GitHub Actions': github,
  'GitLab CI': gitlab,
  'Azure Pipelines': azure,
  Jenkins: jenkins,
  curl,
};
