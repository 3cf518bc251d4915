import {
  Argument,
  Command,
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
} from '@commander-js/extra-typings';
import { EXIT, print, report, textTable } from '@platform/service';
import {
  connectBuild,
  type Environment,
  identifyBuild,
  incrementForBuild,
  type PackageChange,
  parseSeconds,
  type VersioningClient,
  VersioningError,
} from '@platform/versioning-client';

const SETTINGS = `
Environment:
  VERSIONING_URL  URL of the service, with its prefix
  VERSIONING_KEY  an API key with the scope write; read is enough for get, history and releases. Where it is
                  not set: VERSIONING_ID_TOKEN, or the pipeline's own token on GitHub Actions and Buildkite

Exit codes: 0 done, 1 failed, 2 wrong usage.`;

/** Commands that call a running service; the others open its database. */
export function clientCommands(env: Environment): CommandUnknownOpts[] {
  return [
    incrementCommand(env),
    getCommand(env),
    setCommand(env),
    historyCommand(env),
    releasesCommand(env),
  ];
}

function incrementCommand(env: Environment): CommandUnknownOpts {
  return packageCommand('increment', 'take the next version of a package and print it')
    .addArgument(
      new Argument('[part]', 'the part to increment')
        .choices(['major', 'minor', 'patch'])
        .default('patch'),
    )
    .option('--pre <label>', 'make a pre-release with this label: rc makes 1.5.0-rc.1')
    .option('--line <line>', 'take the next version of a release line, such as 1.4')
    .option('--fresh', 'take a new version even if this pipeline job has one')
    .action((slug, component, options, self) =>
      call(env, self, async client => {
        const change = await incrementForBuild(client, env, { ...options, slug, component });
        return { answer: change.package, text: change.package.Version };
      }),
    );
}

function getCommand(env: Environment): CommandUnknownOpts {
  return packageCommand('get', 'print the version of a package, or the build that made a version')
    .argument('[version]', 'a version other than the current one, such as 1.4.2 or 1.5.0-rc.1')
    .action((slug, version, _, self) =>
      call(env, self, async client => {
        if (version === undefined) {
          const found = await client.get(slug);
          return { answer: found, text: found.Version };
        }
        const change = await client.version(slug, version);
        return { answer: change, text: changeTable([change]) };
      }),
    );
}

function setCommand(env: Environment): CommandUnknownOpts {
  return packageCommand('set', 'set the version of a package, creating it if it does not exist')
    .argument('<version>', '<major>.<minor>.<patch>')
    .option('--force', 'allow a version that is not greater than the current one')
    .action((slug, version, { force }, self) =>
      call(env, self, async client => {
        const build = identifyBuild(env);
        const change = await client.set(slug, version, {
          force: force ?? false,
          buildUrl: build?.url ?? null,
          buildCommit: build?.commit ?? null,
        });
        return { answer: change.package, text: change.package.Version };
      }),
    );
}

function historyCommand(env: Environment): CommandUnknownOpts {
  return packageCommand('history', 'list the changes of a package, newest first')
    .addOption(limitOption())
    .action((slug, { limit }, self) =>
      call(env, self, async client => {
        const changes = await client.history(slug, { limit });
        return { answer: changes, text: changeTable(changes) };
      }),
    );
}

function releasesCommand(env: Environment): CommandUnknownOpts {
  return callCommand('releases', 'list releases of all packages, newest first')
    .addOption(limitOption())
    .option(
      '--commit <prefix>',
      'only releases of the commit that begins with these digits, at least 7',
    )
    .addOption(
      new Option(
        '--since <cursor>',
        'only releases after the cursor of an earlier call, oldest first',
      ).conflicts('commit'),
    )
    .action((options, self) =>
      call(env, self, async client => {
        const { commit, since, limit } = options;
        const { releases, monitor } = await client.releases(
          since === undefined
            ? { limit, ...(commit !== undefined && { commit }) }
            : { limit, since },
        );
        report(`Later releases: versioning releases --since ${monitor}`);
        const rows = releases.map(release => [release.Slug, ...cellsOf(release)]);
        const text = textTable([['PACKAGE', ...COLUMNS], ...rows]);
        return { answer: { Releases: releases, Since: monitor }, text };
      }),
    );
}

function packageCommand(name: string, description: string) {
  return callCommand(name, description).argument('<slug>', 'the package');
}

function callCommand(name: string, description: string) {
  return new Command(name)
    .description(description)
    .option('--json', 'print the response as JSON')
    .addOption(
      new Option('--timeout <seconds>', 'how long to retry a call that gets no response')
        .argParser(seconds)
        .default(120_000, '120'),
    )
    .addHelpText('after', SETTINGS);
}

function limitOption() {
  return new Option('--limit <count>', 'how many to list, 1 to 1000').argParser(count).default(20);
}

async function call<Args extends unknown[], Options extends { timeout: number; json?: true }>(
  env: Environment,
  command: Command<Args, Options>,
  work: (client: VersioningClient) => Promise<{ answer: unknown; text: string }>,
): Promise<void> {
  const { json, timeout } = command.opts();
  try {
    const client = await connectBuild(env, timeout, report);
    const { answer, text } = await work(client);
    print(json ? JSON.stringify(answer, null, 2) : text);
  } catch (error) {
    if (!(error instanceof VersioningError && error.kind === 'usage')) throw error;
    command.showHelpAfterError(false).error(error.message, { exitCode: EXIT.wrongUsage });
  }
}

const COLUMNS = ['VERSION', 'COMPONENT', 'AT', 'KEY', 'COMMIT', 'BUILD'];

function changeTable(changes: readonly PackageChange[]): string {
  return textTable([COLUMNS, ...changes.map(cellsOf)]);
}

function cellsOf(change: PackageChange): string[] {
  const { Version, Component, At, KeyName, Commit, BuildUrl } = change;
  return [Version, Component, At, KeyName, Commit?.slice(0, 12) ?? '', BuildUrl ?? ''];
}

function seconds(text: string): number {
  const milliseconds = parseSeconds(text);
  if (milliseconds !== null) return milliseconds;
  throw new InvalidArgumentError('Expected a number of seconds from 1 to 99999.');
}

function count(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1000) return Number(text);
  throw new InvalidArgumentError('Expected a whole number from 1 to 1000.');
}
