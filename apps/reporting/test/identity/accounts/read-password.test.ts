import { PassThrough } from 'node:stream';
import { readPassword } from '../../../src/identity/accounts/read-password';

/** A terminal that enters a line at each prompt. */
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

test('a terminal prompts for the password twice and never shows it', async () => {
  const { input, prompts, shown } = terminal(['seven lamps', 'seven lamps']);
  expect(await readPassword(input, prompts)).toBe('seven lamps');
  expect(shown()).toBe('Password: \nRepeat password: \n');
});

test('different passwords are rejected', async () => {
  const { input, prompts } = terminal(['seven lamps', 'seven lambs']);
  await expect(readPassword(input, prompts)).rejects.toThrow(/differ/);
});

test('an interrupt ends the prompt', async () => {
  const { input, prompts } = terminal(['\u0003']);
  await expect(readPassword(input, prompts)).rejects.toThrow(/Interrupted/);
});

test('a piped password is the first line', async () => {
  const input = new PassThrough();
  input.end('seven lamps\r\nand more\n');
  expect(await readPassword(input, new PassThrough())).toBe('seven lamps');
});
