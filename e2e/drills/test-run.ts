import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from '../scratch/programs.js';

/** Runs one test file with the settings of a drill. */
export async function runTest(
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<{ passed: boolean; output: string }> {
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  const child = spawn(process.execPath, [jest, '--runInBand', file], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', data => (output += String(data)));
  }
  const code = await new Promise(resolve => child.once('close', resolve));
  return { passed: code === 0, output };
}
