import { Command, Option } from '@commander-js/extra-typings';
import { print, runProgram, textTable } from '../src';

const written: string[] = [];
beforeEach(() => {
  written.length = 0;
  for (const stream of [process.stdout, process.stderr]) {
    jest.spyOn(stream, 'write').mockImplementation(text => written.push(String(text)) > 0);
  }
});
afterEach(() => jest.restoreAllMocks());

test('control characters in names are escaped', () => {
  print('acme\u001b]0;owned\u0007\u009b2J\r\u202egnp.exe\nnext line');
  expect(written.join('')).toBe(
    'acme\\u001b]0;owned\\u0007\\u009b2J\\u000d\\u202egnp.exe\nnext line\n',
  );
});

test('control characters in tables and error messages are escaped', async () => {
  expect(textTable([['NAME'], ['a\u001b[2J\nb']])).toBe('NAME\na\\u001b[2J b');
  const failing = new Command('failing').action(() => {
    throw new Error('\u001b[2Jgone');
  });
  expect(await runProgram(failing, [])).toBe(1);
  expect(written.join('')).toBe('\\u001b[2Jgone\n');
});

test('a table has all rows', () => {
  const rows = Array.from({ length: 200_000 }, (_, row) => [String(row), 'x']);
  expect(textTable(rows).split('\n').at(-1)).toBe('199999  x');
});

test('help fits 80 columns, marks required options, and shows defaults as input', async () => {
  const program = new Command('program').addCommand(
    new Command('create')
      .requiredOption('--name <name>', `who uses it, ${'at some length, '.repeat(8)}`)
      .option('--scope <scopes>', 'what it may do', text => text.split(','), ['read', 'write'])
      .addOption(new Option('--size <size>', 'how much').choices(['small', 'large'])),
  );
  expect(await runProgram(program, ['create', '--help'])).toBe(0);
  const help = written.join('');
  expect(Math.max(...help.split('\n').map(line => line.length))).toBeLessThanOrEqual(80);
  expect(help.replace(/\s+/g, ' ')).toContain('(required)');
  expect(help).toContain('(default: read,write)');
  expect(help).toContain('(one of small, large)');
});
