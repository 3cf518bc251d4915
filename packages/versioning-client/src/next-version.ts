import { parseArgs } from 'node:util';
import { version as clientVersion } from '../package.json';
import { type Environment, toBuildUrl } from './build';
import { connectBuild, incrementForBuild, parseSeconds } from './build-calls';
import type { AdoptedVersions, Component, VersioningClient } from './client';
import { EXIT_CODES, VersioningError } from './error';
import { readTags } from './git-tags';
import type { WantedVersion } from './http';

const HELP = `Usage: next-version SLUG [major|minor|patch] [options]
       next-version withdraw SLUG VERSION [--reason TEXT]
       next-version adopt SLUG --from-tags 'v*'

Takes the next version of the package SLUG from the versioning service and
prints only the version on standard output: VERSION=$(next-version my-app minor)
The part defaults to patch. A package that does not exist is created.

For 24 hours, a rerun job gets the version that it got before: the
Idempotency-Key is derived from the pipeline's run, job and commit, SLUG and
the part (GitHub Actions, GitLab CI, Azure Pipelines, Jenkins, CircleCI,
Buildkite, Bitbucket Pipelines). Anywhere else, every call takes a new version.
The history of the package records the page of the build and its commit.

withdraw takes a version back, such as that of a cancelled job. adopt records
the versions in the tags of the repository, which are what the * matches, with
their dates and commits, and prints the current version of the package.

Options:
  --pre LABEL              a pre-release of the next version: 1.5.0-rc.1 for rc
  --line LINE              the next version of a release line: 1.4.8 for 1.4,
                           even after 2.0.0
  --branch BRANCH          depends on the name: release/1.4 takes the next patch
                           of the line 1.4, main and master the part, any other
                           branch a pre-release of the part, labelled rc unless
                           --pre is given
  --once-per-commit        the version of the commit if it has one, no matter
                           when it was taken; otherwise a new one
  --preview                print the next version without taking it
  --fresh                  take a new version even if this job has one
  --idempotency-key TEXT   overrides the key derived from the job
  --build-url URL          overrides the page of the build
  --timeout SECONDS        how long to retry a call without a response, or with
                           429 or 503 (default 120)
  --json                   print the whole response as JSON
  --quiet                  write only errors to standard error
  --version                print the version of this program
  --help                   print this help

Environment:
  VERSIONING_URL           address of the service, with its prefix, such as
                           https://ci.example.org/versioning (required)
  VERSIONING_KEY           an API key with the scope write (--preview: read)
  VERSIONING_ID_TOKEN      the pipeline's OpenID Connect token, used if
                           VERSIONING_KEY is not set; on GitHub Actions and
                           Buildkite, it is requested if neither is set
  VERSIONING_JOB           distinguishes jobs with equal names, such as those
                           of a matrix
  VERSIONING_COMMIT        the commit being built, if the platform provides
                           none or a different one
  VERSIONING_AUDIENCE      audience of the token to request (default
                           VERSIONING_URL)
  HTTPS_PROXY, NO_PROXY    the proxy of the build network (Node.js 24)

Exit codes:
  0  success
  1  internal error
  2  wrong usage, or the address or credential is missing or malformed
  3  the key was rejected: unknown, expired, or not for this package or change
  4  the request was rejected: malformed slug, the part is at its maximum, a
     line without a release
  5  no response from a versioning service within the timeout
`;

interface Streams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** Runs the command `next-version` and returns its exit code; a failure is one sentence on standard error. */
export async function nextVersion(
  args: readonly string[],
  env: Environment,
  { stdout, stderr }: Streams,
): Promise<number> {
  const say = (text: string) => stderr.write(`next-version: ${text}\n`);
  try {
    const options = readArguments(args);
    if (options.help || options.version) {
      stdout.write(options.help ? HELP : `${clientVersion}\n`);
      return 0;
    }
    const { answer, text } = await perform(options, env, options.quiet ? () => undefined : say);
    if (options.json) stdout.write(`${JSON.stringify(answer)}\n`);
    else if (text !== null) stdout.write(`${text}\n`);
    return 0;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return error instanceof VersioningError ? EXIT_CODES[error.kind] : 1;
  }
}

type Options = ReturnType<typeof readArguments>;

type Say = (text: string) => unknown;

interface Outcome {
  readonly answer: unknown;
  /** Printed on standard output; null to print nothing. */
  readonly text: string | null;
}

async function perform(options: Options, env: Environment, say: Say): Promise<Outcome> {
  const client = await connectBuild(env, options.timeout, say);
  const { slug, component } = options;
  if (options.withdrawn !== null) {
    const answer = await client.setState(slug, options.withdrawn, 'Withdrawn', options.reason);
    say(`${slug} ${options.withdrawn} is withdrawn.`);
    return { answer, text: null };
  }
  if (options.fromTags !== undefined) return adoptTags(client, options.fromTags, slug, say);
  if (options.preview) {
    const answer = await client.preview(slug, component, options);
    return { answer, text: answer.Version };
  }
  const { package: answer, isReplay } = await incrementForBuild(client, env, options);
  const { Version: text } = answer;
  const replayed = `This ${options.oncePerCommit ? 'commit' : 'job'} already has ${slug} ${text}.`;
  say(isReplay ? replayed : `The next version of ${slug} is ${text}.`);
  return { answer, text };
}

const MAX_VERSIONS_PER_CALL = 10_000;

async function adoptTags(
  client: VersioningClient,
  pattern: string,
  slug: string,
  say: Say,
): Promise<Outcome> {
  const versions = await readTags(pattern);
  const answers: AdoptedVersions[] = [];
  for (let start = 0; start < versions.length; start += MAX_VERSIONS_PER_CALL) {
    answers.push(await client.adopt(slug, versions.slice(start, start + MAX_VERSIONS_PER_CALL)));
  }
  const answer = answers.reduce((total, each) => ({
    Version: each.Version,
    Adopted: total.Adopted + each.Adopted,
    Unchanged: total.Unchanged + each.Unchanged,
    Skipped: [...total.Skipped, ...each.Skipped],
  }));
  for (const { Version, Reason } of answer.Skipped) say(`${Version} is skipped: ${Reason}`);
  say(`Versions adopted: ${answer.Adopted}; unchanged: ${answer.Unchanged}.`);
  return { answer, text: answer.Version };
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = parse(args);
  const { slug, component, withdrawn, rest } = readPositionals(positionals, values['from-tags']);
  if (!values.help && !values.version) {
    if (slug === '') throw usage('SLUG is missing.');
    if (rest.length > 0) throw usage(`Unexpected argument ${JSON.stringify(rest[0])}.`);
    if (!['major', 'minor', 'patch'].includes(component)) {
      throw usage(`The part must be major, minor or patch, not ${JSON.stringify(component)}.`);
    }
    const mayReplay = values['idempotency-key'] !== undefined || values['once-per-commit'];
    if (values.fresh && mayReplay) {
      throw usage('--fresh cannot be used with --idempotency-key or --once-per-commit.');
    }
  }
  return {
    ...values,
    slug,
    withdrawn,
    fromTags: values['from-tags'],
    oncePerCommit: values['once-per-commit'],
    ...applyBranch(values.branch, {
      component: component as Component,
      pre: requireForm(
        values.pre,
        /^(?!\d+$)[0-9A-Za-z-]{1,20}$/,
        '--pre takes 1 to 20 letters, digits and hyphens, not only digits.',
      ),
      line: readLine(values.line),
    }),
    timeout: readTimeout(values.timeout),
    idempotencyKey: requireForm(
      values['idempotency-key'],
      /^[!-~]{1,255}$/,
      '--idempotency-key takes 1 to 255 visible ASCII characters.',
    ),
    buildUrl: readBuildUrl(values['build-url']),
  };
}

/** Packages may be named withdraw or adopt, so only a third argument and --from-tags make them commands. */
function readPositionals(positionals: readonly string[], fromTags: string | undefined) {
  const [first, second = '', third, ...rest] = positionals;
  if (first === 'withdraw' && third !== undefined) {
    return { slug: second, component: 'patch', withdrawn: third, rest };
  }
  if (fromTags !== undefined) {
    if (first !== 'adopt') throw usage('--from-tags requires: next-version adopt SLUG.');
    return { slug: second, component: 'patch', withdrawn: null, rest: positionals.slice(2) };
  }
  const [slug = '', component = 'patch', ...more] = positionals;
  return { slug, component, withdrawn: null, rest: more };
}

function parse(args: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const;
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        fresh: flag,
        preview: flag,
        'once-per-commit': flag,
        'from-tags': text,
        branch: text,
        reason: text,
        json: flag,
        quiet: flag,
        help: { ...flag, short: 'h' },
        version: flag,
        pre: text,
        line: text,
        timeout: text,
        'idempotency-key': text,
        'build-url': text,
      },
    });
  } catch (error) {
    throw usage(`${(error as Error).message.split('. ')[0]!.replace(/\.$/, '')}.`);
  }
}

/** integrations/curl/next-version.sh has the same rule. */
function applyBranch(branch: string | undefined, options: WantedVersion): WantedVersion {
  const name = branch?.replace(/^refs\/heads\//, '');
  if (name === '') throw usage('--branch takes the name of a branch.');
  if (name === undefined || name === 'main' || name === 'master') return options;
  const line = /^release\/v?(\d.*)$/.exec(name)?.[1];
  if (line === undefined) return { ...options, pre: options.pre ?? 'rc' };
  return { ...options, component: 'patch', line: readLine(line) };
}

function requireForm(text: string | undefined, form: RegExp, sentence: string) {
  if (text === undefined || form.test(text)) return text;
  throw usage(sentence);
}

function readLine(text: string | undefined): string | undefined {
  const line = /^(0|[1-9]\d{0,9})(\.(0|[1-9]\d{0,9}))?$/;
  return requireForm(text, line, '--line takes a line such as 1 or 1.4.');
}

function readTimeout(text = '120'): number {
  const timeout = parseSeconds(text);
  if (timeout !== null) return timeout;
  throw usage('--timeout takes a number of seconds from 1 to 99999.');
}

function readBuildUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = toBuildUrl(text);
  if (url !== null) return url;
  throw usage('--build-url takes an http or https URL of at most 500 characters.');
}

function usage(sentence: string): VersioningError {
  return new VersioningError('usage', `${sentence} See next-version --help.`);
}
