import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { reportingProgram } from '../src/main/program';
import { runReporting } from './run-program';

test('--version prints only the version', async () => {
  const { code, stdout } = await runReporting(['--version'], {});
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

function commandsOf(command: CommandUnknownOpts, prefix: string): [string, CommandUnknownOpts][] {
  if (command.commands.length === 0) return [[prefix, command]];
  return command.commands.flatMap(each => commandsOf(each, `${prefix} ${each.name()}`.trim()));
}

test.each(commandsOf(reportingProgram({}), '').filter(([name]) => name !== 'serve'))(
  '%s accepts --json',
  (_, command) => {
    expect(command.options.map(({ long }) => long)).toContain('--json');
  },
);

test('the contract lists every command', () => {
  const contract = readFileSync(
    path.join(__dirname, '../../../docs/contract/operation.md'),
    'utf8',
  );
  const rows = contract.split('\n').filter(line => /^\| `.*reporting /.test(line));
  const listed = rows.map(row => row.split(' | ')[0]!.match(/[a-z-]+/g)!);
  const missing = commandsOf(reportingProgram({}), '').filter(
    ([command]) => !listed.some(words => command.split(' ').every(word => words.includes(word))),
  );
  expect(missing.map(([command]) => command)).toEqual([]);
});
