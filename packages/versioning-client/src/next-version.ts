import { parseArgs } from 'node:util';
import { version as clientVersion } from '../package.json';
import { type Environment, toBuildUrl } from './build';
import { connectBuild, incrementForBuild, parseSeconds } from './build-calls';
import type { Change, Component } from './client';
import { EXIT_CODES, VersioningError } from './error';

const HELP = `Usage: next-version SLUG [major|minor|patch] [options]

Takes the next version of the package SLUG from the versioning service and
prints it, alone, on standard output: VERSION=$(next-version my-app minor)
The part defaults to patch. A package that does not exist is created.

A job that is run again gets the version it got before, for 24 hours: the
Idempotency-Key is made from the pipeline's run, job and commit, SLUG and the
part (GitHub Actions, GitLab CI, Azure Pipelines, Jenkins, CircleCI, Buildkite,
Bitbucket Pipelines). Anywhere else every call takes a new version. The page
of the build and its commit are kept in the history of the package.

Options:
  --pre LABEL              a pre-release of the next version: 1.5.0-rc.1 for rc
  --line LINE              the next version of a release line: 1.4 gives 1.4.8,
                           also after 2.0.0
  --fresh                  take a new version even if this job has one
  --idempotency-key TEXT   the key to use instead of the job's own
  --build-url URL          the page of the build, instead of the platform's
  --timeout SECONDS        how long to repeat a call that gets no answer, 429
                           or 503 (default 120)
  --json                   print the whole package as JSON
  --quiet                  write nothing to standard error unless it fails
  --version                print the version of this program
  --help                   print this page

Environment:
  VERSIONING_URL           address of the service, with its prefix, such as
                           https://ci.example.org/versioning (required)
  VERSIONING_KEY           an API key with the scope write
  VERSIONING_ID_TOKEN      the pipeline's OpenID Connect token, used where
                           VERSIONING_KEY is not set; GitHub Actions and
                           Buildkite are asked for theirs
  VERSIONING_JOB           distinguishes jobs that the platform names alike,
                           such as those of a matrix
  VERSIONING_AUDIENCE      audience of the token that is asked for (default
                           VERSIONING_URL)

Exit codes:
  0  the version is printed
  1  a fault of this program
  2  wrong usage, or the address or the credential missing or malformed
  3  the key is refused: unknown, expired, or not for this package
  4  the request is refused: malformed slug, the part is at its largest, a
     line without a release
  5  no answer from a versioning service within the timeout
`;

interface Streams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** The command `next-version`. Resolves with its exit code, after one sentence on standard error if it failed. */
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
    const change = await take(options, env, options.quiet ? () => undefined : say);
    stdout.write(`${options.json ? JSON.stringify(change.package) : change.package.Version}\n`);
    return 0;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return error instanceof VersioningError ? EXIT_CODES[error.kind] : 1;
  }
}

type Options = ReturnType<typeof readArguments>;

async function take(
  options: Options,
  env: Environment,
  say: (text: string) => unknown,
): Promise<Change> {
  const client = await connectBuild(env, options.timeout, say);
  const change = await incrementForBuild(client, env, options);
  say(
    change.isReplay
      ? `${options.slug} ${change.package.Version} again, which this job took before.`
      : `The next version of ${options.slug} is ${change.package.Version}.`,
  );
  return change;
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = parse(args);
  const [slug = '', component = 'patch', ...rest] = positionals;
  const isAsked = values.help ?? values.version ?? false;
  if (!isAsked) {
    if (slug === '') throw usage('SLUG is missing.');
    if (rest.length > 0) throw usage(`There is no place for ${JSON.stringify(rest[0])}.`);
    if (!isComponent(component)) {
      throw usage(`The part is major, minor or patch, not ${JSON.stringify(component)}.`);
    }
    if (values.fresh && values['idempotency-key'] !== undefined) {
      throw usage('--fresh and --idempotency-key exclude each other.');
    }
  }
  return {
    slug,
    component: component as Component,
    pre: readPre(values.pre),
    line: readLine(values.line),
    help: values.help ?? false,
    version: values.version ?? false,
    json: values.json ?? false,
    quiet: values.quiet ?? false,
    fresh: values.fresh ?? false,
    timeout: readTimeout(values.timeout),
    idempotencyKey: readIdempotencyKey(values['idempotency-key']),
    buildUrl: readBuildUrl(values['build-url']),
  };
}

function parse(args: readonly string[]) {
  const flag = { type: 'boolean' } as const;
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        fresh: flag,
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

function isComponent(text: string): text is Component {
  return ['major', 'minor', 'patch'].includes(text);
}

function readPre(text: string | undefined): string | undefined {
  if (text === undefined || (/^[0-9A-Za-z-]{1,20}$/.test(text) && /\D/.test(text))) return text;
  throw usage('--pre takes 1 to 20 letters, digits and hyphens, not only digits.');
}

function readLine(text: string | undefined): string | undefined {
  if (text === undefined || /^(0|[1-9]\d{0,9})(\.(0|[1-9]\d{0,9}))?$/.test(text)) return text;
  throw usage('--line takes a line such as 1 or 1.4.');
}

function readTimeout(text: string | undefined): number {
  if (text === undefined) return 120_000;
  const timeout = parseSeconds(text);
  if (timeout !== null) return timeout;
  throw usage('--timeout is a number of seconds from 1 to 99999.');
}

function readIdempotencyKey(text: string | undefined): string | undefined {
  if (text === undefined || /^[!-~]{1,255}$/.test(text)) return text;
  throw usage('--idempotency-key takes 1 to 255 visible ASCII characters.');
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
