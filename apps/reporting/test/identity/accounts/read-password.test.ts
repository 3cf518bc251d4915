import { PassThrough } from 'node:stream';
import { readPassword } from '../../../src/identity/accounts/read-password';

/** A terminal at which somebody types a line whenever a prompt is shown. */
function terminal(lines: readonly string[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const prompts = new PassThrough();
  let shown = '';
  const rest = [...lines];
  prompts.on('data', text => {
    shown += String(text);
    if (String(text).endsWith(': ')) input.write(`${rest.shift()}\n`);
  });
  return { input, prompts, shown: () => shown };
}

test('at a terminal a password is prompted for twice and never shown', async () => {
  const { input, prompts, shown } = terminal(['seven lamps', 'seven lamps']);
  expect(await readPassword(input, prompts)).toBe('seven lamps');
  expect(shown()).toBe('Password: \nRepeat password: \n');
});

test('two passwords that differ are refused', async () => {
  const { input, prompts } = terminal(['seven lamps', 'seven lambs']);
  await expect(readPassword(input, prompts)).rejects.toThrow(/differ/);
});

test('an interrupt ends the prompt', async () => {
  const { input, prompts } = terminal(['\u0003']);
  await expect(readPassword(input, prompts)).rejects.toThrow(/Interrupted/);
});

test('a password that is piped in is the first line', async () => {
  const input = new PassThrough();
  input.end('seven lamps\r\nand more\n');
  expect(await readPassword(input, new PassThrough())).toBe('seven lamps');
});
