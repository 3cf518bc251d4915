import { EXIT, print, report, textTable } from '@platform/service';
import {
  type Component,
  createVersioningClient,
  idempotencyKeyOf,
  identifyBuild,
  type PackageChange,
  type VersioningClient,
  VersioningError,
} from '@platform/versioning-client';
import { Argument, Command, InvalidArgumentError } from 'commander';

type Environment = Readonly<Record<string, string | undefined>>;

interface CallOptions {
  timeout: number;
  json?: true;
}

const SETTINGS = `
Environment:
  VERSIONING_URL  address of the service, with its prefix
  VERSIONING_KEY  an API key with the scope write; read is enough to get and for history

Exit codes: 0 done, 1 failed, 2 wrong usage.`;

/**
 * `increment`, `get`, `set` and `history`: calls to a running service; the other commands open its database.
 */
export function clientCommands(env: Environment): Command[] {
  const command = (name: string, description: string) =>
    new Command(name)
      .description(description)
      .argument('<slug>', 'the package')
      .option('--json', 'print the answer of the service as JSON')
      .option(
        '--timeout <seconds>',
        'how long to repeat a call without an answer',
        seconds,
        120_000,
      )
      .addHelpText('after', SETTINGS);

  return [
    command('increment', 'take the next version of a package and print it')
      .addArgument(
        new Argument('[part]', 'which part').choices(['major', 'minor', 'patch']).default('patch'),
      )
      .option('--fresh', 'take a new version even if this pipeline job has one')
      .action(
        (slug: string, part: Component, options: CallOptions & { fresh?: true }, self: Command) =>
          call(env, self, async client => {
            const build = identifyBuild(env);
            const change = await client.increment(slug, part, {
              buildUrl: build?.url,
              ...(build &&
                !options.fresh && { idempotencyKey: idempotencyKeyOf(build, slug, part) }),
            });
            return { answer: change.package, text: change.package.Version };
          }),
      ),

    command('get', 'print the version of a package').action(
      (slug: string, _: CallOptions, self: Command) =>
        call(env, self, async client => {
          const found = await client.get(slug);
          return { answer: found, text: found.Version };
        }),
    ),

    command('set', 'set the version of a package, which is created if it does not exist')
      .argument('<version>', '<major>.<minor>.<patch>')
      .option('--force', 'also take a version that is not greater than the current one')
      .action((slug: string, version: string, { force }: { force?: true }, self: Command) =>
        call(env, self, async client => {
          const buildUrl = identifyBuild(env)?.url;
          const change = await client.set(slug, version, { force: force ?? false, buildUrl });
          return { answer: change.package, text: change.package.Version };
        }),
      ),

    command('history', 'list the changes of a package, newest first')
      .option('--limit <count>', 'how many, 1 to 1000', count, 20)
      .action((slug: string, { limit }: { limit: number }, self: Command) =>
        call(env, self, async client => {
          const changes = await client.history(slug, { limit });
          return { answer: changes, text: historyTable(changes) };
        }),
      ),
  ];
}

async function call(
  env: Environment,
  command: Command,
  work: (client: VersioningClient) => Promise<{ answer: unknown; text: string }>,
): Promise<void> {
  const { json, timeout } = command.opts<CallOptions>();
  try {
    const client = createVersioningClient({
      url: required(env, 'VERSIONING_URL'),
      key: required(env, 'VERSIONING_KEY'),
      timeout,
      onRetry: ({ reason, delay }) =>
        report(`${reason} Trying again in ${(delay / 1000).toFixed(1)} s.`),
    });
    const { answer, text } = await work(client);
    print(json ? JSON.stringify(answer, null, 2) : text);
  } catch (error) {
    if (!(error instanceof VersioningError && error.kind === 'usage')) throw error;
    command.showHelpAfterError(false).error(error.message, { exitCode: EXIT.wrongUsage });
  }
}

function required(env: Environment, name: string): string {
  const value = env[name]?.trim();
  if (value) return value;
  throw new VersioningError('usage', `Set ${name} in the environment.`);
}

function historyTable(changes: readonly PackageChange[]): string {
  return textTable([
    ['VERSION', 'COMPONENT', 'AT', 'KEY', 'BUILD'],
    ...changes.map(change => [
      change.Version,
      change.Component,
      change.At,
      change.KeyName,
      change.BuildUrl ?? '',
    ]),
  ]);
}

function seconds(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) > 0) return Number(text) * 1000;
  throw new InvalidArgumentError('It is a number of seconds from 1 to 99999.');
}

function count(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1000) return Number(text);
  throw new InvalidArgumentError('It is a whole number from 1 to 1000.');
}
