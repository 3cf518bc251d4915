import { Command, Help } from '@commander-js/extra-typings';
import { findMisspelt } from '@platform/config';
import { migrate, openDatabaseServer } from '@platform/db';
import { print, report } from './output';
import { type Service, serveUntilSignal } from './serve-until-signal';

/** Creates the program with `serve` and `migrate`, and lists the settings under `--help`. */
export function serviceProgram(service: Service, env: NodeJS.ProcessEnv): Command {
  const program = new Command(service.name)
    .description(service.description)
    .showHelpAfterError(`Run ${service.name} --help.`)
    .addHelpText(
      'after',
      `\nSettings (environment variables; set NAME_FILE to read the value from a file):\n${settingsTable(service.settings)}`,
    )
    .hook('preAction', () => {
      for (const { name, suggestion } of findMisspelt(service.settings, env))
        report(`${name} is not a setting and is ignored. Did you mean ${suggestion}?`);
    });

  program
    .command('serve')
    .description('run the service until SIGTERM or SIGINT')
    .action(() => serveUntilSignal(service, service.readConfig(env, 'serve')));

  program
    .command('migrate')
    .description(
      "apply pending migrations and this service's SQL functions; safe to run concurrently from every replica",
    )
    .option('--json', 'print the result as JSON')
    .action(async ({ json }) => {
      const { definitions } = service;
      const server = await openDatabaseServer(service.readConfig(env, 'command'), definitions);
      try {
        const applied = await migrate(server.url, definitions);
        const lines = applied.length === 0 ? ['The database is up to date.'] : applied;
        print(json ? JSON.stringify({ applied }, null, 2) : lines.join('\n'));
      } finally {
        await server.close();
      }
    });

  return program;
}

const WIDTH = 80;
const INDENT = ' '.repeat(6);

/** Lists each setting as `NAME=default`, followed by its description. */
function settingsTable(settings: Service['settings']): string {
  const help = new Help();
  return Object.entries(settings)
    .flatMap(([name, { fallback, help: text }]) => [
      `  ${name}${fallback ? `=${fallback}` : ''}`,
      ...help
        .boxWrap(text, WIDTH - INDENT.length)
        .split('\n')
        .map(line => INDENT + line),
    ])
    .join('\n');
}
