import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';

/**
 * Reads the first line of standard input; a terminal prompts twice, without echo.
 * @throws Error if the passwords differ or the prompt is interrupted
 */
export async function readPassword(
  input: Readable & { readonly isTTY?: boolean },
  prompts: Writable,
): Promise<string> {
  if (!input.isTTY) return readLine(input);
  const password = await promptHidden(input, prompts, 'Password: ');
  const repeated = await promptHidden(input, prompts, 'Repeat password: ');
  if (password !== repeated) throw new Error('The two passwords differ; nothing was changed.');
  return password;
}

async function readLine(input: Readable): Promise<string> {
  let text = '';
  for await (const chunk of input) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.split(/\r?\n/, 1)[0] ?? '';
}

/** readline would echo the input; its output is discarded. */
function promptHidden(input: Readable, prompts: Writable, prompt: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input, output: nowhere, terminal: true, historySize: 0 });
  return new Promise((resolve, reject) => {
    terminal.once('line', line => {
      resolve(line);
      terminal.close();
    });
    terminal.once('close', () => {
      prompts.write('\n');
      reject(new Error('Interrupted; nothing was changed.'));
    });
    prompts.write(prompt);
  });
}
