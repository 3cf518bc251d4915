import type { Command } from 'commander';
import { reportingProgram } from '../src/program';
import { runReporting } from './run-program';

test('--version prints the version alone', async () => {
  const { code, stdout } = await runReporting(['--version'], {});
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

function commandsOf(command: Command, path: string): [string, Command][] {
  if (command.commands.length === 0) return [[path, command]];
  return command.commands.flatMap(each => commandsOf(each, `${path} ${each.name()}`.trim()));
}

test.each(commandsOf(reportingProgram({}), '').filter(([path]) => path !== 'serve'))(
  '%s takes --json',
  (_, command) => {
    expect(command.options.map(({ long }) => long)).toContain('--json');
  },
);
